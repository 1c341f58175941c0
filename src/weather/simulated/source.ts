import { type Clock, HOUR_MS } from "../../clock.ts";
import type { HourlyWeather, WeatherColumn } from "../hourly-weather.ts";
import { simulatedHour } from "./hour.ts";
import { HOURS_AHEAD, PAST_HOURS, SPARE_HOURS } from "../weather-source.ts";
import type { WeatherSource } from "../weather-source.ts";

/** Made-up weather for demos and tests, without a network: always there, and the same for whoever asks. */
export function createSimulatedSource({ clock }: { clock: Clock }): WeatherSource {
  return {
    name: "simulated",
    async forecast(place, signal) {
      signal.throwIfAborted();
      const nowMs = clock.nowMs();
      const startMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS - PAST_HOURS * HOUR_MS;
      const rows = Array.from({ length: PAST_HOURS + HOURS_AHEAD + SPARE_HOURS }, (_, i) =>
        simulatedHour(place, startMs + i * HOUR_MS),
      );
      const column = (name: WeatherColumn) => Float32Array.from(rows, (row) => row[name]);
      return {
        source: "simulated",
        generatedAtMs: nowMs,
        startMs,
        hours: rows.length,
        tempC: column("tempC"),
        apparentC: column("apparentC"),
        rainMm: column("rainMm"),
        precipProbPct: column("precipProbPct"),
        windKmh: column("windKmh"),
        gustKmh: column("gustKmh"),
        cloudPct: column("cloudPct"),
        weatherCode: column("weatherCode"),
        isDay: column("isDay"),
        visibilityM: column("visibilityM"),
        humidityPct: column("humidityPct"),
      } satisfies HourlyWeather;
    },
  };
}
