// Projects the current month from its days so far.
import { DAY_MS } from "../clock.ts";
import { isoDay } from "../iso-time.ts";
import { totalCalls, type UsageRow } from "./usage.ts";
import { monthAt } from "./month.ts";

export interface Projection {
  /** The month's calls at its end, if it goes on like this; may exceed the quota. */
  readonly calls: number;
  /** On how many full days it is based. */
  readonly fullDays: number;
  /** Fewer than seven days, perhaps without a weekend: a rough guess. */
  readonly isRough: boolean;
  /** The UTC day on which the quota will be used up, `2026-11-26`; undefined if it lasts or is used up already. */
  readonly usedUpOn: string | undefined;
}

const WEEK_DAYS = 7;

/**
 * Takes the mean of the full days, from the first with a call to yesterday, for each day that is left. Today counts as the
 * mean, or as what it has if that is more. Undefined before the first full day.
 */
export function projectMonth({
  rows,
  monthlyQuota,
  nowMs,
}: {
  /** Of the current month. */
  readonly rows: readonly Pick<UsageRow, "day" | "calls">[];
  readonly monthlyQuota: number;
  readonly nowMs: number;
}): Projection | undefined {
  const { day: today, startMs, endMs } = monthAt(nowMs);
  const todayText = isoDay(nowMs);
  const full = rows.filter(({ day }) => day < todayText);
  const firstText = full.map(({ day }) => day).sort()[0];
  if (firstText === undefined) return undefined;

  const fullDays = today - Number(firstText.slice(-2));
  const before = totalCalls(full);
  const mean = before / fullDays;
  const used = totalCalls(rows);
  const atDaysEnd = Math.max(used, before + mean);
  const daysLeft = (endMs - startMs) / DAY_MS - today;
  // 1e-9 absorbs binary noise: 4.000000000000001 days stand for 4.
  const daysToQuota = Math.max(0, Math.ceil((monthlyQuota - atDaysEnd) / mean - 1e-9));
  const isUsedUp = used >= monthlyQuota;
  return {
    calls: Math.round(atDaysEnd + mean * daysLeft),
    fullDays,
    isRough: fullDays < WEEK_DAYS,
    usedUpOn: isUsedUp || daysToQuota > daysLeft ? undefined : isoDay(nowMs + daysToQuota * DAY_MS),
  };
}
