import { describe, expect, it } from "vitest";
import { BUILT_IN_PLANS } from "../../../src/accounts/plans/built-in-plans.ts";
import { spendingOf } from "../../accounts/spending-of.ts";
import { BARE, recordsOf } from "../../contracts/records-of.ts";
import { commandsOn, useCommands } from "./use-commands.ts";

const commands = useCommands();

const HEADER =
  "month,account_id,external_ref,name,plan,price,currency,monthly_quota,calls,percent,state,plans";

/** Makes an account that has used `calls` of a quota of 10. */
async function accountWith(calls: number, init: { name?: string; externalRef?: string; plan?: string } = {}) {
  const { store, clock } = commands();
  const { name = "Courts", plan = "starter", externalRef } = init;
  clock.advance(1);
  const made = { name, plan, monthlyQuota: 10 };
  const account =
    externalRef === undefined
      ? await store.createAccount(made)
      : (await store.createAccountOnce({ ...made, externalRef })).account;
  await spend(account.id, calls, 10);
  return account;
}

/** Makes these calls at once, so that one commit counts them. */
async function spend(accountId: string, calls: number, quota: number): Promise<void> {
  const call = spendingOf(accountId, { quota });
  await Promise.all(Array.from({ length: calls }, () => commands().store.spend(call)));
}

describe("usage --all --csv", () => {
  it("has a line for each account, also without calls, as RFC 4180 writes it", async () => {
    const first = await accountWith(3, { name: 'The "Club", Bath', externalRef: "order 17" });
    const second = await accountWith(0, { name: "=1+1", plan: "enterprise" });
    commands().clock.advance(60_000);
    await commands().store.updateAccount(second.id, { isSuspended: true });
    expect(await commands().run("usage --all --csv")).toBe(
      [
        HEADER,
        `2026-11,${first.id},order 17,"The ""Club"", Bath",starter,49,GBP,10,3,30,active,2026-11-21T14:00:00Z starter 10`,
        `2026-11,${second.id},,'=1+1,enterprise,by agreement,,10,0,0,suspended,2026-11-21T14:00:00Z enterprise 10; 2026-11-21T14:01:00Z enterprise 10 suspended`,
      ]
        .map((line) => `${line}\r`)
        .join("\n"),
    );
  });

  it("has the accounts of the month asked for as they were then", async () => {
    const { run, runJson, store, clock } = commands();
    const club = await accountWith(3, { name: "Club" });
    const closed = await accountWith(0, { name: "Closed" });
    clock.goTo("2026-12-11T00:00:00Z");
    await store.updateAccount(club.id, { plan: "growth", monthlyQuota: 30 });
    await store.updateAccount(closed.id, { isClosed: true });
    clock.goTo("2027-01-02T00:00:00Z");
    await accountWith(0, { name: "Later" });
    const lines = async (month: string) =>
      (await run(`usage --all --csv --month ${month}`)).trimEnd().split("\r\n").slice(1);
    expect(await lines("2026-10")).toEqual([]);
    expect(await lines("2026-11")).toEqual([
      `2026-11,${club.id},,Club,starter,49,GBP,10,3,30,active,2026-11-21T14:00:00Z starter 10`,
      expect.stringContaining(",Closed,starter,49,GBP,10,0,0,active,"),
    ]);
    expect(await lines("2026-12")).toEqual([
      `2026-12,${club.id},,Club,growth,149,GBP,30,0,0,active,2026-12-01T00:00:00Z starter 10; 2026-12-11T00:00:00Z growth 30`,
      expect.stringContaining(
        ",0,0,closed,2026-12-01T00:00:00Z starter 10; 2026-12-11T00:00:00Z starter 10 closed",
      ),
    ]);
    expect((await lines("2027-01")).map((line) => line.split(",")[3])).toEqual(["Club", "Later"]);
    expect(await runJson("usage --all --month 2026-12")).toMatchObject({
      accounts: [
        {
          plans: [
            { plan: "starter", since: "2026-12-01T00:00:00Z", until: "2026-12-11T00:00:00Z" },
            { plan: "growth", price: "149", since: "2026-12-11T00:00:00Z", until: "2027-01-01T00:00:00Z" },
          ],
        },
        { state: "closed" },
      ],
    });
  });

  it("bills a call that another machine's clock dates before the account was made", async () => {
    const { store, run, clock } = commands();
    clock.goTo("2026-12-01T00:00:00.100Z");
    const { id } = await accountWith(0);
    await store.spend({ accountId: id, month: "2026-11", day: 30, method: "forecast", quota: 10 });
    expect(await run("usage --all --csv --month 2026-11")).toContain(
      `2026-11,${id},,Courts,starter,49,GBP,10,1,`,
    );
  });

  it("fails if a price of the month is not known, even for accounts that have changed plan or were deleted", async () => {
    const { store, clock } = commands();
    const plans = BUILT_IN_PLANS.filter(({ name }) => name !== "starter" && name !== "growth");
    const { refusal, run } = commandsOn({ store, clock, plans });
    const moved = await accountWith(3);
    const gone = await accountWith(0, { plan: "growth" });
    clock.advance(60_000);
    await store.updateAccount(moved.id, { plan: "free", monthlyQuota: 500 });
    await store.updateAccount(gone.id, { isClosed: true });
    await store.deleteAccount(gone.id);
    const refused = {
      line: 'Accounts had plans in 2026-11 that are not in force, so their prices are not known: starter, growth. Put them back into PLANS_FILE with "for_sale": false.',
      exitCode: 1,
    };
    expect(await refusal("usage --all --json")).toEqual(refused);
    expect(await refusal("usage --all")).toEqual(refused);
    expect(JSON.parse(await run("usage --all --above 80 --json"))).toMatchObject({ accounts: [] });
    clock.goTo("2026-12-02T00:00:00Z");
    expect(await run("usage --all --csv")).toContain(",free,0,GBP,500,0,0,active,");
  });

  it("notes that its prices are those of the built-in plans, in case PLANS_FILE was forgotten", async () => {
    const { run, notes } = commands();
    await run("usage --all --above 80");
    expect(notes).toEqual([]);
    await run("usage --all");
    expect(notes).toEqual(["Prices are those of the built-in plans: PLANS_FILE is not set."]);
  });

  it("notes if the month is not over", async () => {
    const { store, clock, runJson } = commands();
    expect(await runJson("usage --all")).toMatchObject({ is_running: true });
    const own = commandsOn({ store, clock, plans: [...BUILT_IN_PLANS] });
    await own.run("usage --all --csv");
    clock.goTo("2026-12-02T00:00:00Z");
    await own.run("usage --all --csv --month 2026-11");
    expect(own.notes).toEqual(["2026-11 is not over: these are its rows so far."]);
    expect(await runJson("usage --all --month 2026-11")).toMatchObject({ is_running: false });
  });

  it("has each account once, however many there are", async () => {
    const { store, run } = commands();
    const ids = Array.from({ length: 1_201 }, (_, index) => `acc_${index}`);
    const account = { ...BARE.account, plan: "free", closedAtMs: undefined };
    const history = [
      { sinceMs: 1, plan: "free", monthlyQuota: 7, state: "active", isPresumed: true } as const,
    ];
    const records = ids.map((id) => ({ ...BARE, account: { ...account, id }, history }));
    await store.addAccountRecords(recordsOf(...records));
    const lines = (await run("usage --all --csv")).split("\r\n").slice(1);
    expect(lines.map((line) => line.split(",")[1]).toSorted()).toEqual(ids.toSorted());
  });
});

