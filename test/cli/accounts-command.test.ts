import { describe, expect, it } from "vitest";
import { secretSha256 } from "../../src/accounts/api-key.ts";
import { BUILT_IN_PLANS } from "../../src/accounts/plans/built-in-plans.ts";
import { countText } from "../../src/cli/aligned-columns.ts";
import { commandsOn, useCommands } from "./use-commands.ts";

const commands = useCommands();

const createAccount = (name?: string, plan?: string) => commands().createAccount(name, plan);

const createOrdered = async (name = "Courts") => {
  const order = { name, plan: "free", monthlyQuota: 500, externalRef: "4711" };
  return (await commands().store.createAccountOnce(order)).account;
};

async function createClosed() {
  const account = await createOrdered();
  await commands().store.updateAccount(account.id, { isClosed: true });
  return account;
}

describe("accounts create", () => {
  it("prints the account, its first key, and that it will not be shown again", async () => {
    const { run, store } = commands();
    const printed = await run("accounts create --plan growth --name", " Book a Court ");
    const [account] = await store.listAccounts();
    const [key] = await store.listKeys(account?.id ?? "");
    const apiKey = /wsk_\w{38}/.exec(printed)?.[0] ?? "";

    expect(printed).toMatch(
      [
        `Account  ${account?.id}`,
        "Name     Book a Court",
        "Plan     Growth, 100,000 calls a month",
        "State    active",
        "Created  2026-11-21T14:00:00Z",
        "",
        `Key      ${key?.id}`,
        `API key  ${apiKey}`,
        "",
        "Keep the API key now: it is not stored and cannot be shown again.\n",
      ].join("\n"),
    );
    const caller = { account, keyId: key?.id };
    expect(await store.findCaller(secretSha256(apiKey), "2026-11")).toMatchObject(caller);
  });

  it("prints one JSON document for scripts", async () => {
    const { runJson, store } = commands();
    const printed = await runJson("accounts create --name Courts --plan free");
    const [{ id } = { id: "" }] = await store.listAccounts();
    const [key] = await store.listKeys(id);
    expect(printed).toMatchObject({
      created: true,
      account: { id, monthly_quota: 500, state: "active", created_at: "2026-11-21T14:00:00Z" },
      key: { id: key?.id, prefix: key?.prefix, api_key: expect.stringMatching(/^wsk_\w{38}$/) },
    });
  });

  it.each([
    ["free", 500],
    ["internal", 10_000_000],
    ["enterprise --monthly-quota 750000", 750_000],
    ["free --monthly-quota 1", 1],
  ])("--plan %s is given %i calls a month", async (plan, monthlyQuota) => {
    const { run, store } = commands();
    await run(`accounts create --name Courts --plan ${plan}`);
    expect(await store.listAccounts()).toMatchObject([{ plan: plan.split(" ")[0], monthlyQuota }]);
  });

  it.each([
    ...[
      " ",
      "two\nlines",
      "two\u2028lines",
      "two\u2029lines",
      "Court\u202efdp.",
      "a\u200bb",
      "x".repeat(201),
      "--json",
    ].map((name) => ({
      args: ["--name", name],
      line: "It has to be one line of printable text, not only spaces, of at most 200 characters.",
    })),
    { args: ["--plan", "gold"], line: 'There is no plan "gold": choose one of free, starter, growth,' },
    { args: ["--plan", "enterprise"], line: "agreed case by case: add --monthly-quota N" },
    ...["", "two\nlines", "x".repeat(201), "acc_abcdefghijkl", "--json"].map((reference) => ({
      args: ["--external-ref", reference],
      line: "It has to be 1 to 200 characters",
    })),
    ...["0", "1.5", "25,000", "", "99999999999999999"].map((quota) => ({
      args: [`--monthly-quota=${quota}`],
      line: `'${quota}' is invalid. It has to be a whole number of 1 or more, in digits only.`,
    })),
  ])("$args is refused, and nothing is created", async ({ args, line }) => {
    const { refusal, store } = commands();
    const refused = { line: expect.stringContaining(line), exitCode: 2 };
    expect(await refusal("accounts create --name x --plan free", ...args)).toEqual(refused);
    expect(await store.listAccounts()).toEqual([]);
  });
});

