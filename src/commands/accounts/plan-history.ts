// `accounts history`: who was on which plan when, for bills.
import type { AccountStore } from "../../accounts/account-store.ts";
import type { PlanPeriod } from "../../accounts/account/plan-period.ts";
import { isoTime } from "../../iso-time.ts";
import { alignedColumns } from "../aligned-columns.ts";
import type { Answer } from "../command.ts";
import { existingAccount } from "../existing-account.ts";

export async function planHistory(store: AccountStore, idOrName: string): Promise<Answer> {
  const { id } = await existingAccount(store, idOrName);
  const periods = (await store.planHistory(id)).map((period, index, all) => ({
    period,
    untilMs: all[index + 1]?.sinceMs,
  }));
  const rows = periods.map(({ period, untilMs }) => [
    isoTime(period.sinceMs),
    untilMs === undefined ? "now" : isoTime(untilMs),
    period.plan,
    period.monthlyQuota,
    period.state,
  ]);
  const table = alignedColumns([["SINCE", "UNTIL", "PLAN", "CALLS A MONTH", "STATE"], ...rows]);
  const isPresumed = periods[0]?.period.isPresumed === true;
  return {
    json: { account_id: id, periods: periods.map(({ period, untilMs }) => periodToJson(period, untilMs)) },
    text: isPresumed
      ? `${table}\n\nThe first line is as far as is known: the account is older than its history.`
      : table,
  };
}

function periodToJson(
  { sinceMs, plan, monthlyQuota, state, isPresumed }: PlanPeriod,
  untilMs: number | undefined,
): object {
  return {
    since: isoTime(sinceMs),
    until: untilMs === undefined ? null : isoTime(untilMs),
    plan,
    monthly_quota: monthlyQuota,
    state,
    is_presumed: isPresumed,
  };
}
