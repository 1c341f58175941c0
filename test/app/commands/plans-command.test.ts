import { describe, expect, it } from "vitest";
import { BUILT_IN_PLANS } from "../../../src/accounts/plans/built-in-plans.ts";
import { planToJson } from "../../../src/accounts/plans/plans-from-json.ts";
import { commandsOn, fileOf, useCommands } from "./use-commands.ts";

const commands = useCommands();

/** A file of the built-in plans with this change to Starter. */
function fileWith(changed: object): string {
  const plans = BUILT_IN_PLANS.map(planToJson);
  plans[1] = { ...plans[1], ...changed };
  return fileOf(JSON.stringify({ plans }));
}

/** The commands of a machine whose PLANS_FILE has no Starter plan. */
function withoutStarter() {
  const { store, clock } = commands();
  return commandsOn({ store, clock, plans: BUILT_IN_PLANS.filter(({ name }) => name !== "starter") });
}

const createAccount = (plan: string, monthlyQuota = 25_000) =>
  commands().store.createAccount({ name: "Courts", plan, monthlyQuota });

describe("plans", () => {
  it("lists the plans in force with quota and price", async () => {
    expect((await commands().run("plans")).split("\n")).toEqual([
      "PLAN                CALLS A MONTH  PRICE            ADDS",
      "free                          500  GBP 0 a month",
      "starter                    25,000  GBP 49 a month   usage dashboard",
      "growth                    100,000  GBP 149 a month  SLA guarantee, custom sport thresholds",
      "enterprise  add --monthly-quota N  by agreement     custom integrations, white-label",
      "internal               10,000,000  not for sale",
    ]);
  });

  it("prints the plans with --json in the format of PLANS_FILE", async () => {
    const { run, runJson } = commands();
    const file = fileOf(await run("plans --json"));
    expect(await runJson("plans check", file)).toEqual(await runJson("plans"));
  });
});

describe("plans check", () => {
  it("says everything that is wrong at once, in one line", async () => {
    const file = fileWith({ title: "", price: "cheap", includes: ["gold"] });
    expect(await commands().refusal("plans check", file)).toEqual({
      line: expect.stringMatching(/ is refused\. .*title: .*includes: .*price: /),
      exitCode: 1,
    });
    expect(await commands().refusal("plans check no-such-file.json")).toMatchObject({
      line: expect.stringContaining("no-such-file.json cannot be read"),
    });
  });

  it("succeeds, and notes what is allowed but seldom meant", async () => {
    const { run, notes } = commands();
    await run("plans check", fileWith({}));
    expect(notes).toEqual([]);
    await run("plans check", fileWith({ currency: "CHF", monthly_quota: 1, extras: ["SLA guarantee"] }));
    expect(notes).toEqual([
      "Prices are in GBP and CHF.",
      "Plans are not ordered by quota, and people see them in the order of the file.",
      'The extras of starter name an SLA, but only "includes": ["sla"] has it measured.',
    ]);
    const none = BUILT_IN_PLANS.map((plan) => Object.assign(planToJson(plan), { for_sale: false }));
    await run("plans check", fileOf(JSON.stringify({ plans: none })));
    expect(notes.slice(3)).toEqual(["No plan is for sale."]);
  });

  it("names the plan that the file lacks, with the number of accounts that have it", async () => {
    const file = fileWith({ name: "club" });
    await commands().run("plans check --in-use", file);
    await createAccount("starter");
    await createAccount("starter");
    await createAccount("free");
    await commands().run("plans check", file);
    expect(await commands().refusal("plans check --in-use", file)).toEqual({
      line: expect.stringContaining("starter (2 accounts)"),
      exitCode: 1,
    });
  });
});

