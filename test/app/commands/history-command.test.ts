import { describe, expect, it } from "vitest";
import { FULL, recordsOf } from "../../contracts/records-of.ts";
import { useCommands } from "./use-commands.ts";

const commands = useCommands();

/** An account on Growth that was on Starter for its first hour. */
async function upgraded() {
  const { run, createAccount, clock } = commands();
  const account = await createAccount("Courts", "starter", "4711");
  clock.advance(3_600_000);
  await run("accounts set-plan 4711 growth");
  return account;
}

describe("accounts history", () => {
  it("shows each period with its end, so that an upgrade in mid-month can be billed", async () => {
    const { run, runJson } = commands();
    const { id } = await upgraded();
    expect((await run("accounts history 4711")).split("\n")).toEqual([
      "SINCE                 UNTIL                 PLAN     CALLS A MONTH  STATE",
      "2026-11-21T14:00:00Z  2026-11-21T15:00:00Z  starter         25,000  active",
      "2026-11-21T15:00:00Z  now                   growth         100,000  active",
    ]);
    const period = { account_id: id, external_ref: "4711", state: "active", is_presumed: false };
    const [since, until] = ["2026-11-21T14:00:00Z", "2026-11-21T15:00:00Z"];
    expect(await runJson("accounts history 4711")).toEqual({
      account_id: id,
      periods: [
        { ...period, since, until, plan: "starter", monthly_quota: 25_000 },
        { ...period, since: until, until: null, plan: "growth", monthly_quota: 100_000 },
      ],
    });
  });

  it("marks a first period that is only presumed", async () => {
    const { run, store } = commands();
    await store.addAccountRecords(recordsOf(FULL));
    const printed = await run(`accounts history ${FULL.account.id}`);
    expect(printed).toContain("2026-01-02T03:04:05Z* ");
    expect(printed).toMatch(/\n\n\* As far as is known: the account is older than its history\.$/);
  });

  it("--all has every account's periods that overlap a month, also as CSV", async () => {
    const { run, runJson, store } = commands();
    const { id } = await upgraded();
    await store.addAccountRecords(recordsOf(FULL));
    const presumed = `${FULL.account.id},order 4711/ä,${FULL.account.name},2026-01-02T03:04:05Z,2026-01-02T03:04:05Z,old plan,500,active,true`;
    const suspended = `${FULL.account.id},order 4711/ä,${FULL.account.name},2026-01-02T03:04:05Z,,growth,7,suspended,false`;
    const header = "account_id,external_ref,name,since,until,plan,monthly_quota,state,is_presumed";
    expect((await run("accounts history --all --month 2026-01 --csv")).split("\n")).toEqual([
      header,
      presumed,
      suspended,
    ]);
    expect((await run("accounts history --all --month 2026-11 --csv")).split("\n")).toEqual([
      header,
      suspended,
      `${id},4711,Courts,2026-11-21T14:00:00Z,2026-11-21T15:00:00Z,starter,25000,active,false`,
      `${id},4711,Courts,2026-11-21T15:00:00Z,,growth,100000,active,false`,
    ]);
    expect((await run("accounts history --all")).split("\n")[0]).toMatch(/^ACCOUNT +SINCE/);
    expect(await runJson("accounts history --all --month 2026-10")).toMatchObject({
      account_id: null,
      periods: [{ account_id: FULL.account.id, state: "suspended" }],
    });
  });

  it.each(["accounts history", "accounts history Courts --all"])(
    "%s is refused: it needs either an account or --all",
    async (words) => {
      await upgraded();
      expect(await commands().refusal(words)).toEqual({
        line: "Give either an account or --all. See accounts history --help.",
        exitCode: 2,
      });
    },
  );
});
