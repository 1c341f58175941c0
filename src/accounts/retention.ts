// How long usage is retained: the current month and the twelve before it, so that a month can be compared with last year's.
import { monthAt } from "./month.ts";

const MONTHS_RETAINED = 13;

/** The name of the oldest retained month: `2025-11` in November 2026. */
export function oldestRetainedMonth(nowMs: number): string {
  const now = new Date(nowMs);
  return monthAt(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS_RETAINED + 1)).month;
}

/**
 * How many months of single accounts one commit deletes at most. Such a month has about 90 rows; eight of them add a few
 * milliseconds to a commit. An old month of ten thousand accounts is gone within some thousand commits.
 */
export const MONTHS_FORGOTTEN_AT_ONCE = 8;

/**
 * A new month deletes nothing until this many of its hours were seen in order: a clock that leaps a year ahead and is
 * corrected within a day deletes nothing.
 */
export const HOURS_TRUSTED = 24;

/**
 * The oldest month to keep, counted back from the newest trusted month, or from the clock if the clock is earlier. If no
 * month is trusted, it is "", which keeps all.
 */
export function oldestMonthToStay(nowMs: number, newestTrusted: string | null): string {
  return newestTrusted === null ? "" : oldestRetainedMonth(Math.min(nowMs, Date.parse(newestTrusted)));
}
