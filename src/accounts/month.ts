import { DAY_MS } from "../lib/time/clock.ts";

// The UTC calendar month. Usage is counted under the month's name, so nothing has to be reset, and a late call counts in
// its own month.

export interface Month {
  /** `2026-11` */
  readonly month: string;
  /** The month's first millisecond, Unix ms. */
  readonly startMs: number;
  /** The next month's first millisecond, Unix ms. */
  readonly endMs: number;
  readonly lengthSeconds: number;
}

interface MonthAndDay extends Month {
  /** UTC day of the month, 1..31. */
  readonly day: number;
}

/** The last result of monthAt, cached: a call needs its month several times, and the next call is mostly on the same day. */
let latestDay = 0;
let latest: MonthAndDay = { ...monthFrom(0), day: 1 };

export function monthAt(nowMs: number): MonthAndDay {
  const unixDay = Math.floor(nowMs / DAY_MS);
  if (unixDay !== latestDay) {
    const now = new Date(nowMs);
    const month = monthFrom(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
    latest = { ...month, day: now.getUTCDate() };
    latestDay = unixDay;
  }
  return latest;
}

/** Whole seconds until the next month, rounded up, at least 1. */
export function secondsToNextMonth(nowMs: number): number {
  return Math.ceil((monthAt(nowMs).endMs - nowMs) / 1000);
}

/** Whole seconds until the next UTC day, rounded up, at least 1. */
export function secondsToNextDay(nowMs: number): number {
  return Math.ceil((dayEndMs(nowMs) - nowMs) / 1000);
}

/** The start of the next UTC day, Unix ms. */
export function dayEndMs(nowMs: number): number {
  return (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;
}

/** The month written as `2026-11`; undefined for any other text. */
export function monthFromText(text: string): Month | undefined {
  return /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text) ? monthFrom(Date.parse(`${text}-01T00:00:00Z`)) : undefined;
}

function monthFrom(startMs: number): Month {
  const start = new Date(startMs);
  const endMs = new Date(startMs).setUTCMonth(start.getUTCMonth() + 1);
  return {
    month: start.toISOString().slice(0, "2026-11".length),
    startMs,
    endMs,
    lengthSeconds: (endMs - startMs) / 1000,
  };
}
