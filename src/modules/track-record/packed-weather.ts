// Weather as the record stores it: packed as in the cache, without hours that are not judged, and deflated.
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { HOUR_MS } from "../../lib/time/clock.ts";
import { packForecast, unpackForecast } from "../../weather/cache/packed-forecast.ts";
import { hoursBetween, joined } from "../../weather/earlier-hours.ts";
import { columnsFrom, type HourlyWeather } from "../../weather/hourly-weather.ts";
import type { Place } from "../../lib/place.ts";
import { PAST_HOURS } from "../../weather/weather-source.ts";
import { DAYS_AHEAD, LAST_HOUR } from "./days.ts";
import { sunDay, sunDayStartMs } from "../../lib/time/sun-day.ts";

/** A forecast from PAST_HOURS before its fetch to LAST_HOUR of the last day for which it is judged. */
export function packJudgedHours(weather: HourlyWeather, place: Place, fetchedAtMs: number): Uint8Array {
  const fromMs = (Math.floor(fetchedAtMs / HOUR_MS) - PAST_HOURS) * HOUR_MS;
  const lastDay = sunDay(place, fetchedAtMs) + DAYS_AHEAD - 1;
  const toMs = sunDayStartMs(place, lastDay) + LAST_HOUR * HOUR_MS;
  return deflateRawSync(packForecast(hoursBetween(weather, { fromMs, toMs })));
}

/** The hours that were over at the fetch; undefined if the source has none. */
export function packPastHours(fetched: HourlyWeather, fetchedAtMs: number): Uint8Array | undefined {
  const whole = joined(fetched);
  const toMs = Math.floor(fetchedAtMs / HOUR_MS) * HOUR_MS;
  if (whole.startMs >= toMs) return undefined;
  return deflateRawSync(packForecast(hoursBetween(whole, { fromMs: whole.startMs, toMs })));
}

/** Throws for bytes of another version of the packed form. */
export function unpackWeather(bytes: Uint8Array): HourlyWeather {
  return unpackForecast(inflateRawSync(bytes));
}

/**
 * The actual weather in the hours of a day's sessions and in the PAST_HOURS before them. Each hour comes from the latest fetch
 * that has it; it is NaN if no fetch does. It is dated after its last hour: all of it has passed, so scores take what fell. The
 * chance of rain is 100 if it rained, otherwise 0.
 */
export function actualWeather(brought: readonly HourlyWeather[], place: Place, day: number): HourlyWeather {
  const startMs = sunDayStartMs(place, day) + (8 - PAST_HOURS) * HOUR_MS;
  const hours = LAST_HOUR - 8 + PAST_HOURS;
  const columns = columnsFrom((name) => {
    const column = new Float32Array(hours).fill(Number.NaN);
    for (const weather of brought) {
      const first = (weather.startMs - startMs) / HOUR_MS;
      weather[name].forEach((value, index) => {
        if (!Number.isNaN(value) && first + index >= 0 && first + index < hours)
          column[first + index] = value;
      });
    }
    return column;
  });
  const precipProbPct = columns.rainMm.map((mm) => (Number.isNaN(mm) ? mm : mm > 0 ? 100 : 0));
  const generatedAtMs = startMs + hours * HOUR_MS;
  return { source: "analysis", generatedAtMs, startMs, hours, ...columns, precipProbPct };
}
