import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CommandError } from "../../src/commands/command-error.ts";
import { sportsCommand } from "../../src/commands/sports.ts";
import { UsageError } from "../../src/commands/usage-error.ts";
import type { PlanName } from "../../src/accounts/plan.ts";
import { useCommands } from "./run-command.ts";

const commands = useCommands();

const CENTRE_COURT = { id: "centre-court", base: "tennis", label: "Centre Court", sheltered: true };

let folder: string;
let files = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "suitability-sports-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(content: object | string): string {
  const file = join(folder, `${(files += 1)}.json`);
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

async function createAccount(plan: PlanName = "growth"): Promise<string> {
  const { id } = await commands().store.createAccount({ name: "Courts", plan, monthlyQuota: 100_000 });
  return id;
}

async function accountWithCourt(): Promise<string> {
  const accountId = await createAccount();
  await commands().run(sportsCommand, "set", accountId, "--file", fileOf(CENTRE_COURT));
  return accountId;
}

describe("sports set", () => {
  it("keeps the definition as it is written, and prints where its risks begin", async () => {
    const { run, store } = commands();
    const accountId = await createAccount();
    const written = `{\n  "id": "centre-court",\n  "base": "tennis", "surface": "grass", "sheltered": true\n}`;
    const printed = await run(sportsCommand, "set", accountId, "--file", fileOf(`${written}\n`));

    expect(await store.sports(accountId)).toEqual([{ id: "centre_court", definition: written }]);
    expect(printed).toBe(
      [
        "Sport        centre_court, based on tennis",
        "Label        tennis",
        "Light rain   0.3 mm/h: medium risk from a chance of 30%, high from a chance of 73%",
        "Rain         1 mm/h: medium risk from a chance of 22%, high from a chance of 54%",
        "Wind         medium risk from 32.5 km/h, high from 44.5 km/h (gusts: 1.7 times that)",
        "Feels like   safe to book from 6.5 to 30°C, not recommended below 1°C or above 33.5°C",
        "Wet surface  takes up to 50% of the score; half of the water is gone in 4 h",
        "After dark   100% of the score is left",
        "",
        written,
      ].join("\n"),
    );
  });

  it("says which built-in name it replaces, and which others stay", async () => {
    const { run } = commands();
    const file = fileOf({ id: "soccer", base: "football", covered: true });
    const printed = await run(sportsCommand, "set", await createAccount(), "--file", file);
    expect(printed).toMatch(
      /^Sport +soccer, based on football, in place of the built-in one; built in as before: football, futsal/,
    );
    expect(printed).toMatch(/^Wet surface +takes nothing from the score$/m);
  });

  it("tells of too little wind where a sport needs it, and of nothing that never happens", async () => {
    const { run } = commands();
    const weight = { wind: 0.3, temp: 0.1 };
    const accountId = await createAccount();
    const sailing = await run(
      sportsCommand,
      "set",
      accountId,
      "--file",
      fileOf({ id: "a", base: "sailing" }),
    );
    expect(sailing).toMatch(/^Too little wind +medium risk up to 14.5 km\/h, high up to 10.5 km\/h$/m);
    const hardy = await run(
      sportsCommand,
      "set",
      accountId,
      "--file",
      fileOf({ id: "b", base: "tennis", weight }),
    );
    expect(hardy).toMatch(/^Wind +medium risk from \d+\.?\d* km\/h, never high /m);
    expect(hardy).toMatch(/^Feels like +safe to book at any temperature$/m);
  });

  it("replaces the sport of that name, however the name is spelt", async () => {
    const { run, store } = commands();
    const accountId = await createAccount();
    for (const id of ["centre-court", "centre_court"]) {
      await run(sportsCommand, "set", accountId, "--file", fileOf({ ...CENTRE_COURT, id }));
    }
    const sports = await store.sports(accountId);
    expect(sports.map(({ id }) => id)).toEqual(["centre_court"]);
    expect((await store.findAccount(accountId))?.sportsRevision).toBe(2);
  });

  it.each(["free", "starter"] as const)(
    "is refused to the %s plan, and says which plan has it",
    async (plan) => {
      const { refusal, store } = commands();
      const accountId = await createAccount(plan);
      const error = await refusal(sportsCommand, "set", accountId, "--file", fileOf(CENTRE_COURT));
      expect(error).toBeInstanceOf(CommandError);
      expect(error.message).toMatch(
        /plan does not include custom sports.*Growth: accounts set-plan acc_\w+ growth$/,
      );
      expect(await store.sports(accountId)).toEqual([]);
    },
  );

  it("names everything that is wrong with a file, and stores nothing of it", async () => {
    const { refusal, store } = commands();
    const accountId = await createAccount();
    const file = fileOf({ id: "court", base: "tenis", rain_tolerance: 9, wind: [[10, 1]] });
    const error = await refusal(sportsCommand, "set", accountId, "--file", file);
    expect(error).toBeInstanceOf(CommandError);
    expect(error.message).toMatch(
      /is refused\. base: .* rain_tolerance: .* wind: must have 2 to 12 points\.$/,
    );
    expect(await store.findAccount(accountId)).toMatchObject({ sportsRevision: 0 });
  });

  it("says that a file is missing, or is no file", async () => {
    const { refusal } = commands();
    const accountId = await createAccount();
    const missing = await refusal(sportsCommand, "set", accountId, "--file", join(folder, "none.json"));
    expect(missing).toBeInstanceOf(CommandError);
    expect(missing.message).toMatch(/none\.json cannot be read: there is no such file$/);
    expect(await refusal(sportsCommand, "set", accountId, "--file", folder)).toBeInstanceOf(CommandError);
  });

  it("takes 50 sports and refuses one more, but not a change of one", async () => {
    const { run, refusal, store } = commands();
    const accountId = await createAccount();
    for (let n = 0; n < 50; n += 1) {
      const id = `court_${n}`;
      await store.setSport(accountId, { id, definition: JSON.stringify({ ...CENTRE_COURT, id }) });
    }
    const error = await refusal(sportsCommand, "set", accountId, "--file", fileOf(CENTRE_COURT));
    expect(error).toBeInstanceOf(CommandError);
    expect(error.message).toContain("50 sports");
    const changed = fileOf({ ...CENTRE_COURT, id: "court-49", label: "Changed" });
    expect(await run(sportsCommand, "set", accountId, "--file", changed)).toContain("Changed");
  });

  it("needs a file and an account that exists", async () => {
    const { refusal } = commands();
    const withoutFile = await refusal(sportsCommand, "set", await createAccount());
    expect(withoutFile).toBeInstanceOf(UsageError);
    const withoutAccount = await refusal(sportsCommand, "set", "acc_none", "--file", fileOf(CENTRE_COURT));
    expect(withoutAccount.message).toContain("There is no account acc_none");
  });
});

