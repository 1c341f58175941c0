// Where the current month is going, from its days so far.
import { DAY_MS } from "../clock.ts";
import { isoDay } from "../iso-time.ts";
import type { UsageRow } from "./usage.ts";
import { monthAt } from "./month.ts";

export interface Projection {
  /** What the month will have had when it ends, if it goes on as it was; not cut off at the quota. */
  readonly calls: number;
  /** How many full days it is made from. */
  readonly fullDays: number;
  /** With fewer than a week of days, and so perhaps no weekend among them, it is a rough guess. */
  readonly isRough: boolean;
  /** The UTC day on which the quota will be used up, `2026-11-26`; undefined where it will last, or is used up. */
  readonly usedUpOn: string | undefined;
}

const WEEK_DAYS = 7;

/**
 * The mean of the full days, from the first with a call to yesterday, for each day that is left; today counts as a mean day
 * or as what it has had already, whichever is more. Undefined before there is such a day.
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
  const before = sumOf(full);
  const mean = before / fullDays;
  const used = sumOf(rows);
  const atDaysEnd = Math.max(used, before + mean);
  const daysLeft = (endMs - startMs) / DAY_MS - today;
  // 1e-9 absorbs binary noise, so that 4.000000000000001 days are the 4 that they stand for.
  const daysToQuota = Math.max(0, Math.ceil((monthlyQuota - atDaysEnd) / mean - 1e-9));
  const isUsedUp = used >= monthlyQuota;
  return {
    calls: Math.round(atDaysEnd + mean * daysLeft),
    fullDays,
    isRough: fullDays < WEEK_DAYS,
    usedUpOn: isUsedUp || daysToQuota > daysLeft ? undefined : isoDay(nowMs + daysToQuota * DAY_MS),
  };
}

function sumOf(rows: readonly Pick<UsageRow, "calls">[]): number {
  return rows.reduce((sum, { calls }) => sum + calls, 0);
}
