import { givenChancePct } from "./rain-chance.ts";
import { isSnow } from "./snow-share.ts";
import { isFoggy, valueAt, weatherCodeKind, type WeatherColumns } from "./weather-columns.ts";

/** The weather of an hour in one word. */
export type Conditions = "dry" | "cloudy" | "rain" | "snow" | "storm" | "fog";

/** From this amount or chance on, an icon shows rain or snow. */
const FALLING_MM = 0.1;
const FALLING_PCT = 50;

/** Above this, summaries also call the sky cloudy. */
const CLOUDY_ABOVE_PCT = 70;

/** The most important condition of the hour. Unknown values are ignored. */
export function conditionsOf(weather: WeatherColumns, hour: number): Conditions {
  if (weatherCodeKind(weather, hour) === "thunder") return "storm";
  if (isFalling(weather, hour)) return isSnow(weather, hour) ? "snow" : "rain";
  if (isFoggy(weather, hour)) return "fog";
  return valueAt(weather.cloudPct, hour) > CLOUDY_ABOVE_PCT ? "cloudy" : "dry";
}

/** By amount or chance. A code of snow says what falls, not that it does. */
export function isFalling(weather: WeatherColumns, hour: number): boolean {
  return valueAt(weather.rainMm, hour) >= FALLING_MM || givenChancePct(weather, hour) >= FALLING_PCT;
}
