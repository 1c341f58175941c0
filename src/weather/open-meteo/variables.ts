// What is asked of Open-Meteo, and how each variable is to be understood: https://open-meteo.com/en/docs
import type { WeatherColumn } from "../hourly-weather.ts";

export interface OpenMeteoVariable {
  /** As the request spells it; the answer echoes the spelling. */
  readonly name: string;
  readonly column: WeatherColumn;
  /** As `hourly_units` spells it when SI units are asked for; absent where there is no other unit to mistake it for. */
  readonly unit?: string;
  /**
   * `preceding-hour`: the value at t is a sum or a maximum over [t - 1 h, t), or derived from such, so it belongs to
   * the hour before. `instant`: the value is that of the moment t, so a short gap can be bridged.
   * `flag`: of the moment t too, but there is nothing between two values.
   */
  readonly timing: "preceding-hour" | "instant" | "flag";
}

export const OPEN_METEO_VARIABLES: readonly OpenMeteoVariable[] = [
  { name: "temperature_2m", column: "tempC", unit: "°C", timing: "instant" },
  { name: "apparent_temperature", column: "apparentC", unit: "°C", timing: "instant" },
  { name: "relative_humidity_2m", column: "humidityPct", unit: "%", timing: "instant" },
  { name: "precipitation", column: "rainMm", unit: "mm", timing: "preceding-hour" },
  {
    name: "precipitation_probability",
    column: "precipProbPct",
    unit: "%",
    timing: "preceding-hour",
  },
  // Stated as a moment's, but worked out from the sums of the preceding hour.
  { name: "weather_code", column: "weatherCode", timing: "preceding-hour" },
  { name: "cloud_cover", column: "cloudPct", unit: "%", timing: "instant" },
  { name: "wind_speed_10m", column: "windKmh", unit: "km/h", timing: "instant" },
  { name: "wind_gusts_10m", column: "gustKmh", unit: "km/h", timing: "preceding-hour" },
  { name: "is_day", column: "isDay", timing: "flag" },
  { name: "visibility", column: "visibilityM", unit: "m", timing: "instant" },
];
