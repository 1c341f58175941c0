// How many calls a day will have had at its end if forecasts are fresh as long as they can be from now on.
import { HOUR_MS, MINUTE_MS } from "../../clock.ts";
import { FRESH_MS_MAX } from "../cache/age-limits.ts";
import { hoursLeft } from "./pressure.ts";

/** What the last hour spent says more than what the last minutes did. */
const WINDOW_MS = HOUR_MS;

/** Less than that says nothing: it may be all that is fetched after a start. */
const WINDOW_MS_MIN = 20 * MINUTE_MS;
const SAMPLE_MS = MINUTE_MS;

/** People book while they are awake: so many hours a day, and in the others 0.42 times as much (a fifth of the calls in nine hours). */
const BUSTLE_HOURS = 15;
const NIGHT_FACTOR = 0.42;

interface Sample {
  readonly atMs: number;
  /** Since the first sample, over all days. */
  readonly spent: number;
}

/**
 * From what the last hour spent. It is taken for an hour of the day's bustle, which lasts for fifteen hours at most; where it was
 * one of the night, more is projected as soon as the bustle has begun.
 */
export function createProjection() {
  let samples: readonly Sample[] = [];
  let spentInAll = 0;

  return {
    /** What was spent since it was noted last. */
    note({ nowMs, spent }: { readonly nowMs: number; readonly spent: number }): void {
      spentInAll += spent;
      const newest = samples.at(-1);
      if (newest !== undefined && nowMs - newest.atMs < SAMPLE_MS) return;
      const recent = samples.filter(({ atMs }) => nowMs - atMs <= WINDOW_MS + SAMPLE_MS);
      samples = [...recent, { atMs: nowMs, spent: spentInAll }];
    },
    /** Of the day at this time, where forecasts have been fresh for so long of late. */
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
 * How many of the calls remain when forecasts are fresh as long as they can be. Popular places are fetched the less often the
 * longer they are fresh, the many others are not: together it goes about by the square root (bench/scale: 12 times as long
 * leaves a third, for 300 to 30,000 venues).
 */
function slowedTo(freshMs: number): number {
  return Math.sqrt(freshMs / FRESH_MS_MAX);
}
