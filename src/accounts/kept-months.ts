// How long usage is kept: the current month and the twelve before it, so that a month can be compared with the same one
// a year ago.
import { monthAt, monthFromText } from "./month.ts";

const MONTHS_KEPT = 13;

/** The names of the months kept, the current one first: `2026-11`, `2026-10`, … `2025-11`. */
export function keptMonths(nowMs: number): readonly string[] {
  return Array.from({ length: MONTHS_KEPT }, (_, age) => monthBefore(nowMs, age));
}

/** The last of them. */
export function oldestKeptMonth(nowMs: number): string {
  return monthBefore(nowMs, MONTHS_KEPT - 1);
}

/** For how long from now a month is one of those kept; negative when it no longer is. */
export function secondsKept(name: string, nowMs: number): number {
  const month = monthFromText(name);
  if (month === undefined) {
    throw new Error(`"${name}" is not a month`);
  }
  const start = new Date(month.startMs);
  return Math.ceil((start.setUTCMonth(start.getUTCMonth() + MONTHS_KEPT) - nowMs) / 1000);
}

function monthBefore(nowMs: number, age: number): string {
  const now = new Date(nowMs);
  return monthAt(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - age)).month;
}
