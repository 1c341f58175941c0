import type { CompiledProfile } from "../sports/profile.ts";

/**
 * Degrees for a sentence: half up, never "-0", and from the one decimal that answers carry, so that a reader who
 * rounds the 21.5 beside the sentence finds the 22 in it.
 */
export function wholeDegrees(tempC: number): number {
  return Math.floor(Math.round(tempC * 10) / 10 + 0.5);
}

/** How warm or cold it feels, as a reason: "heat (feels like 36°C)". */
export function temperatureWords(profile: CompiledProfile, feelsLikeC: number): string {
  const shownC = wholeDegrees(feelsLikeC);
  const name = feelsLikeC < profile.tempPlateauC ? coldName(shownC) : warmName(shownC);
  return `${name} (feels like ${shownC}°C)`;
}

function coldName(feelsLikeC: number): string {
  if (feelsLikeC <= -10) return "bitter cold";
  return feelsLikeC <= 5 ? "cold" : "cool air";
}

function warmName(feelsLikeC: number): string {
  if (feelsLikeC >= 38) return "extreme heat";
  return feelsLikeC >= 31 ? "heat" : "warmth";
}