describe("sports list, show and unset", () => {
  it("list shows every sport, also one that is not valid in this version", async () => {
    const { run, store } = commands();
    const accountId = await accountWithCourt();
    await store.setSport(accountId, { id: "old", definition: '{"id":"old","base":"curling"}' });
    expect(await run(sportsCommand, "list", accountId)).toBe(
      [
        "SPORT         BASED ON  LABEL",
        "centre_court  tennis    Centre Court",
        "old           -         not valid in this version: set it anew",
      ].join("\n"),
    );
  });

  it("list says how to begin where there is none", async () => {
    const accountId = await createAccount();
    expect(await commands().run(sportsCommand, "list", accountId)).toBe(
      `The account has no sports of its own. Add one: sports set ${accountId} --file FILE`,
    );
  });

  it("show finds a sport however it is spelt", async () => {
    const { run } = commands();
    const accountId = await accountWithCourt();
    const shown = await run(sportsCommand, "show", accountId, "Centre Court");
    expect(shown).toMatch(/^Sport +centre_court, based on tennis$/m);
    expect(shown).toContain(JSON.stringify(CENTRE_COURT));
  });

  it("show tells what is wrong with a definition that is not valid in this version", async () => {
    const { run, runJson, store } = commands();
    const accountId = await createAccount();
    await store.setSport(accountId, { id: "old", definition: '{"id":"old","base":"curling"}' });
    expect(await run(sportsCommand, "show", accountId, "old")).toMatch(
      /^Problems +not valid in this version, set it anew\. base: must be one of/m,
    );
    expect(await runJson(sportsCommand, "show", accountId, "old")).toMatchObject({
      sport: { definition: { base: "curling" }, problems: [expect.stringContaining("base")] },
    });
  });

  it("list and show say so when the plan does not include custom sports any more", async () => {
    const { run, store } = commands();
    const accountId = await accountWithCourt();
    await store.updateAccount(accountId, { plan: "starter" });
    for (const args of [
      ["list", accountId],
      ["show", accountId, "centre-court"],
    ]) {
      expect(await run(sportsCommand, ...args)).toMatch(/Not in use\. The Starter plan does not include/);
    }
  });

  it("unset removes a sport, whatever the plan", async () => {
    const { run, store } = commands();
    const accountId = await accountWithCourt();
    await store.updateAccount(accountId, { plan: "free" });
    expect(await run(sportsCommand, "unset", accountId, "Centre-Court")).toBe(
      "centre_court is unset for Courts.",
    );
    expect(await store.sports(accountId)).toEqual([]);
  });

  it.each(["show", "unset"])(
    "%s refuses a sport the account does not have, a built-in one too",
    async (action) => {
      const { refusal } = commands();
      const error = await refusal(sportsCommand, action, await accountWithCourt(), "golf");
      expect(error).toBeInstanceOf(CommandError);
      expect(error.message).toMatch(
        /^The account has no sport golf of its own\. `sports list acc_\w+` shows/,
      );
    },
  );

  it.each(["list acc_none", "show acc_none golf", "unset acc_none golf"])(
    "%s names the account that is missing",
    async (line) => {
      const error = await commands().refusal(sportsCommand, ...line.split(" "));
      expect(error.message).toContain("There is no account acc_none");
    },
  );
});

describe("--json", () => {
  it("prints the definition and its thresholds, null for what never happens", async () => {
    const { runJson } = commands();
    const accountId = await createAccount();
    const set = await runJson(sportsCommand, "set", accountId, "--file", fileOf(CENTRE_COURT));
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
    expect(set).toEqual({ sport });
    expect(await runJson(sportsCommand, "show", accountId, "centre-court")).toEqual({ sport });
    expect(await runJson(sportsCommand, "list", accountId)).toEqual({
      account_id: accountId,
      sports: [sport],
    });
    expect(await runJson(sportsCommand, "unset", accountId, "centre-court")).toEqual({
      account_id: accountId,
      unset: "centre_court",
    });
    expect(await runJson(sportsCommand, "list", accountId)).toEqual({ account_id: accountId, sports: [] });
  });
});
