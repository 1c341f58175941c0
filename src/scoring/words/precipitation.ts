import { isSnowing } from "../precipitation.ts";
import { weatherCodeKind } from "../weather-code.ts";
import { valueAt, type WeatherColumns } from "../weather-columns.ts";
import type { Language, Precipitation } from "./language.ts";

/** Rain or snow in an hour, in words: "light rain likely (70%)". */
export function precipitationWords(language: Language, weather: WeatherColumns, hour: number): string {
  const name = precipitationName(weather, hour);
  const words = language.precipitation[name];
  const chancePct = valueAt(weather.precipProbPct, hour);
  const isChanceSaid = name.endsWith("Likely") || (name.endsWith("howers") && chancePct >= 15);
  return isChanceSaid ? `${words} (${language.percent(Math.round(chancePct / 10) * 10)})` : words;
}

export function precipitationName(weather: WeatherColumns, hour: number): Precipitation {
  const kind = weatherCodeKind(weather, hour);
  if (kind === "heavy_snow") return "heavySnow";
  if (kind === "snow") return "snow";

  const chancePct = valueAt(weather.precipProbPct, hour);
  const rainMm = valueAt(weather.rainMm, hour);
  const isSnow = isSnowing(weather, hour);
  const falling = isSnow ? "snow" : rainName(rainMm);
  if (Number.isNaN(chancePct) || chancePct >= 80) return falling;
  if (chancePct >= 50) return `${falling}Likely`;
  if (chancePct >= 15 || rainMm >= 0.1) return isSnow ? "snowShowers" : "showers";
  return isSnow ? "slightSnow" : "slightRain";
}

/** Whether an hour is too likely to be wet to be called dry. */
export function isWorthMentioning(weather: WeatherColumns, hour: number): boolean {
  return valueAt(weather.precipProbPct, hour) >= 20 || valueAt(weather.rainMm, hour) >= 0.1;
}

function rainName(rainMm: number): "lightRain" | "rain" | "heavyRain" {
  if (rainMm >= 4) return "heavyRain";
  return rainMm >= 0.5 ? "rain" : "lightRain";
}
