import type { CompiledProfile } from "../sports/profile.ts";
import type { Language, TempName } from "./language.ts";
import { wholeDegrees } from "./units.ts";

/** From this difference on it is told how it feels, where that is worse than what the thermometer says. */
const FELT_DIFFERENCE_C = 3;

export interface Warmth {
  readonly tempC: number;
  readonly feelsLikeC: number;
}

/** How warm or cold an hour is, as a reason: "hot (31°C)", "cold (feels like -3°C)". */
export function temperatureWords(language: Language, profile: CompiledProfile, warmth: Warmth): string {
  const isFelt = isFeltWorse(profile, warmth);
  const toldC = isFelt ? warmth.feelsLikeC : warmth.tempC;
  const name = isTooCold(profile, warmth) ? coldName(wholeDegrees(toldC)) : warmName(wholeDegrees(toldC));
  const told = language.temp(toldC);
  return `${language.temperature[name]} (${isFelt ? language.feelsLike(told) : told})`;
}

export function isFeltWorse(profile: CompiledProfile, warmth: Warmth): boolean {
  const warmerC = wholeDegrees(warmth.feelsLikeC) - wholeDegrees(warmth.tempC);
  return (isTooCold(profile, warmth) ? -warmerC : warmerC) >= FELT_DIFFERENCE_C;
}

function isTooCold({ tempPlateauC }: CompiledProfile, { feelsLikeC }: Warmth): boolean {
  return feelsLikeC < tempPlateauC;
}

function coldName(toldC: number): TempName {
  if (toldC <= -10) return "bitter";
  if (toldC <= 5) return "cold";
  return toldC < 18 ? "cool" : "notWarm";
}

function warmName(toldC: number): TempName {
  if (toldC >= 38) return "extreme";
  if (toldC >= 31) return "hot";
  return toldC < 18 ? "mild" : "warm";
}
