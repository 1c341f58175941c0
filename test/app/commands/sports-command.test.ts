import { describe, expect, it } from "vitest";
import { fileOf, useCommands } from "./use-commands.ts";

const commands = useCommands();

const CENTRE_COURT = { id: "centre-court", base: "tennis", label: "Centre Court", sheltered: true };
const OLD = { id: "old", definition: '{"id":"old","base":"curling"}' };

const createAccount = async (plan = "growth") => (await commands().createAccount("Courts", plan)).id;

async function accountWithCourt(): Promise<string> {
  const accountId = await createAccount();
  await commands().run(set(accountId, CENTRE_COURT));
  return accountId;
}

/** The command line that sets a sport from a file of this content. */
function set(accountId: string, content: object | string): string {
  return `sports set ${accountId} --file ${fileOf(typeof content === "string" ? content : JSON.stringify(content))}`;
}

describe("sports set", () => {
  it("keeps the definition as it is written, and prints where its risks begin", async () => {
    const { run, store } = commands();
    const accountId = await createAccount();
    const written = `{\n  "id": "centre-court",\n  "base": "tennis", "surface": "grass", "sheltered": true\n}`;
    expect(await run(set(accountId, `${written}\n`))).toBe(
      [
        "Sport        centre_court, based on tennis",
        "Label        tennis",
        "Light rain   0.3 mm/h: medium risk from a chance of 30%, high from a chance of 73%",
        "Rain         1 mm/h: medium risk from a chance of 22%, high from a chance of 54%",
        "Wind         medium risk from 32.5 km/h, high from 44.5 km/h (gusts: 1.7 times that)",
        "Feels like   safe to book from 6.5 to 30°C, not recommended below 1°C or above 33.5°C",
        "Wet surface  takes up to 85% of the score; half of the water is gone in 3 h",
        "Waterlogged  takes nothing from the score",
        "Ice          takes up to 90% of the score",
        "Storm after  leaves 75 points within an hour of the end",
        "After dark   100% of the score is left",
        "",
        written,
      ].join("\n"),
    );
    expect(await store.sports(accountId)).toEqual([{ id: "centre_court", definition: written }]);
  });

  it.each([
    {
      title: "which built-in name it replaces, and which names stay built in",
      sport: { id: "soccer", base: "football", covered: true },
      lines: [
        /^Sport +soccer, based on football, in place of the built-in one; built in as before: football, futsal/m,
        /^Wet surface +takes nothing from the score$/m,
      ],
    },
    {
      title: "how much waterlogged ground and ice cost, which its base decides",
      sport: { id: "links", base: "golf", wet: { weight: 0.1 } },
      lines: [
        /^Wet surface +takes up to 10% of the score; half of the water is gone in 6 h$/m,
        /^Waterlogged +takes up to 70% of the score, from 8 to 28 mm in the soil$/m,
        /^Ice +takes up to 70% of the score$/m,
      ],
    },
    {
      title: "the limits of too little wind for a sport that needs wind",
      sport: { id: "a", base: "sailing" },
      lines: [/^Too little wind +medium risk up to 14.5 km\/h, high up to 10.5 km\/h$/m],
    },
    {
      title: "no threshold for a risk that never occurs",
      sport: { id: "b", base: "tennis", weight: { wind: 0.3, temp: 0.1 } },
      lines: [
        /^Wind +medium risk from \d+\.?\d* km\/h, never high /m,
        /^Feels like +safe to book at any temperature$/m,
      ],
    },
  ])("prints $title", async ({ sport, lines }) => {
    const printed = await commands().run(set(await createAccount(), sport));
    for (const line of lines) expect(printed).toMatch(line);
  });

  it("is refused on a plan without custom sports, and names a plan that has them", async () => {
    const { refusal, store } = commands();
    const accountId = await createAccount("starter");
    const line = /plan does not include custom sports.*Growth: accounts set-plan acc_\w+ growth$/;
    const refused = { line: expect.stringMatching(line), exitCode: 1 };
    expect(await refusal(set(accountId, CENTRE_COURT))).toEqual(refused);
    expect(await store.sports(accountId)).toEqual([]);
  });

  it.each([
    {
      title: "everything that is wrong with a file",
      sport: { id: "court", base: "tenis", rain_tolerance: 9, wind: [[10, 1]] },
      line: /is refused\. base: .* rain_tolerance: .* wind: must have 2 to 12 points\.$/,
    },
    {
      title: "a label that an earlier version accepted",
      sport: { ...CENTRE_COURT, label: "<b>Court</b>" },
      line: /is refused\. label: must be 1 to 24 letters/,
    },
  ])("names $title, and stores nothing of it", async ({ sport, line }) => {
    const { refusal, store } = commands();
    const accountId = await createAccount();
    const refused = { line: expect.stringMatching(line), exitCode: 1 };
    expect(await refusal(set(accountId, sport))).toEqual(refused);
    expect(await store.findAccount(accountId)).toMatchObject({ sportsRevision: 0 });
  });

  it.each([
    ["is missing", fileOf, /file cannot be read: there is no such file$/],
    ["is a folder", () => "/", /cannot be read: /],
  ])("says that a file %s", async (_what, path, line) => {
    const refused = await commands().refusal(`sports set ${await createAccount()} --file ${path()}`);
    expect(refused).toEqual({ line: expect.stringMatching(line), exitCode: 1 });
  });

  /** An account with as many sports as it may have. */
  const accountWith50 = async () => {
    const { store } = commands();
    const accountId = await createAccount();
    for (let n = 0; n < 50; n += 1) {
      const id = `court_${n}`;
      await store.setSport(accountId, { id, definition: JSON.stringify({ ...CENTRE_COURT, id }) });
    }
    return accountId;
  };

  it("refuses a 51st sport", async () => {
    const refused = { line: expect.stringContaining("50 sports"), exitCode: 1 };
    expect(await commands().refusal(set(await accountWith50(), CENTRE_COURT))).toEqual(refused);
  });

  it("changes one of 50 sports", async () => {
    const changed = { ...CENTRE_COURT, id: "court-49", label: "Changed" };
    expect(await commands().run(set(await accountWith50(), changed))).toContain("Changed");
  });
});

