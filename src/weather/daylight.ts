// Sunrise, sunset and daylight of a place.
import { getPosition, getTimes } from "suncalc";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../lib/time/clock.ts";
import type { HourlyWeather } from "./hourly-weather.ts";
import type { Place } from "../lib/place.ts";

/**
 * Sunrise and sunset (Unix ms) of the days that a range touches, in order; exact only to the minute, because refraction
 * is not known more precisely. A day runs from midnight to midnight by the sun, so that sunset follows sunrise anywhere.
 * Days on which the sun does not rise or set are left out.
 */
export function sunTimes(
  { lat, lng }: { readonly lat: number; readonly lng: number },
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
) {
  const found: { readonly sunriseMs: number; readonly sunsetMs: number }[] = [];
  // A solar day may begin half a day before or after the UTC day that the library expects.
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
 * By convention the sun rises and sets at 0.833° below the horizon (half its width, and refraction). The library adds
 * 0.484° of refraction to altitudes below the horizon, so this is the remaining angle.
 */
const SUNRISE_DEG = -0.349;

/** Computes day or night from the sun's position for the hours without a value. */
export function withDaylight(weather: HourlyWeather, place: Place): HourlyWeather {
  if (!weather.isDay.some(Number.isNaN)) return weather;
  const isDay = weather.isDay.map((value, hour) =>
    Number.isNaN(value) ? sunIsUp(place, weather.startMs + hour * HOUR_MS) : value,
  );
  return { ...weather, isDay };
}

function sunIsUp(place: Place, timeMs: number): number {
  return getPosition(new Date(timeMs), place.lat, place.lng).altitude > SUNRISE_DEG ? 1 : 0;
}
