import {
  StoreUnavailable,
  type Account,
  type AccountStore,
  type SpendResult,
} from "../accounts/account-store.ts";
import { monthAt, type MonthAndDay } from "../accounts/month.ts";
import type { Clock } from "../clock.ts";
import type { Metrics } from "../ops/metrics.ts";

/**
 * Counts a call in the month that it is, and tells in which. The store decides what becomes of a spend that it does not
 * answer for, or that nobody waits for any more; those are in the metrics.
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
    account: Account,
    method: string,
  ): Promise<SpendResult> => {
    try {
      return await store.spend({ accountId: account.id, month, day, quota: account.monthlyQuota, method });
    } catch (error) {
      if (error instanceof StoreUnavailable && error.mayHaveChanged) {
        metrics.unansweredSpends.inc({ fate: "unknown" });
      }
      throw error;
    }
  };

  return async (
    account: Account,
    { method, signal }: { readonly method: string; readonly signal: AbortSignal },
  ) => {
    let month = monthAt(clock.nowMs());
    let result = await spend(month, account, method);
    if (result.kind === "Exhausted" && clock.nowMs() >= month.endMs) {
      // It took the store until the next month to say so; nothing was counted.
      month = monthAt(clock.nowMs());
      result = await spend(month, account, method);
    }
    if (result.kind === "Spent" && signal.aborted) {
      metrics.unansweredSpends.inc({ fate: "counted" });
    }
    return { month, result };
  };
}
