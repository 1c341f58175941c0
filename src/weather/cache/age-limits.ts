// When a forecast is fetched again, by its age since it was fetched: fresh, stale while refetching, stale on error. The decision is
// in cached-source.ts; fetches.ts has what follows a failure, ../budget/pressure.ts how a day's calls stretch the freshness.
import { MINUTE_MS } from "../../clock.ts";
import type { Place } from "../place.ts";

/**
 * Fresh: answered from as it is, for so long unless it is set (FORECAST_FRESH_MINUTES). Models are run every one to twelve
 * hours; of the values of a forecast an hour old 7 % have changed (measured over 600 pairs), so of one this old hardly any,
 * and a source is asked four times an hour.
 */
export const FRESH_MS_DEFAULT = 15 * MINUTE_MS;

/** The longest that may be set, and that a budget of calls stretches it to: it leaves as much again for a source that fails. */
export const FRESH_MS_MAX = 180 * MINUTE_MS;

/** Long enough to be asked about again on most sites before the day's bustle is over, and an hour where nothing is set. */
const STALE_BEYOND_FRESH_MS = 45 * MINUTE_MS;
const STALE_MS_MIN = 60 * MINUTE_MS;

/**
 * Stale on error: answered from while every source fails. By then about one run of a global model has been missed, rain
 * that was an hour off may be three; and enough of the hours that were fetched lie ahead. Older, no answer is the honest
 * one.
 */
export const USABLE_MS_MAX = 6 * 60 * MINUTE_MS;

/**
 * Stale while refetching: answered from while it is being fetched anew, so that nobody waits. With the default it stays within
 * the hour that callers are promised. An older one is answered from only where a fetch has failed or takes too long.
 */
export function staleMsMax(freshMs: number): number {
  return Math.max(STALE_MS_MIN, freshMs + STALE_BEYOND_FRESH_MS);
}

/** Up to this share is taken off a place's fresh term, so that places fetched together do not expire together. */
const SPREAD = 0.2;

/** The share of the fresh term that a place's forecast has of it; the same in every process, so that replicas agree on it. */
export function freshShare({ key }: Place): number {
  return 1 - SPREAD * share(key);
}

/** How long a place's forecast is fresh where those of all places are for `freshMs` at most. */
export function freshTermMs(place: Place, freshMs: number): number {
  return Math.floor(freshMs * freshShare(place));
}

/** From 0 to 1, about evenly spread over keys (FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/). */
function share(key: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let i = 0; i < key.length; i += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(i), 0x01_00_01_93);
  }
  return (hash >>> 0) / 2 ** 32;
}
