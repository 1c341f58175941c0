// The days of the record. A forecast's day begins at 12:00 UTC; a session's day at midnight by the place's solar time.
import { HOUR_MS } from "../../lib/time/clock.ts";
import { sunDay, utcDay } from "../../lib/time/sun-day.ts";
import { placeAt, type Place } from "../../lib/place.ts";

/** The solar hours at which judged sessions begin, and their lengths. */
export const START_HOURS = Array.from({ length: 13 }, (_, index) => 8 + index);
export const DURATIONS_MINUTES = [60, 120] as const;

/** For how many days the record remembers when, and by which accounts, a place was asked about. */
export const REQUEST_DAYS = 30;

/** The days ahead that are judged, counted from the forecast's day. */
export const DAYS_AHEAD = 7;

/** By this solar hour the last session is over, and also the hour after it, in which a storm would still count. */
export const LAST_HOUR = 23;

/** The forecast day of a time: from 12:00 UTC to 12:00 UTC. */
export function forecastDay(ms: number): number {
  return utcDay(ms - 12 * HOUR_MS);
}

/** The last solar day that can be judged: a fetch returns 36 past hours, so no later fetch can return more of that day. */
export function lastDueDay(place: Place, nowMs: number): number {
  return sunDay(place, nowMs - (LAST_HOUR + 37) * HOUR_MS);
}

export function placeFromKey(key: string): Place {
  const [lat = Number.NaN, lng = Number.NaN] = key.split(",").map(Number);
  return placeAt(lat, lng);
}