describe("sports list, show and unset", () => {
  /** An account with a valid sport, one that is outdated, and one that is not valid any more. */
  const accountWithOld = async () => {
    const { store } = commands();
    const accountId = await accountWithCourt();
    await store.setSport(accountId, OLD);
    const definition = '{"id":"club","base":"tennis","label":"<b>Club</b>","floodlit":false,"night":0.9}';
    await store.setSport(accountId, { id: "club", definition });
    return accountId;
  };

  it("list every sport, even an invalid one", async () => {
    const accountId = await accountWithOld();
    const { run } = commands();
    expect(await run(`sports list ${accountId}`)).toBe(
      [
        "SPORT         BASED ON  LABEL",
        "centre_court  tennis    Centre Court",
        "club          tennis    tennis (set it again)",
        "old           -         not valid in this version: set it again",
      ].join("\n"),
    );
  });

  it("show what is wrong with an invalid sport", async () => {
    const accountId = await accountWithOld();
    expect(await commands().run(`sports show ${accountId} old`)).toMatch(
      /^Problems +not valid in this version: set it again\. base: must be one of/m,
    );
  });

  it("show what is used in place of an outdated definition", async () => {
    const accountId = await accountWithOld();
    expect(await commands().run(`sports show ${accountId} club`)).toMatch(
      /^Label +tennis\nOutdated +set it again, because it is not used as it is written\. label: must be 1 to 24 .* night: is settled by.*^After dark +30% of the score is left$/ms,
    );
  });

  it("list and show say so when the plan does not include custom sports any more", async () => {
    const { run, store } = commands();
    const accountId = await accountWithCourt();
    await store.updateAccount(accountId, { plan: "starter" });
    for (const words of [`list ${accountId}`, `show ${accountId} centre-court`]) {
      expect(await run(`sports ${words}`)).toMatch(/Not in use\. The Starter plan does not include/);
    }
  });

  it("unset removes a sport, whatever the plan", async () => {
    const { run, store } = commands();
    const accountId = await accountWithCourt();
    await store.updateAccount(accountId, { plan: "free" });
    expect(await run(`sports unset ${accountId} Centre-Court`)).toBe("centre_court is unset for Courts.");
    expect(await store.sports(accountId)).toEqual([]);
  });

  it("list says how to begin if there are no sports", async () => {
    const accountId = await createAccount();
    expect(await commands().run(`sports list ${accountId}`)).toBe(
      `The account has no sports of its own. Add one: sports set ${accountId} --file FILE`,
    );
  });

  it.each(["show", "unset"])(
    "%s refuses a sport that the account does not have, even a built-in sport",
    async (action) => {
      const accountId = await accountWithCourt();
      const line = `The account has no sport golf of its own. \`sports list ${accountId}\` shows those it has.`;
      expect(await commands().refusal(`sports ${action} ${accountId} golf`)).toEqual({ line, exitCode: 1 });
    },
  );
});

describe("--json", () => {
  it("prints the definition and its thresholds, with null for a risk that never occurs", async () => {
    const { runJson } = commands();
    const accountId = await createAccount();
    const printed = await runJson(set(accountId, CENTRE_COURT));
    const sport = {
      id: "centre_court",
      definition: CENTRE_COURT,
      thresholds: {
        light_rain_from_pct: { medium: 30, high: 73 },
        moderate_rain_from_pct: { medium: 22, high: 54 },
        wind_from_kmh: { medium: 32.5, high: 44.5 },
        wind_too_light_up_to_kmh: { medium: null, high: null },
        safe_feels_like_c: { from: 6.5, to: 30 },
        playable_feels_like_c: { from: 1, to: 33.5 },
      },
    };
    expect(printed).toEqual({ sport });
    expect(await runJson(`sports show ${accountId} centre-court`)).toEqual({ sport });
    expect(await runJson(`sports list ${accountId}`)).toEqual({ account_id: accountId, sports: [sport] });
  });
});
