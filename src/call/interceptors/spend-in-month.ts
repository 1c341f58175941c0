import { StoreUnavailable, type AccountStore } from "../../accounts/store.ts";
import type { Caller } from "../../accounts/key.ts";
import type { Spending, SpendResult } from "../../accounts/spending.ts";
import { dayEndMs, monthAt, type MonthAndDay } from "../../accounts/month.ts";
import type { Clock } from "../../clock.ts";
import type { Metrics } from "../../ops/metrics.ts";
import type { OpenCall } from "../open-call.ts";

/**
 * Counts a call in the month and on the day that it is, and tells when that was, by the clock of the store where it has one. The store decides what becomes of a
 * spend that it does not answer for, or that nobody waits for any more; those are in the metrics.
 */
export function createSpendInMonth({
  store,
  clock,
  metrics,
}: {
  readonly store: Pick<AccountStore, "spend">;
  readonly clock: Clock;
  readonly metrics: Metrics;
}) {
  const spend = async (
    { month, day }: MonthAndDay,
    { account, keyId, restrictions }: Caller,
    { method, verdict }: Pick<Spending, "method" | "verdict">,
  ): Promise<SpendResult> => {
    const { id: accountId, monthlyQuota: quota } = account;
    const dailyQuota = restrictions?.callsADay;
    try {
      return await store.spend({ accountId, month, day, method, keyId, verdict, quota, dailyQuota });
    } catch (error) {
      if (error instanceof StoreUnavailable && error.mayHaveChanged) {
        metrics.unansweredSpends.inc({ fate: "unknown" });
      }
      throw error;
    }
  };

  return async (open: OpenCall, caller: Caller, verdict: Spending["verdict"]) => {
    const answered = { method: open.asked.method.name, verdict };
    let startedMs = clock.nowMs();
    let result = await spend(monthAt(startedMs), caller, answered);
    if (result.kind !== "Spent" && clock.nowMs() >= limitEndMs(result, startedMs)) {
      // It took the store until the next month or day to say so; nothing was counted.
      startedMs = clock.nowMs();
      result = await spend(monthAt(startedMs), caller, answered);
    }
    if (result.kind === "Spent" && open.over !== undefined) {
      metrics.unansweredSpends.inc({ fate: "counted" });
    }
    return { startedMs: result.atMs ?? startedMs, result };
  };
}

/** When there are calls again, after a spend that began then. */
function limitEndMs({ kind }: SpendResult, startedMs: number): number {
  return kind === "DayExhausted" ? dayEndMs(startedMs) : monthAt(startedMs).endMs;
}
