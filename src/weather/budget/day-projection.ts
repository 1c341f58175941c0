// Projects the calls of a day if forecasts are fresh for FRESH_MS_MAX from now on.
import { HOUR_MS, MINUTE_MS } from "../../lib/time/clock.ts";
import { FRESH_MS_MAX } from "../cache/age-limits.ts";
import { hoursLeft } from "./pressure.ts";

/** An hour predicts better than the last minutes. */
const WINDOW_MS = HOUR_MS;

/** Nothing is predicted from a shorter time, which may contain only the fetches after a start. */
const WINDOW_MS_MIN = 20 * MINUTE_MS;
const SAMPLE_MS = MINUTE_MS;

/**
 * Waking hours, in which people book; each of the other nine hours has 0.42 times as many calls (a fifth of all calls in
 * total).
 */
const BUSTLE_HOURS = 15;
const NIGHT_FACTOR = 0.42;

interface Sample {
  readonly atMs: number;
  /** Since the first sample, over all days. */
  readonly spent: number;
}

/**
 * Extrapolates from the calls of the last hour. That hour is assumed to be a waking hour, and at most fifteen waking
 * hours are left. If it was a night hour, the projection rises in the morning.
 */
export function createDayProjection() {
  let samples: readonly Sample[] = [];
  let spentInAll = 0;

  return {
    /** `spent` is since the last note, by all replicas. So it is set against the time of day, as pressure.ts does. */
    note({ nowMs, spent }: { readonly nowMs: number; readonly spent: number }): void {
      spentInAll += spent;
      const newest = samples.at(-1);
      if (newest !== undefined && Math.abs(nowMs - newest.atMs) < SAMPLE_MS) return;
      // After a clock is set back, samples are in the future; they are dropped.
      const recent = samples.filter(({ atMs }) => atMs <= nowMs && nowMs - atMs <= WINDOW_MS + SAMPLE_MS);
      samples = [...recent, { atMs: nowMs, spent: spentInAll }];
    },
    /** The projected calls of the day. `freshMs` is how long forecasts were fresh recently. */
    callsOfDay({ nowMs, used, freshMs }: { nowMs: number; used: number; freshMs: number }): number {
      const [oldest] = samples;
      const windowMs = oldest === undefined ? 0 : nowMs - oldest.atMs;
      if (oldest === undefined || windowMs < WINDOW_MS_MIN) return used;
      const anHour = ((spentInAll - oldest.spent) * HOUR_MS) / windowMs;
      const left = hoursLeft(nowMs);
      const hours = Math.min(left, BUSTLE_HOURS) + NIGHT_FACTOR * Math.max(0, left - BUSTLE_HOURS);
      return Math.round(used + anHour * slowedTo(freshMs) * hours);
    },
  };
}

/**
 * The share of calls that remains if the freshness grows from `freshMs` to FRESH_MS_MAX. Popular places are then fetched
 * less often; the many other places are not. In total, calls fall with about the square root of the freshness
 * (bench/scale: 12 times the freshness leaves a third of the calls, for 300 to 30,000 venues).
 */
function slowedTo(freshMs: number): number {
  return Math.sqrt(freshMs / FRESH_MS_MAX);
}
