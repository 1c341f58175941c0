import { HOUR_MS } from "../../src/clock.ts";
import { callsByVenue, HOURLY_SHARE } from "./traffic.ts";

/** Halves a range of 24 h to less than a second. */
const STEPS = 17;
const LONGEST_MS = 24 * HOUR_MS;

/**
 * How long a place that nobody asks for stays cached, by day, where the least recently asked for go first: as long as it takes
 * until as many others were asked for as there is room (H. Che and others, 2002: hierarchical web caching systems). Infinite where there is
 * room for all.
 */
export function lruTermMs(init: {
  readonly venues: number;
  readonly replicas: number;
  /** In each replica. */
  readonly placesMax: number;
}): number {
  const { venues, replicas, placesMax } = init;
  if (venues <= placesMax) return Number.POSITIVE_INFINITY;
  const perMs = callsByVenue(venues).map((calls) => (calls * HOURLY_SHARE.day) / replicas / HOUR_MS);
  const askedForWithin = (ms: number) => perMs.reduce((sum, rate) => sum + 1 - Math.exp(-rate * ms), 0);
  let [low, high] = [0, LONGEST_MS];
  if (askedForWithin(high) < placesMax) return Number.POSITIVE_INFINITY;
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (askedForWithin(middle) < placesMax) low = middle;
    else high = middle;
  }
  return low;
}
