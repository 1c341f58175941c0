// Water that earlier rain left on courts, greens and rock: it adds up and dries by half-lives.
import type { CompiledProfile } from "./sports/compiled-profile.ts";
import { isSnowing, rainChance } from "./precipitation.ts";
import { valueAt } from "./value-at.ts";
import type { WeatherColumns } from "./weather-columns.ts";

/** What lies on the surface when `hour` begins, mm, from all hours before it. */
export function wetMmBefore(weather: WeatherColumns, profile: CompiledProfile, hour: number): number {
  let wetMm = 0;
  if (profile.wet.weight === 0) return wetMm;
  for (let earlier = 0; earlier < hour; earlier += 1) wetMm = wetMmAfter(wetMm, weather, profile, earlier);
  return wetMm;
}

/** What lies there when `hour` ends, given what lay there when it began. */
export function wetMmAfter(
  wetMm: number,
  weather: WeatherColumns,
  profile: CompiledProfile,
  hour: number,
): number {
  const rainMm = valueAt(weather.rainMm, hour);
  const isRaining = rainMm > 0 && !isSnowing(weather, hour);
  return (isRaining ? wetMm + rainMm * rainChance(weather, hour) : wetMm) * profile.wetDecay;
}
