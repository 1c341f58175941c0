import { expect, it } from "vitest";
import { FULL, recordsOf } from "../../contracts/records-of.ts";
import { useCommands } from "../use-commands.ts";

const commands = useCommands();

it("accounts history shows each period with its end, so that an upgrade in mid-month can be billed", async () => {
  const { run, runJson, store, clock } = commands();
  const { id } = await store.createAccount({ name: "Courts", plan: "starter", monthlyQuota: 25_000 });
  clock.advance(3_600_000);
  await run("accounts set-plan Courts growth");
  expect((await run("accounts history Courts")).split("\n")).toEqual([
    "SINCE                 UNTIL                 PLAN     CALLS A MONTH  STATE",
    "2026-11-21T14:00:00Z  2026-11-21T15:00:00Z  starter         25,000  active",
    "2026-11-21T15:00:00Z  now                   growth         100,000  active",
  ]);
  const period = { state: "active", is_presumed: false };
  expect(await runJson("accounts history Courts")).toEqual({
    account_id: id,
    periods: [
      {
        since: "2026-11-21T14:00:00Z",
        until: "2026-11-21T15:00:00Z",
        plan: "starter",
        monthly_quota: 25_000,
        ...period,
      },
      { since: "2026-11-21T15:00:00Z", until: null, plan: "growth", monthly_quota: 100_000, ...period },
    ],
  });
});

it("accounts history says where the first period is only as far as is known", async () => {
  const { run, store } = commands();
  await store.importAccounts(recordsOf(FULL));
  expect(await run(`accounts history ${FULL.account.id}`)).toMatch(
    /\n\nThe first line is as far as is known: the account is older than its history\.$/,
  );
});
