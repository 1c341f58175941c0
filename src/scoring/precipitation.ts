// How likely an hour is to be wet, and how playable it is then.
import type { CompiledProfile } from "./sports/profile.ts";
import { curveAt } from "./curve.ts";
import { weatherCodeKind } from "./weather-code.ts";
import { valueAt, type WeatherColumns } from "./weather-columns.ts";

/** An amount of 1 mm or more counts as this chance at least: one forecast run sees it, even if no other does. */
const RUN_VOTE = 0.4;

/** If it rains at all, it is judged as at least slight rain, mm: the chance often comes with an amount of 0. */
const WET_HOUR_MM = 0.3;

/** Heavy snow is this much of the playability of snow. */
const HEAVY_SNOW = 0.7;

/** What falls is snow: the code says so or, without a code, the air freezes. */
export function isSnowing(weather: WeatherColumns, hour: number): boolean {
  const kind = weatherCodeKind(weather, hour);
  if (kind === "none") return valueAt(weather.tempC, hour) <= 0;
  return kind === "snow" || kind === "heavy_snow";
}

/**
 * The chance, 0..1, that the hour is wet. Chance and amount come from different forecasts and may contradict each
 * other; each is heard. Without a chance an amount is certain.
 */
export function rainChance(weather: WeatherColumns, hour: number): number {
  const rainMm = valueAt(weather.rainMm, hour);
  const probPct = valueAt(weather.precipProbPct, hour);
  if (Number.isNaN(probPct)) return rainMm > 0 ? 1 : 0;
  const chance = Math.min(1, Math.max(0, probPct / 100));
  return rainMm > 0 ? Math.max(chance, RUN_VOTE * Math.min(1, rainMm)) : chance;
}

/** How playable the hour is, 0..1, if it is wet. */
export function wetHourSuitability(weather: WeatherColumns, profile: CompiledProfile, hour: number): number {
  if (isSnowing(weather, hour)) {
    const isHeavy = weatherCodeKind(weather, hour) === "heavy_snow";
    return isHeavy ? profile.snow * HEAVY_SNOW : profile.snow;
  }
  const rainMm = valueAt(weather.rainMm, hour);
  if (Number.isNaN(valueAt(weather.precipProbPct, hour))) return curveAt(profile.rainCurve, rainMm);
  return curveAt(profile.rainCurve, rainMm > WET_HOUR_MM ? rainMm : WET_HOUR_MM);
}
