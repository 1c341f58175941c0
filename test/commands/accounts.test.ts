import { describe, expect, it } from "vitest";
import { apiKeySha256 } from "../../src/accounts/api-key.ts";
import { accountsCommand } from "../../src/commands/accounts.ts";
import { CommandError } from "../../src/commands/command-error.ts";
import { UsageError } from "../../src/commands/usage-error.ts";
import { useCommands } from "./run-command.ts";

const commands = useCommands();

function createAccount(name = "Courts", plan = "free") {
  const { store } = commands();
  const monthlyQuota = plan === "free" ? 500 : 100_000;
  return store.createAccount({ name, plan: plan === "free" ? "free" : "growth", monthlyQuota });
}

describe("accounts create", () => {
  it("prints the account, its first key, and that it will not be shown again", async () => {
    const { run, store } = commands();
    const printed = await run(accountsCommand, "create", "--name", " Book a Court ", "--plan", "growth");
    const [account] = await store.listAccounts();
    const [key] = await store.listKeys(account?.id ?? "");
    const apiKey = /wsk_\w{38}/.exec(printed)?.[0] ?? "";

    expect(printed).toBe(
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
        "Keep the API key now: it is not stored and cannot be shown again.",
      ].join("\n"),
    );
    expect(await store.findCaller(apiKeySha256(apiKey), "2026-11")).toMatchObject({
      account,
      keyId: key?.id,
    });
  });

  it("prints one JSON document for scripts", async () => {
    const { runJson, store } = commands();
    const printed = await runJson(accountsCommand, "create", "--name", "Courts", "--plan", "free");
    const [account] = await store.listAccounts();
    const [key] = await store.listKeys(account?.id ?? "");
    expect(printed).toEqual({
      account: {
        id: account?.id,
        name: "Courts",
        plan: "free",
        monthly_quota: 500,
        is_suspended: false,
        created_at: "2026-11-21T14:00:00Z",
      },
      key: {
        id: key?.id,
        account_id: account?.id,
        prefix: key?.prefix,
        created_at: "2026-11-21T14:00:00Z",
        revoked_at: null,
        api_key: expect.stringMatching(/^wsk_\w{38}$/),
      },
    });
  });

  it.each([
    { plan: "free", args: [], monthlyQuota: 500 },
    { plan: "starter", args: [], monthlyQuota: 25_000 },
    { plan: "internal", args: [], monthlyQuota: 10_000_000 },
    { plan: "enterprise", args: ["--monthly-quota", "750000"], monthlyQuota: 750_000 },
    { plan: "free", args: ["--monthly-quota", "1"], monthlyQuota: 1 },
  ])("the quota of $plan with $args is $monthlyQuota", async ({ plan, args, monthlyQuota }) => {
    const { run, store } = commands();
    await run(accountsCommand, "create", "--name", "Courts", "--plan", plan, ...args);
    expect(await store.listAccounts()).toMatchObject([{ plan, monthlyQuota }]);
  });

  it.each([
    { title: "no name", args: ["--plan", "free"], says: "--name is missing. Usage: accounts create" },
    { title: "no plan", args: ["--name", "x"], says: "--plan is missing. Usage: accounts create" },
    { title: "an empty name", args: ["--name", " ", "--plan", "free"], says: "--name has to be" },
    { title: "a name of two lines", args: ["--name", "a\nb", "--plan", "free"], says: "--name has to be" },
    { title: "an unknown plan", args: ["--name", "x", "--plan", "gold"], says: "Plans: free, starter" },
    {
      title: "enterprise without a quota",
      args: ["--name", "x", "--plan", "enterprise"],
      says: "--monthly-quota",
    },
    ...["0", "-1", "1.5", "1e6", "25,000", "", "99999999999999999"].map((quota) => ({
      title: `a quota of "${quota}"`,
      args: ["--name", "x", "--plan", "free", `--monthly-quota=${quota}`],
      says: `not "${quota}"`,
    })),
    {
      title: "an unknown option",
      args: ["--nmae", "x"],
      says: "Unknown option '--nmae'. Usage: accounts create",
    },
    {
      title: "an option without its value",
      args: ["--name"],
      says: "argument missing. Usage: accounts create",
    },
    { title: "an option in place of a value", args: ["--name", "--plan"], says: "is ambiguous. Usage" },
    { title: "a stray argument", args: ["Courts"], says: '"Courts" is one argument too many. Usage' },
  ])("$title is refused in one line, and nothing is created", async ({ args, says }) => {
    const { refusal, store } = commands();
    const error = await refusal(accountsCommand, "create", ...args);
    expect(error).toBeInstanceOf(UsageError);
    expect(error.message).toContain(says);
    expect(error.message).not.toContain("\n");
    expect(await store.listAccounts()).toEqual([]);
  });
});