describe("usage --all --above", () => {
  it("has the accounts that used that percentage of their quota or more, with the facts that an e-mail to them needs", async () => {
    await accountWith(7);
    const near = await accountWith(8, { externalRef: "order 17" });
    const over = await accountWith(10, { plan: "growth" });
    await commands().store.updateAccount(over.id, { monthlyQuota: 5 });
    const both = { name: "Courts", state: "active" };
    expect(await commands().runJson("usage --all --above 80")).toMatchObject({
      month: "2026-11",
      is_running: true,
      above: 80,
      accounts: [
        {
          ...both,
          account_id: near.id,
          external_ref: "order 17",
          plan: "starter",
          plan_title: "Starter",
          monthly_quota: 10,
          calls: 8,
          left: 2,
          percent: 80,
          plans: [{ plan: "starter", price: "49", currency: "GBP", until: null }],
        },
        {
          ...both,
          account_id: over.id,
          external_ref: null,
          left: 0,
          percent: 200,
          plans: [{ monthly_quota: 10 }, { monthly_quota: 5 }],
        },
      ],
    });
    expect((await commands().run("usage --all --above 80 --csv")).split("\n")).toHaveLength(3);
  });

  it("shows an account with a quota of 0 as one that has used all of its quota", async () => {
    const { store } = commands();
    await store.createAccount({ name: "Paused", plan: "starter", monthlyQuota: 0 });
    expect(await commands().runJson("usage --all --above 100")).toMatchObject({
      accounts: [{ percent: 100 }],
    });
  });

  it("does not round a share up to the percentage", async () => {
    const { id } = await accountWith(0);
    await commands().store.updateAccount(id, { monthlyQuota: 1000 });
    await spend(id, 799, 1000);
    expect(await commands().runJson("usage --all --above 80")).toMatchObject({ accounts: [] });
    expect(await commands().run("usage --all --above 80")).toBe(
      "No account used 80% of its quota or more in 2026-11.",
    );
    expect(await commands().runJson("usage --all --above 79")).toMatchObject({ accounts: [{ percent: 79 }] });
  });
});

describe("usage --all", () => {
  it("shows people a table with plan and price", async () => {
    const { id } = await accountWith(3);
    expect(await commands().run("usage --all")).toBe(
      [
        "ACCOUNT           REFERENCE  NAME    PLAN     PRICE           CALLS  OF   %",
        `${id}  -          Courts  Starter  GBP 49 a month      3  10  30`,
      ].join("\n"),
    );
  });

  it.each([
    ["usage --all Courts", "Give either an account or --all"],
    ["usage Courts --above 80", "--above is about all accounts"],
    ["usage --all --above 80%", "It must be a whole number, such as 80"],
    ["usage --all --csv --month 2026-12", "2026-12 has not begun. See usage --help."],
    ["usage Courts --month 2026-12", "2026-12 has not begun. See usage --help."],
  ])("%s is refused", async (command, line) => {
    await accountWith(1);
    expect(await commands().refusal(command)).toEqual({ line: expect.stringContaining(line), exitCode: 2 });
  });
});
