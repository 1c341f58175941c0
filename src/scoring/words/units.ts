import type { Language } from "./language.ts";

/**
 * Degrees for a sentence: half up, never "-0", and from the one decimal that answers carry, so that a reader who
 * rounds the 21.5 beside the sentence finds the 22 in it.
 */
export function wholeDegrees(temp: number): number {
  return Math.floor(Math.round(temp * 10) / 10 + 0.5);
}

export const KMH: Language["speed"] = { unit: " km/h", ofKmh: (kmh) => nearestFive(kmh) };

export function nearestFive(speed: number): number {
  return Math.round(speed / 5) * 5;
}
