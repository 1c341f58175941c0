// What the sun says of a place: when it rises and sets, and which hours are by day.
import { getPosition, getTimes } from "suncalc";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../clock.ts";
import type { HourlyWeather } from "./hourly-weather.ts";
import type { Place } from "./place.ts";

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

/**
 * Sunrise and sunset are by convention at 0.833° below the horizon (half the sun's width, and refraction). The library
 * adds 0.484° of refraction to any altitude below the horizon, so there it stands at this.
 */
const SUNRISE_DEG = -0.349;

/** The same weather with day and night from the sun for those hours where the source does not tell. */
export function withDaylight(weather: HourlyWeather, place: Place): HourlyWeather {
  if (!weather.isDay.some(Number.isNaN)) return weather;
  const isDay = weather.isDay.map((told, hour) =>
    Number.isNaN(told) ? sunIsUp(place, weather.startMs + hour * HOUR_MS) : told,
  );
  return { ...weather, isDay };
}

function sunIsUp(place: Place, timeMs: number): number {
  return getPosition(new Date(timeMs), place.lat, place.lng).altitude > SUNRISE_DEG ? 1 : 0;
}