describe("accounts create --external-ref", () => {
  const ORDER = ["--external-ref", " order 4711/ä "];

  it("makes an account of that reference, which list, show and export have", async () => {
    const { run, runJson, store } = commands();
    const created = await runJson("accounts create --plan growth --name Courts", ...ORDER);
    const account = { name: "Courts", external_ref: "order 4711/ä" };
    expect(created).toMatchObject({ created: true, account, key: { api_key: expect.any(String) } });
    const [{ id } = { id: "" }] = await store.listAccounts();
    expect(await run("accounts list")).toContain(`${id}  Courts  order 4711/ä  Growth`);
    expect(await run(`accounts show ${id}`)).toContain("\nReference  order 4711/ä\n");
    expect(await runJson("accounts list")).toMatchObject({ accounts: [account] });
    expect(await run("accounts export")).toContain('"external_ref":"order 4711/ä"');
  });

  it("when repeated prints the account as it is, and makes neither account nor key", async () => {
    const { run, runJson, store } = commands();
    await run("accounts create --plan growth --name Courts", ...ORDER);
    const [account] = await store.listAccounts();
    const shown = { id: account?.id, name: "Courts", plan: "growth" };

    const same = await run("accounts create --plan growth --name Courts", ...ORDER);
    expect(same).toContain(`Account    ${account?.id}\n`);
    expect(same).toContain("There was an account of that reference already, so none was made, and no key.\n");
    expect(same).not.toContain("wsk_");
    const other = await run("accounts create --plan free --name Pitches", ...ORDER);
    expect(other).toContain("and no key. It is not what was asked for, and was not changed.\n");
    const json = await runJson("accounts create --plan free --name Pitches", ...ORDER);
    expect(json).toMatchObject({ created: false, account: shown, key: null });
    expect(await store.listAccounts()).toEqual([account]);
    expect(await store.listKeys(account?.id ?? "")).toHaveLength(1);
  });
});

it("accounts create without a plan lists all plans, as its help does in a table", async () => {
  const { line } = await commands().refusal("accounts create --name x");
  const [, listed = ""] = /^--plan is missing: (.*)\. See accounts create --help\.$/.exec(line) ?? [];
  const help = await commands().run("accounts create --help");
  expect(listed.split("), ")).toHaveLength(BUILT_IN_PLANS.length);
  for (const { name, monthlyQuota } of BUILT_IN_PLANS) {
    const quota = monthlyQuota === undefined ? "add --monthly-quota N" : countText(monthlyQuota);
    expect(`${listed}, `).toContain(
      `${name} (${quota}${monthlyQuota === undefined ? "" : " calls a month"}), `,
    );
    expect(help).toMatch(new RegExp(`^${name} +${quota}`, "m"));
  }
});

describe("accounts list", () => {
  it("shows the accounts in aligned columns", async () => {
    const { run, store } = commands();
    const first = await createAccount("Courts");
    const second = await createAccount("A longer name", "growth");
    await store.updateAccount(second.id, { isSuspended: true });

    expect((await run("accounts list")).split("\n")).toEqual([
      "ACCOUNT           NAME           REFERENCE  PLAN    CALLS A MONTH  STATE      CREATED",
      `${first.id}  Courts         -          Free              500  active     2026-11-21T14:00:00Z`,
      `${second.id}  A longer name  -          Growth        100,000  suspended  2026-11-21T14:00:00Z`,
    ]);
  });

  it("says what to do when there are none, and gives scripts an empty list", async () => {
    const { run, runJson } = commands();
    expect(await run("accounts list")).toContain("accounts create --name NAME --plan free");
    expect(await runJson("accounts list")).toEqual({ accounts: [] });
  });
});

describe("accounts show", () => {
  it("shows the account and this month's calls", async () => {
    const { run, runJson, store } = commands();
    const { id } = await createAccount();
    const spending = { accountId: id, day: 21, method: "forecast", quota: 500 };
    await store.spend({ ...spending, month: "2026-11" });
    await store.spend({ ...spending, month: "2026-11", day: 22 });
    await store.spend({ ...spending, month: "2026-10" });

    const printed = await run(`accounts show ${id}`);
    expect(printed).toContain(`Account  ${id}\n`);
    expect(printed).toContain("\n\n2 calls answered in 2026-11");
    const shown = { account: { id, monthly_quota: 500 }, month: "2026-11", used: 2 };
    expect(await runJson(`accounts show ${id}`)).toMatchObject(shown);
  });
});

describe("accounts suspend, resume and set-plan", () => {
  it("suspend and resume change the state and show it", async () => {
    const { run, runJson, store } = commands();
    const account = await createAccount();
    expect(await run(`accounts suspend ${account.id}`)).toContain("State    suspended");
    expect(await store.findAccount(account.id)).toEqual({ ...account, isSuspended: true });
    const resumed = { account: { is_suspended: false } };
    expect(await runJson(`accounts resume ${account.id}`)).toMatchObject(resumed);
    expect(await store.findAccount(account.id)).toEqual(account);
  });

  it.each([
    { args: "starter", plan: "starter", monthlyQuota: 25_000 },
    { args: "growth --monthly-quota 150000", plan: "growth", monthlyQuota: 150_000 },
    { args: "enterprise --monthly-quota 2", plan: "enterprise", monthlyQuota: 2 },
  ])("set-plan $args changes the plan and the quota together", async ({ args, plan, monthlyQuota }) => {
    const { runJson, store } = commands();
    const account = await createAccount();
    const changed = { account: { id: account.id, plan, monthly_quota: monthlyQuota } };
    expect(await runJson(`accounts set-plan ${account.id} ${args}`)).toMatchObject(changed);
    expect(await store.findAccount(account.id)).toEqual({ ...account, plan, monthlyQuota });
  });

  it("rename changes the name, and refuses what cannot be printed", async () => {
    const { runJson, refusal, store } = commands();
    const account = await createOrdered();
    expect(await runJson("accounts rename 4711", " Pitches ")).toMatchObject({
      account: { name: "Pitches" },
    });
    expect(await refusal("accounts rename 4711", "two\nlines")).toMatchObject({ exitCode: 2 });
    expect(await store.findAccount(account.id)).toEqual({ ...account, name: "Pitches" });
  });

  it.each(["gold", "enterprise"])("set-plan %s without a quota changes nothing", async (plan) => {
    const { refusal, store } = commands();
    const account = await createAccount();
    expect(await refusal(`accounts set-plan ${account.id} ${plan}`)).toMatchObject({ exitCode: 2 });
    expect(await store.findAccount(account.id)).toEqual(account);
  });
});