describe("accounts list", () => {
  it("shows the accounts in aligned columns", async () => {
    const { run, store } = commands();
    const first = await createAccount("Courts");
    const second = await createAccount("A longer name", "growth");
    await store.updateAccount(second.id, { isSuspended: true });

    expect((await run(accountsCommand, "list")).split("\n")).toEqual([
      "ACCOUNT           NAME           PLAN    CALLS A MONTH  STATE      CREATED",
      `${first.id}  Courts         Free              500  active     2026-11-21T14:00:00Z`,
      `${second.id}  A longer name  Growth        100,000  suspended  2026-11-21T14:00:00Z`,
    ]);
  });

  it("says what to do when there are none, and gives scripts an empty list", async () => {
    const { run, runJson } = commands();
    expect(await run(accountsCommand, "list")).toContain("accounts create --name NAME --plan free");
    expect(await runJson(accountsCommand, "list")).toEqual({ accounts: [] });
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

    const printed = await run(accountsCommand, "show", id);
    expect(printed).toContain(`Account  ${id}\n`);
    expect(printed).toContain("\n\n2 calls answered in 2026-11");
    expect(await runJson(accountsCommand, "show", id)).toMatchObject({
      account: { id, monthly_quota: 500 },
      month: "2026-11",
      used: 2,
    });
  });
});

describe("accounts suspend, resume and set-plan", () => {
  it("suspend and resume change the state and show it", async () => {
    const { run, runJson, store } = commands();
    const account = await createAccount();
    expect(await run(accountsCommand, "suspend", account.id)).toContain("State    suspended");
    expect(await store.findAccount(account.id)).toEqual({ ...account, isSuspended: true });
    expect(await runJson(accountsCommand, "resume", account.id)).toMatchObject({
      account: { is_suspended: false },
    });
    expect(await store.findAccount(account.id)).toEqual(account);
  });

  it.each([
    { args: ["growth"], change: { plan: "growth", monthlyQuota: 100_000 } },
    { args: ["growth", "--monthly-quota", "150000"], change: { plan: "growth", monthlyQuota: 150_000 } },
    { args: ["enterprise", "--monthly-quota", "2"], change: { plan: "enterprise", monthlyQuota: 2 } },
  ])("set-plan $args changes the plan and the quota together", async ({ args, change }) => {
    const { run, store } = commands();
    const account = await createAccount();
    await run(accountsCommand, "set-plan", account.id, ...args);
    expect(await store.findAccount(account.id)).toEqual({ ...account, ...change });
  });

  it("set-plan prints one JSON document for scripts", async () => {
    const { runJson } = commands();
    const { id } = await createAccount();
    expect(await runJson(accountsCommand, "set-plan", id, "starter")).toMatchObject({
      account: { id, plan: "starter", monthly_quota: 25_000 },
    });
  });

  it("set-plan to an unknown plan, or to enterprise without a quota, changes nothing", async () => {
    const { run, store } = commands();
    const account = await createAccount();
    for (const plan of ["gold", "enterprise"]) {
      await expect(run(accountsCommand, "set-plan", account.id, plan)).rejects.toThrow(UsageError);
    }
    expect(await store.findAccount(account.id)).toEqual(account);
  });
});

describe("accounts", () => {
  it.each([["show"], ["suspend"], ["resume"], ["set-plan", "free"]])(
    "%s of an account that does not exist says so",
    async (action, ...rest) => {
      const error = await commands().refusal(accountsCommand, action, "acc_nobody", ...rest);
      expect(error).toBeInstanceOf(CommandError);
      expect(error.message).toContain("There is no account acc_nobody.");
    },
  );

  it.each([
    {
      args: [],
      says: "Nothing to do. Usage: accounts create|list|show|suspend|resume|set-plan|export|import",
    },
    { args: ["delete", "acc_x"], says: '"delete" is not known. Usage: accounts create|list' },
    { args: ["constructor"], says: '"constructor" is not known.' },
    { args: ["show"], says: "ID is missing. Usage: accounts show ID [--json]" },
    { args: ["suspend"], says: "ID is missing. Usage: accounts suspend ID [--json]" },
    { args: ["resume", "a", "b"], says: '"b" is one argument too many. Usage: accounts resume ID' },
    { args: ["set-plan", "acc_x"], says: "PLAN is missing. Usage: accounts set-plan ID PLAN" },
    { args: ["list", "--json=yes"], says: "Usage: accounts list [--json]" },
  ])("$args is refused with how it is used", async ({ args, says }) => {
    const error = await commands().refusal(accountsCommand, ...args);
    expect(error).toBeInstanceOf(UsageError);
    expect(error.message).toContain(says);
  });
});
