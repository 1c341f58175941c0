// Days, numbered from 1970: of UTC, and of a place's solar time.
import { DAY_MS, HOUR_MS } from "./clock.ts";
import type { Place } from "../place.ts";

/** The number of the UTC day since 1970. */
export function utcDay(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** The solar day of a time. Its offset from UTC is whole hours, so that sessions begin with an hour of the forecast. */
export function sunDay(place: Place, ms: number): number {
  return utcDay(ms + sunOffsetMs(place));
}

export function sunDayStartMs(place: Place, day: number): number {
  return day * DAY_MS - sunOffsetMs(place);
}

function sunOffsetMs({ lng }: Place): number {
  return Math.round(lng / 15) * HOUR_MS;
}