describe("a machine whose plans lack the plan of an account", () => {
  it.each([
    "accounts list",
    "accounts show Courts",
    "accounts create --name B --plan free",
    "accounts set-plan Courts free",
    "sports list Courts",
    "plans apply free --from 500",
  ])("refuses `%s`, and names the missing plan", async (command) => {
    const account = await createAccount("starter");
    expect(await withoutStarter().refusal(command)).toEqual({
      line: expect.stringContaining("starter (1 account)"),
      exitCode: 1,
    });
    expect(await commands().store.listAccounts()).toEqual([account]);
  });

  it("can still stop an account and its keys", async () => {
    const account = await createAccount("starter");
    const { run } = withoutStarter();
    expect(await run(`accounts suspend ${account.id}`)).toContain("Plan     starter, 25,000 calls a month");
    expect(await run(`keys issue ${account.id}`)).toContain("wsk_");
  });
});

describe("plans apply", () => {
  /** An account with the plan's former quota, two with others, and the command that gives them the present quota. */
  const setUp = async () => {
    const { store, clock } = commands();
    const former = await createAccount("starter");
    const agreed = await createAccount("starter", 26_000);
    const other = await createAccount("growth");
    const plans = BUILT_IN_PLANS.map((plan) => Object.assign({}, plan, { monthlyQuota: 30_000 }));
    const { runJson, run } = commandsOn({ store, clock, plans });
    const change = { plan: "starter", from: 25_000, monthly_quota: 30_000, account_ids: [former.id] };
    return {
      store,
      former,
      agreed,
      other,
      runJson,
      run,
      change,
      command: "plans apply starter --from 25000",
    };
  };

  it("changes nothing in a dry run", async () => {
    const { store, former, agreed, other, runJson, change, command } = await setUp();
    expect(await runJson(`${command} --dry-run`)).toEqual({ ...change, is_dry_run: true });
    expect(await store.listAccounts()).toEqual([former, agreed, other]);
  });

  it("gives the plan's present quota to accounts with the former quota alone", async () => {
    const { store, former, agreed, other, runJson, change, command } = await setUp();
    expect(await runJson(command)).toEqual({ ...change, is_dry_run: false });
    expect(await store.listAccounts()).toMatchObject([{ ...former, monthlyQuota: 30_000 }, agreed, other]);
  });

  it("changes nothing when repeated", async () => {
    const { run, command } = await setUp();
    await run(command);
    expect(await run(command)).toBe("0 of 2 accounts on starter went from 25,000 to 30,000 calls a month");
  });

  it("leaves an account whose plan or quota changes meanwhile", async () => {
    const { store, clock } = commands();
    const first = await createAccount("starter");
    const second = await createAccount("starter");
    const plans = BUILT_IN_PLANS.map((plan) => Object.assign({}, plan, { monthlyQuota: 30_000 }));
    const busy: typeof store = {
      ...store,
      updateAccount: async (id, ...rest) => {
        if (id === first.id) await store.updateAccount(second.id, { monthlyQuota: 99_000 });
        return store.updateAccount(id, ...rest);
      },
    };
    const applied = await commandsOn({ store: busy, clock, plans }).runJson(
      "plans apply starter --from 25000",
    );
    expect(applied).toMatchObject({ account_ids: [first.id] });
    expect(await store.findAccount(second.id)).toMatchObject({ monthlyQuota: 99_000 });
  });

  it("without --from shows the present quotas", async () => {
    await createAccount("starter");
    await createAccount("starter", 26_000);
    expect(await commands().refusal("plans apply starter")).toEqual({
      line: "--from is missing. Quotas on starter, and how many accounts have each: 25,000 (1), 26,000 (1).",
      exitCode: 2,
    });
  });

  it("changes nothing from the present quota", async () => {
    expect(await commands().run("plans apply starter --from 25000")).toBe(
      "25,000 is already the quota of starter, so nothing changes: --from is the former quota.",
    );
  });

  it("is refused for a plan without a quota", async () => {
    expect(await commands().refusal("plans apply enterprise --from 5")).toMatchObject({ exitCode: 2 });
  });
});
