// Projects the current month from its days so far.
import { DAY_MS } from "../lib/time/clock.ts";
import { isoDay } from "../lib/time/iso-time.ts";
import { totalCalls, type UsageRow } from "./usage.ts";
import { monthAt } from "./month.ts";

export interface MonthProjection {
  /** The expected calls of the whole month; may exceed the quota. */
  readonly calls: number;
  /** The number of full days on which the projection is based. */
  readonly fullDays: number;
  /** Based on fewer than seven full days, perhaps without a weekend. */
  readonly isRough: boolean;
  /** The UTC day on which the quota will be used up, `2026-11-26`; undefined if it lasts or is used up already. */
  readonly usedUpOn: string | undefined;
}

const WEEK_DAYS = 7;

/**
 * Expects the mean of the full days on each remaining day. Full days are those from the first day with a call to yesterday.
 * Today counts as the mean, or as its calls so far if they are more. Undefined if no earlier day of the month has a call.
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
}): MonthProjection | undefined {
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
