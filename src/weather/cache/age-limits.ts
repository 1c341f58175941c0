// Age limits: fresh, stale while refetching, stale on error. cached-source.ts decides by them; backoff.ts handles failures;
// ../budget/pressure.ts stretches the freshness.
import { MINUTE_MS } from "../../lib/time/clock.ts";
import type { Place } from "../../lib/place.ts";

/**
 * Fresh: used as it is. The default of FORECAST_FRESH_MINUTES. Models run every one to twelve hours. After an hour 7% of
 * the values of a forecast have changed (measured over 600 pairs), after 15 minutes hardly any. With this default, a
 * place is fetched at most four or five times an hour.
 */
export const FRESH_MS_DEFAULT = 15 * MINUTE_MS;

/**
 * The longest freshness, whether configured or stretched. The same time remains until a forecast is unusable, in case
 * sources fail.
 */
export const FRESH_MS_MAX = 180 * MINUTE_MS;

/**
 * How long after its freshness ended a forecast is still used during a refetch. Most places are requested again within
 * this time. With the default freshness, it ends when the forecast is an hour old.
 */
const STALE_BEYOND_FRESH_MS = 45 * MINUTE_MS;
const STALE_MS_MIN = 60 * MINUTE_MS;

/**
 * Stale on error: used while every source fails. At this age, a forecast lacks about one run of a global model, and its
 * rain may be hours off, but enough of its hours still lie ahead. Older forecasts are not used.
 */
export const USABLE_MS_MAX = 6 * 60 * MINUTE_MS;

/**
 * Stale while refetching: used at once, and refetched when its use is counted, so that nobody waits. With the default
 * freshness, this is the hour that callers are promised. An older forecast is used only if a fetch fails or takes too long.
 */
export function staleMsMax(freshMs: number): number {
  return Math.max(STALE_MS_MIN, freshMs + STALE_BEYOND_FRESH_MS);
}

/** Each place's freshness is shortened by up to this share, so that places fetched together do not expire together. */
const SPREAD = 0.2;

/** The place's share of the freshness. It is the same in every process, so replicas agree. */
export function freshShare({ key }: Place): number {
  return 1 - SPREAD * share(key);
}

/** How long a place's forecast is fresh, if the maximum is `freshMs`. */
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
