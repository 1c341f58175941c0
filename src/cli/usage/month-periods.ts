import type { PlanPeriod } from "../../accounts/account.ts";
import type { Month } from "../../accounts/month.ts";

/** What was agreed with an account in a month, or in a part of it. */
export interface MonthPeriod extends PlanPeriod {
  /** Unix ms; undefined while it lasts. */
  readonly untilMs: number | undefined;
}

/** The part of a history that is within a month, the oldest first; none of an account that came later. */
export function monthPeriods(
  history: readonly PlanPeriod[],
  { startMs, endMs }: Month,
  nowMs: number,
): readonly MonthPeriod[] {
  return history.flatMap((period, index) => {
    const nextMs = history[index + 1]?.sinceMs ?? Infinity;
    if (period.sinceMs >= endMs || nextMs <= startMs) return [];
    const untilMs = Math.min(nextMs, endMs);
    const sinceMs = Math.max(period.sinceMs, startMs);
    return [{ ...period, sinceMs, untilMs: untilMs > nowMs ? undefined : untilMs }];
  });
}
