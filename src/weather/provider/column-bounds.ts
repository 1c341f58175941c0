import type { WeatherColumn } from "../hourly-weather.ts";

/**
 * Values outside are not weather on this planet: the answer that has one cannot be trusted in the rest either. The
 * bounds leave room beyond the records of the World Meteorological Organization: -89.2 and 56.7 °C, 305 mm in an hour,
 * a gust of 408 km/h.
 */
export const COLUMN_BOUNDS: Readonly<Record<WeatherColumn, { readonly min: number; readonly max: number }>> =
  {
    tempC: { min: -100, max: 70 },
    apparentC: { min: -130, max: 100 },
    humidityPct: { min: 0, max: 100 },
    rainMm: { min: 0, max: 500 },
    precipProbPct: { min: 0, max: 100 },
    weatherCode: { min: 0, max: 99 },
    cloudPct: { min: 0, max: 100 },
    windKmh: { min: 0, max: 450 },
    gustKmh: { min: 0, max: 500 },
    isDay: { min: 0, max: 1 },
    visibilityM: { min: 0, max: 1_000_000 },
  };
