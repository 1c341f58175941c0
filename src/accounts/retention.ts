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

/** The last of those that are retained in a month: `2025-11` in `2026-11`. */
export function oldestRetainedWith(name: string): string {
  return oldestRetainedMonth(monthStartMs(name));
}

/** How many seconds from now a month is still retained; zero or less when it no longer is. */
export function secondsRetained(name: string, nowMs: number): number {
  const start = new Date(monthStartMs(name));
  return Math.ceil((start.setUTCMonth(start.getUTCMonth() + MONTHS_RETAINED) - nowMs) / 1000);
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
