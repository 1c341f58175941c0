import type { Unit } from "./language.ts";

/** So that a number is not parted from its unit at the end of a line. English has none, or a plain space. */
export const NBSP = "\u00a0";

/** A minus is no hyphen. */
export function withUnit({ unit, shown }: Unit, value: number): string {
  return `${withMinus(shown(value))}${unit}`;
}

function withMinus(whole: number): string {
  return whole < 0 ? `−${-whole}` : String(whole);
}

/**
 * Degrees for a sentence: half up, never "-0", and from the one decimal that answers carry, so that a reader who
 * rounds the 21.5 beside the sentence finds the 22 in it.
 */
export function wholeDegrees(temp: number): number {
  return Math.floor(toTenths(temp) + 0.5);
}

export function celsius(unit: string): Unit {
  return { unit, shown: wholeDegrees, meant: (shown) => shown };
}

export const FAHRENHEIT: Unit = {
  unit: "°F",
  shown: (celsius) => wholeDegrees(toTenths(celsius) * 1.8 + 32),
  meant: (shown) => (shown - 32) / 1.8,
};

const KM_A_MILE = 1.609344;

export const MPH: Unit = {
  unit: " mph",
  shown: (kmh) => nearestFive(kmh / KM_A_MILE),
  meant: (shown) => shown * KM_A_MILE,
};

/** Swedish forecasts tell the wind in nothing else. */
export const METRES_PER_SECOND: Unit = {
  unit: `${NBSP}m/s`,
  shown: (kmh) => Math.round(kmh / 3.6),
  meant: (shown) => shown * 3.6,
};

export function kmh(unit: string): Unit {
  return { unit, shown: nearestFive, meant: (shown) => shown };
}

function nearestFive(speed: number): number {
  return Math.round(speed / 5) * 5;
}

function toTenths(temp: number): number {
  return Math.round(temp * 10) / 10;
}