describe("accounts close and reopen", () => {
  it("close says since when, and reopen brings the account back as it was", async () => {
    const { run, runJson, store, clock } = commands();
    const account = await createOrdered();
    expect(await run("accounts close 4711")).toContain("\nState      closed since 2026-11-21T14:00:00Z\n");
    expect(await store.findAccount(account.id)).toEqual({ ...account, closedAtMs: clock.nowMs() });
    expect(await run("accounts list")).toMatch(/500 +closed +2026/);
    const closed = { state: "closed", closed_at: "2026-11-21T14:00:00Z", deleted_at: null };
    expect(await runJson("accounts show 4711")).toMatchObject({ account: closed });
    expect(await runJson("accounts reopen 4711")).toMatchObject({
      account: { state: "active", closed_at: null },
    });
    expect(await store.findAccount(account.id)).toEqual(account);
  });
});

describe("accounts delete", () => {
  it("takes an account's name and reference, and shows what is left", async () => {
    const { run, runJson, refusal, store } = commands();
    const { id } = await createClosed();
    const printed = await run(`accounts delete ${id} --yes`);
    expect(printed).toContain("Name     (deleted)\n");
    expect(printed).toContain("State    deleted since 2026-11-21T14:00:00Z\n");
    expect(printed).toContain("\n\nDeleted: its name, reference, keys and sports. Kept under its id: ");
    expect(await runJson(`accounts show ${id}`)).toMatchObject({
      account: { name: "(deleted)", external_ref: null, state: "deleted" },
    });
    for (const gone of ["4711", "Courts", "(deleted)"]) {
      expect(await refusal("accounts show", gone)).toMatchObject({
        line: `There is no account ${gone}. \`accounts list\` shows those there are.`,
      });
    }
    expect(await store.findAccount(id)).toMatchObject({ name: "(deleted)" });
  });

  it.each(["accounts delete ID --yes", "accounts reopen ID", "accounts set-plan ID growth", "keys issue ID"])(
    "of a deleted account nothing can be changed: %s",
    async (words) => {
      const { run, refusal } = commands();
      const { id } = await createClosed();
      await run(`accounts delete ${id} --yes`);
      expect(await refusal(words.replace("ID", id))).toEqual({
        line: `The account ${id} is deleted: nothing of it can be changed.`,
        exitCode: 1,
      });
    },
  );

  it("asks for the account's id where somebody can be asked, and does nothing without it", async () => {
    const { store, clock } = commands();
    const { id } = await createClosed();
    for (const { typed, line, exitCode } of [
      { typed: "y", line: "That is not its id. Nothing was deleted.", exitCode: 1 },
      {
        typed: undefined,
        line: "Deleting cannot be undone: add --yes to do so without being asked",
        exitCode: 2,
      },
    ]) {
      const asked = commandsOn({ store, clock, typed });
      expect(await asked.refusal("accounts delete 4711")).toEqual({ line, exitCode });
      expect(await store.findAccount(id)).toMatchObject({ name: "Courts" });
    }
    await commandsOn({ store, clock, typed: ` ${id}\n` }).run("accounts delete 4711");
    expect(await store.findAccount(id)).toMatchObject({ name: "(deleted)" });
  });

  it("refuses an account that is in use", async () => {
    const { refusal, store } = commands();
    const account = await createOrdered();
    expect(await refusal("accounts delete 4711 --yes")).toEqual({
      line: `The account ${account.id} is in use: accounts close ${account.id}, and delete it after the last bill.`,
      exitCode: 1,
    });
    expect(await store.findAccount(account.id)).toEqual(account);
  });

  it("keeps the month's calls in the bill under the account's id, and out of quota warnings", async () => {
    const { run, runJson, store } = commands();
    const { id } = await createClosed();
    await store.spend({ accountId: id, month: "2026-11", day: 21, method: "GetForecast", quota: 500 });
    await run(`accounts delete ${id} --yes`);
    expect(await run("usage --all --month 2026-11 --csv")).toContain(
      `2026-11,${id},,(deleted),free,0,GBP,500,1,0,deleted`,
    );
    expect(await runJson("usage --all --above 0")).toMatchObject({ accounts: [] });
    expect(await runJson(`usage ${id} --month 2026-11`)).toMatchObject({ total: 1 });
  });
});
