// Age limits of a forecast since it was fetched: fresh, stale while refetching, stale on error.
import { MINUTE_MS } from "../../clock.ts";
import type { Place } from "../place.ts";

/**
 * Fresh: answered from as it is. Models are run every one to twelve hours; of the values of a forecast an hour old 7 %
 * have changed (measured over 600 pairs), so of one this old hardly any, and a source is asked four times an hour.
 */
const FRESH_MS_MAX = 15 * MINUTE_MS;

/**
 * Stale while refetching: answered from while it is being fetched anew, so that nobody waits. It stays within the hour
 * that callers are promised. An older one is answered from only where a fetch has failed or takes too long.
 */
export const STALE_MS_MAX = 60 * MINUTE_MS;

/**
 * Stale on error: answered from while every source fails. By then about one run of a global model has been missed, rain
 * that was an hour off may be three; and enough of the hours that were fetched lie ahead. Older, no answer is the honest
 * one.
 */
export const USABLE_MS_MAX = 6 * 60 * MINUTE_MS;

/** Up to this share is taken off a place's fresh term, so that places fetched together do not expire together. */
const SPREAD = 0.2;

/** How long a place's forecast is fresh; the same in every process, so that replicas agree on it. */
export function freshTermMs({ key }: Place): number {
  return FRESH_MS_MAX * (1 - SPREAD * share(key));
}

/** From 0 to 1, about evenly spread over keys (FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/). */
function share(key: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let i = 0; i < key.length; i += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(i), 0x01_00_01_93);
  }
  return (hash >>> 0) / 2 ** 32;
}
