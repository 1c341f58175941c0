import { HOUR_MS, type WeatherColumns } from "../../src/scoring/weather-columns.ts";

/** One hour of weather. A value that is left out is not known. */
export interface HourOfWeather {
  readonly tempC?: number;
  readonly apparentC?: number;
  readonly rainMm?: number;
  readonly precipProbPct?: number;
  readonly windKmh?: number;
  readonly gustKmh?: number;
  readonly cloudPct?: number;
  readonly weatherCode?: number;
  readonly isDay?: number;
  readonly visibilityM?: number;
  readonly humidityPct?: number;
}

/** An hour that costs no point in most sports. */
export const FINE_HOUR: HourOfWeather = {
  tempC: 20,
  apparentC: 20,
  rainMm: 0,
  precipProbPct: 0,
  windKmh: 8,
  gustKmh: 12,
  cloudPct: 20,
  weatherCode: 1,
  isDay: 1,
};

/** A fine hour with something changed. */
export function fineHour(change: HourOfWeather): HourOfWeather {
  return { ...FINE_HOUR, ...change };
}

/** An hour of thunder, which a low chance of rain would contradict. */
export const STORMY_HOUR: HourOfWeather = { ...FINE_HOUR, precipProbPct: 50, weatherCode: 95 };

/** Hours as the columns that scores are made from, in doubles; `leadHours` is the lead of the first. */
export function columnsOf(hours: readonly HourOfWeather[], leadHours?: number): WeatherColumns {
  const column = (name: keyof HourOfWeather) => Float64Array.from(hours, (hour) => hour[name] ?? Number.NaN);
  return {
    hours: hours.length,
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
    ...(leadHours !== undefined && { startMs: 0, generatedAtMs: -leadHours * HOUR_MS }),
  };
}
