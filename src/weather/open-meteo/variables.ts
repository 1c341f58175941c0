// What is asked of Open-Meteo, and how each variable is to be understood: https://open-meteo.com/en/docs
import type { WeatherColumn } from "../hourly-weather.ts";
import type { ProviderVariable } from "../provider/answer-checks.ts";

export interface OpenMeteoVariable extends ProviderVariable {
  /**
   * `preceding-hour`: the value at t is a sum or a maximum over [t - 1 h, t), or derived from such, so it belongs to
   * the hour before. `instant`: the value is that of the moment t, so a short gap can be bridged.
   */
  readonly timing: "preceding-hour" | "instant";
}

/**
 * For each column its variable; a request names them in this order. Ten of them count as one call, an eleventh as a tenth of
 * one more: so day and night, which the sun tells as well, are not among them.
 */
export const OPEN_METEO_VARIABLES: Readonly<Partial<Record<WeatherColumn, OpenMeteoVariable>>> = {
  tempC: { name: "temperature_2m", unit: "°C", timing: "instant" },
  apparentC: { name: "apparent_temperature", unit: "°C", timing: "instant" },
  humidityPct: { name: "relative_humidity_2m", unit: "%", timing: "instant" },
  rainMm: { name: "precipitation", unit: "mm", timing: "preceding-hour" },
  precipProbPct: { name: "precipitation_probability", unit: "%", timing: "preceding-hour" },
  // Stated as a moment's, but worked out from the sums of the preceding hour.
  weatherCode: { name: "weather_code", timing: "preceding-hour" },
  cloudPct: { name: "cloud_cover", unit: "%", timing: "instant" },
  windKmh: { name: "wind_speed_10m", unit: "km/h", timing: "instant" },
  gustKmh: { name: "wind_gusts_10m", unit: "km/h", timing: "preceding-hour" },
  visibilityM: { name: "visibility", unit: "m", timing: "instant" },
};
