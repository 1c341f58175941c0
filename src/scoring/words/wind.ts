import type { CompiledProfile } from "../sports/profile.ts";
import { curveAt } from "../curve.ts";
import { valueAt, type WeatherColumns } from "../weather-columns.ts";
import { effectiveWindKmh, meanWindKmh } from "../wind.ts";

/** The wind of an hour as a reason: "a fresh wind (about 30 km/h, gusts to 55)". */
export function windWords(weather: WeatherColumns, profile: CompiledProfile, hour: number): string {
  const windKmh = meanWindKmh(weather, hour);
  const gustKmh = valueAt(weather.gustKmh, hour);
  const effectiveKmh = effectiveWindKmh(weather, hour);
  const about = `about ${nearestFive(windKmh)} km/h`;
  const isTooLittle =
    windKmh < profile.windPlateauKmh &&
    curveAt(profile.windCurve, windKmh) <= curveAt(profile.windCurve, effectiveKmh);
  if (profile.isWindSport && isTooLittle) return `too little wind (${about})`;
  const isGusty = gustKmh >= 20 && gustKmh >= 1.3 * windKmh;
  return `${windName(effectiveKmh)} (${about}${isGusty ? `, gusts to ${nearestFive(gustKmh)}` : ""})`;
}

/** The wind of an hour where it is no trouble: "light wind", or for a wind sport how much of it there is. */
export function fairWindWords(weather: WeatherColumns, profile: CompiledProfile, hour: number): string {
  const windKmh = meanWindKmh(weather, hour);
  return profile.isWindSport ? `steady wind (about ${nearestFive(windKmh)} km/h)` : windName(windKmh);
}

/** Beaufort's steps, in everyday words. */
function windName(windKmh: number): string {
  if (windKmh < 6) return "calm air";
  if (windKmh < 20) return "light wind";
  if (windKmh < 29) return "a moderate breeze";
  if (windKmh < 39) return "a fresh wind";
  return windKmh < 50 ? "strong wind" : "very strong wind";
}

function nearestFive(kmh: number): number {
  return Math.round(kmh / 5) * 5;
}
