// Which months may be forgotten while calls are counted: those that are no longer retained, once that can be trusted.
import { oldestRetainedMonth, oldestRetainedWith } from "../retention.ts";

/**
 * How many months of accounts one commit forgets at most. Each has about 90 rows, so this adds a few milliseconds; ten
 * thousand accounts have lost an old month after some thousand commits.
 */
export const MONTHS_FORGOTTEN_AT_ONCE = 8;

/**
 * Nothing is forgotten because of a month of which fewer hours than these were seen, one after the other: a clock that
 * leaps a year ahead and is put right within a day takes nothing along.
 */
export const HOURS_TRUSTED = 24;

/** The oldest month that stays, by the clock and by the newest month that is trusted; "" where none is, so that all stay. */
export function oldestMonthToStay(nowMs: number, newestTrusted: string | null): string {
  if (newestTrusted === null) return "";
  const [oldest = ""] = [oldestRetainedMonth(nowMs), oldestRetainedWith(newestTrusted)].toSorted();
  return oldest;
}
