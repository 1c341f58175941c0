import { getTimes } from "suncalc";
import { DAY_MS, MINUTE_MS } from "../clock.ts";

/** Sunrise and sunset of one day; Unix ms, to the minute: how the air bends light is not known better. */
export interface SunTimes {
  readonly sunriseMs: number;
  readonly sunsetMs: number;
}

/**
 * Of the days that a stretch of time touches, in order. A day is one by the sun, from midnight to midnight, so that its
 * sunset follows its sunrise wherever it is; days on which the sun stays up or down are left out.
 */
export function sunTimes(
  { lat, lng }: { readonly lat: number; readonly lng: number },
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
): readonly SunTimes[] {
  const found: SunTimes[] = [];
  // A day of the sun may begin half a day before the UTC day that the library takes it by, or after.
  for (let dayMs = fromMs - DAY_MS; dayMs <= untilMs + DAY_MS; dayMs += DAY_MS) {
    const { solarNoon, sunrise, sunset } = getTimes(new Date(dayMs), lat, lng);
    const isTouched = solarNoon.getTime() + DAY_MS / 2 > fromMs && solarNoon.getTime() - DAY_MS / 2 < untilMs;
    if (isTouched && sunrise !== null && sunset !== null) {
      found.push({ sunriseMs: toMinute(sunrise), sunsetMs: toMinute(sunset) });
    }
  }
  return found;
}

function toMinute(time: Date): number {
  return Math.round(time.getTime() / MINUTE_MS) * MINUTE_MS;
}
