// What is asked of Open-Meteo, and how each variable is to be understood: https://open-meteo.com/en/docs
import type { WeatherColumn } from "./hourly-weather.ts";

export interface OpenMeteoVariable {
  /** As the request spells it; the answer echoes the spelling. */
  readonly name: string;
  readonly column: WeatherColumn;
  /** As `hourly_units` spells it when SI units are asked for; absent where there is no other unit to mistake it for. */
  readonly unit?: string;
  /** Values outside are not weather on this planet: the answer as a whole cannot be trusted. */
  readonly min: number;
  readonly max: number;
  /**
   * `preceding-hour`: the value at t is a sum or a maximum over [t - 1 h, t), or derived from such, so it belongs to
   * the hour before. `instant`: the value is that of the moment t, so a short gap can be bridged.
   * `flag`: of the moment t too, but there is nothing between two values.
   */
  readonly timing: "preceding-hour" | "instant" | "flag";
}

/**
 * The bounds leave room beyond the records of the World Meteorological Organization: -89.2 and 56.7 °C, 305 mm in an
 * hour, a gust of 408 km/h.
 */
export const OPEN_METEO_VARIABLES: readonly OpenMeteoVariable[] = [
  { name: "temperature_2m", column: "tempC", unit: "°C", min: -100, max: 70, timing: "instant" },
  { name: "apparent_temperature", column: "apparentC", unit: "°C", min: -130, max: 100, timing: "instant" },
  { name: "relative_humidity_2m", column: "humidityPct", unit: "%", min: 0, max: 100, timing: "instant" },
  { name: "precipitation", column: "rainMm", unit: "mm", min: 0, max: 500, timing: "preceding-hour" },
  {
    name: "precipitation_probability",
    column: "precipProbPct",
    unit: "%",
    min: 0,
    max: 100,
    timing: "preceding-hour",
  },
  // Stated as a moment's, but worked out from the sums of the preceding hour.
  { name: "weather_code", column: "weatherCode", min: 0, max: 99, timing: "preceding-hour" },
  { name: "cloud_cover", column: "cloudPct", unit: "%", min: 0, max: 100, timing: "instant" },
  { name: "wind_speed_10m", column: "windKmh", unit: "km/h", min: 0, max: 450, timing: "instant" },
  { name: "wind_gusts_10m", column: "gustKmh", unit: "km/h", min: 0, max: 500, timing: "preceding-hour" },
  { name: "is_day", column: "isDay", min: 0, max: 1, timing: "flag" },
  { name: "visibility", column: "visibilityM", unit: "m", min: 0, max: 1_000_000, timing: "instant" },
];
