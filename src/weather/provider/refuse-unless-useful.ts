import { HOUR_MS } from "../../clock.ts";
import type { HourlyWeather } from "../hourly-weather.ts";
import { WeatherError } from "../weather-error.ts";
import type { AnswerDefect } from "../weather-error.ts";

/**
 * Throws a WeatherError `unusable` unless the current hour is among the hours and something is known of temperature,
 * wind and rain from it on: an answer of nothing but nulls counts as none.
 */
export function refuseUnlessUseful(weather: HourlyWeather, nowMs: number): void {
  const unusable = (defect: AnswerDefect, message: string) =>
    new WeatherError("unusable", `${weather.source}: ${message}`, { defect });

  const current = Math.floor((nowMs - weather.startMs) / HOUR_MS);
  if (current < 0 || current >= weather.hours) {
    const from = new Date(weather.startMs).toISOString();
    throw unusable("hours", `${weather.hours} hours from ${from} do not contain the current one`);
  }
  const isKnown = (column: Float32Array) => column.subarray(current).some((value) => !Number.isNaN(value));
  if (!isKnown(weather.tempC)) throw unusable("nulls", "no temperature from the current hour on");
  if (!isKnown(weather.windKmh)) throw unusable("nulls", "no wind from the current hour on");
  // Without either, a score would say "dry" where nothing is known.
  if (!isKnown(weather.rainMm) && !isKnown(weather.precipProbPct)) {
    throw unusable("nulls", "no rain from the current hour on");
  }
}
