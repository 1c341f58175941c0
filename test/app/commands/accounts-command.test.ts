import { describe, expect, it } from "vitest";
import { secretSha256 } from "../../../src/accounts/api-key.ts";
import { spendingOf } from "../../accounts/spending-of.ts";
import { commandsOn, useCommands } from "./use-commands.ts";

const commands = useCommands();

const createAccount = (name?: string, plan?: string) => commands().createAccount(name, plan);

const createOrdered = () => commands().createAccount("Courts", "free", "4711");

async function createClosed() {
  const account = await createOrdered();
  await commands().store.updateAccount(account.id, { isClosed: true });
  return account;
}

describe("accounts create", () => {
  it("prints the account, its first key, and that the key will not be shown again", async () => {
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
        "Save the API key now: it is not stored and cannot be shown again.\n",
      ].join("\n"),
    );
    const caller = { account, keyId: key?.id };
    expect(await store.findCaller(secretSha256(apiKey), "2026-11")).toMatchObject(caller);
  });

  it.each([
    ["free", { plan: "free", monthlyQuota: 500 }],
    ["growth --monthly-quota 150000", { plan: "growth", monthlyQuota: 150_000 }],
    ["enterprise --monthly-quota 1", { plan: "enterprise", monthlyQuota: 1 }],
  ])("and set-plan set the plan, with the plan's quota or the given quota: %s", async (words, agreed) => {
    const { run, store } = commands();
    await run(`accounts create --name Courts --plan ${words}`);
    const other = await createAccount("Pitches", "starter");
    await run(`accounts set-plan ${other.id} ${words}`);
    expect(await store.listAccounts()).toMatchObject([agreed, { ...other, ...agreed }]);
  });

  it.each([
    ["gold", 'There is no plan "gold": choose one of free, starter, growth,'],
    ["enterprise", "agreed case by case: add --monthly-quota N"],
  ])("and set-plan refuse an unknown plan, and a plan that needs a quota: %s", async (plan, line) => {
    const { refusal, store } = commands();
    const account = await createAccount();
    const refused = { line: expect.stringContaining(line), exitCode: 2 };
    expect(await refusal(`accounts create --name x --plan ${plan}`)).toEqual(refused);
    expect(await refusal(`accounts set-plan ${account.id} ${plan}`)).toEqual(refused);
    expect(await store.listAccounts()).toEqual([account]);
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
      line: "It must be one line of printable text, not only spaces, of at most 200 characters.",
    })),
    ...["", "two\nlines", "x".repeat(201), "acc_abcdefghijkl", "--json"].map((reference) => ({
      args: ["--external-ref", reference],
      line: "It must be 1 to 200 printable characters",
    })),
    ...["0", "1.5", "25,000", "", "99999999999999999"].map((quota) => ({
      args: [`--monthly-quota=${quota}`],
      line: `'${quota}' is invalid. It must be a whole number of 1 or more, in digits only.`,
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

  it("makes an account with that reference, and prints both as one JSON document for scripts", async () => {
    const { runJson, store } = commands();
    const created = await runJson("accounts create --plan growth --name Courts", ...ORDER);
    const [{ id } = { id: "" }] = await store.listAccounts();
    const [{ id: keyId, prefix } = { id: "" }] = await store.listKeys(id);
    const account = { id, name: "Courts", external_ref: "order 4711/ä", monthly_quota: 100_000 };
    expect(created).toMatchObject({
      created: true,
      account,
      key: { id: keyId, prefix, api_key: expect.stringMatching(/^wsk_\w{38}$/) },
    });
    expect(await runJson("accounts list")).toMatchObject({ accounts: [account] });
  });

  it("gives the account a reference that list and show print", async () => {
    const { run, store } = commands();
    await run("accounts create --plan growth --name Courts", ...ORDER);
    const [{ id } = { id: "" }] = await store.listAccounts();
    expect(await run("accounts list")).toContain(`${id}  Courts  order 4711/ä  Growth`);
    expect(await run(`accounts show ${id}`)).toContain("\nReference  order 4711/ä\n");
  });

  it("when repeated prints the existing account, and makes neither account nor key", async () => {
    const { run, runJson, store } = commands();
    await run("accounts create --plan growth --name Courts", ...ORDER);
    const [account] = await store.listAccounts();
    const shown = { id: account?.id, name: "Courts", plan: "growth" };

    const same = await run("accounts create --plan growth --name Courts", ...ORDER);
    expect(same).toContain(`Account    ${account?.id}\n`);
    expect(same).toContain(
      "An account with that reference existed already, so no account and no key was made.\n",
    );
    expect(same).not.toContain("wsk_");
    const other = await run("accounts create --plan free --name Pitches", ...ORDER);
    expect(other).toContain("no key was made. It differs from the order, and was not changed.\n");
    const json = await runJson("accounts create --plan free --name Pitches", ...ORDER);
    expect(json).toMatchObject({ created: false, account: shown, key: null });
    expect(await store.listAccounts()).toEqual([account]);
    expect(await store.listKeys(account?.id ?? "")).toHaveLength(1);
  });
});

it("accounts create without a plan lists all plans, as its help does in a table", async () => {
  const { refusal, run } = commands();
  expect(await refusal("accounts create --name x")).toEqual({
    line: "--plan is missing: free (500 calls a month), starter (25,000 calls a month), growth (100,000 calls a month), enterprise (add --monthly-quota N), internal (10,000,000 calls a month). See accounts create --help.",
    exitCode: 2,
  });
  expect(await run("accounts create --help")).toContain(await run("plans"));
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

  it("says what to do if there are no accounts, and gives scripts an empty list", async () => {
    const { run, runJson } = commands();
    expect(await run("accounts list")).toContain("accounts create --name NAME --plan free");
    expect(await runJson("accounts list")).toEqual({ accounts: [] });
  });
});

it("accounts show shows the account and this month's calls", async () => {
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

describe("a change of an account's", () => {
  it("state is shown, and changes nothing else", async () => {
    const { run, runJson, store, clock } = commands();
    const account = await createOrdered();
    for (const [command, state, change] of [
      ["suspend", "suspended", { isSuspended: true }],
      ["resume", "active", {}],
      ["close", "closed", { closedAtMs: clock.nowMs() }],
      ["reopen", "active", {}],
    ] as const) {
      const since = state === "closed" ? "2026-11-21T14:00:00Z" : null;
      const shown = since === null ? state : `${state} since ${since}`;
      expect(await run(`accounts ${command} 4711`)).toContain(`\nState      ${shown}\n`);
      expect(await store.findAccount(account.id)).toEqual({ ...account, ...change });
      const json = { is_suspended: state === "suspended", state, closed_at: since, deleted_at: null };
      expect(await runJson("accounts show 4711")).toMatchObject({ account: json });
    }
  });

  it("name is refused if the new name cannot be printed", async () => {
    const { runJson, refusal, store } = commands();
    const account = await createOrdered();
    const renamed = { account: { name: "Pitches" } };
    expect(await runJson("accounts rename 4711", " Pitches ")).toMatchObject(renamed);
    expect(await refusal("accounts rename 4711", "two\nlines")).toMatchObject({ exitCode: 2 });
    expect(await store.findAccount(account.id)).toEqual({ ...account, name: "Pitches" });
  });
});

describe("accounts delete", () => {
  it("shows what is left of the account", async () => {
    const { run } = commands();
    const { id } = await createClosed();
    const printed = await run(`accounts delete ${id} --yes`);
    expect(printed).toContain("Name     (deleted)\n");
    expect(printed).toContain("State    deleted since 2026-11-21T14:00:00Z\n");
    expect(printed).toContain("\n\nDeleted: its name, reference, keys and sports. Kept under its id: ");
  });

  it("removes the account's name and reference", async () => {
    const { run, runJson, refusal } = commands();
    const { id } = await createClosed();
    await run(`accounts delete ${id} --yes`);
    expect(await runJson(`accounts show ${id}`)).toMatchObject({
      account: { name: "(deleted)", external_ref: null, state: "deleted" },
    });
    for (const gone of ["4711", "Courts", "(deleted)"]) {
      expect(await refusal("accounts show", gone)).toMatchObject({
        line: `There is no account ${gone}. \`accounts list\` shows all accounts.`,
      });
    }
  });

  it("allows no change afterwards", async () => {
    const { run, refusal } = commands();
    const { id } = await createClosed();
    await run(`accounts delete ${id} --yes`);
    expect(await refusal(`accounts reopen ${id}`)).toEqual({
      line: `The account ${id} is deleted and cannot be changed.`,
      exitCode: 1,
    });
  });

  it("asks at a terminal for the account's id, and deletes nothing without the id or --yes", async () => {
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
      line: `The account ${account.id} is not closed: accounts close ${account.id}, and delete it after the last bill.`,
      exitCode: 1,
    });
    expect(await store.findAccount(account.id)).toEqual(account);
  });

  /** A deleted account with a call of this month. */
  const deleteWithCall = async () => {
    const { run, store } = commands();
    const { id } = await createClosed();
    await store.spend(spendingOf(id));
    await run(`accounts delete ${id} --yes`);
    return id;
  };

  it("keeps the account's calls of the month in the bill, under its id", async () => {
    const id = await deleteWithCall();
    const { run, runJson } = commands();
    expect(await run("usage --all --month 2026-11 --csv")).toContain(
      `2026-11,${id},,(deleted),free,0,GBP,500,1,0,deleted`,
    );
    expect(await runJson(`usage ${id} --month 2026-11`)).toMatchObject({ total: 1 });
  });

  it("leaves the account out of quota warnings", async () => {
    await deleteWithCall();
    expect(await commands().runJson("usage --all --above 0")).toMatchObject({ accounts: [] });
  });
});
