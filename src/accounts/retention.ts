// How long usage is retained: the current month and the twelve before it, so that a month can be compared with the same
// one a year ago.
import { monthAt, monthFromText } from "./month.ts";

const MONTHS_RETAINED = 13;

/** The names of the retained months, the current one first: `2026-11`, `2026-10`, … `2025-11`. */
export function retainedMonths(nowMs: number): readonly string[] {
  return Array.from({ length: MONTHS_RETAINED }, (_, age) => monthBefore(nowMs, age));
}

/** The last of them. */
export function oldestRetainedMonth(nowMs: number): string {
  return monthBefore(nowMs, MONTHS_RETAINED - 1);
}

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
  const oldestWithTrusted = oldestRetainedMonth(monthStartMs(newestTrusted));
  const [oldest = ""] = [oldestRetainedMonth(nowMs), oldestWithTrusted].toSorted();
  return oldest;
}

function monthStartMs(name: string): number {
  const month = monthFromText(name);
  if (month === undefined) {
    throw new Error(`"${name}" is not a month`);
  }
  return month.startMs;
}

function monthBefore(nowMs: number, age: number): string {
  const now = new Date(nowMs);
  return monthAt(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - age)).month;
}
