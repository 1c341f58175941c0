import { isSnowing } from "../precipitation.ts";
import { weatherCodeKind } from "../weather-code.ts";
import { valueAt, type WeatherColumns } from "../weather-columns.ts";

/** Rain or snow in an hour, in words; the classes of rain are the Met Office's (slight, moderate, heavy). */
export function precipitationWords(weather: WeatherColumns, hour: number): string {
  const kind = weatherCodeKind(weather, hour);
  if (kind === "heavy_snow") return "heavy snow expected";
  if (kind === "snow") return "snow expected";

  const chancePct = valueAt(weather.precipProbPct, hour);
  const rainMm = valueAt(weather.rainMm, hour);
  const isSnow = isSnowing(weather, hour);
  const falling = isSnow ? "snow" : rainWords(rainMm);
  if (Number.isNaN(chancePct) || chancePct >= 80) return `${falling} expected`;
  const shownChance = `(${Math.round(chancePct / 10) * 10}%)`;
  if (chancePct >= 50) return `${falling} likely ${shownChance}`;
  const showers = isSnow ? "a chance of snow showers" : "a chance of showers";
  if (chancePct >= 15) return `${showers} ${shownChance}`;
  return rainMm >= 0.1 ? showers : `a small chance of ${isSnow ? "snow" : "rain"}`;
}

/** Whether an hour is too likely to be wet to be called dry. */
export function isWorthMentioning(weather: WeatherColumns, hour: number): boolean {
  return valueAt(weather.precipProbPct, hour) >= 20 || valueAt(weather.rainMm, hour) >= 0.1;
}

function rainWords(rainMm: number): string {
  if (rainMm >= 4) return "heavy rain";
  return rainMm >= 0.5 ? "rain" : "light rain";
}
