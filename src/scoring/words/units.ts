import type { Language } from "./language.ts";

/** So that a number is not parted from its unit at the end of a line. English has none, or a plain space. */
export const NBSP = "\u00a0";

/**
 * Degrees for a sentence: half up, never "-0", and from the one decimal that answers carry, so that a reader who
 * rounds the 21.5 beside the sentence finds the 22 in it.
 */
export function wholeDegrees(temp: number): number {
  return Math.floor(toTenths(temp) + 0.5);
}

export function celsius(temp: number): string {
  return `${wholeDegrees(temp)}${NBSP}°C`;
}

export function fahrenheit(celsius: number): string {
  return `${wholeDegrees(toTenths(celsius) * 1.8 + 32)}°F`;
}

export const MPH: Language["speed"] = { unit: " mph", ofKmh: (kmh) => nearestFive(kmh / 1.609344) };

/** Swedish forecasts tell the wind in nothing else. */
export const METRES_PER_SECOND: Language["speed"] = {
  unit: `${NBSP}m/s`,
  ofKmh: (kmh) => Math.round(kmh / 3.6),
};

export function kmh(unit: string): Language["speed"] {
  return { unit, ofKmh: nearestFive };
}

function nearestFive(speed: number): number {
  return Math.round(speed / 5) * 5;
}

function toTenths(temp: number): number {
  return Math.round(temp * 10) / 10;
}
