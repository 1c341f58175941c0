import type { Unit } from "./language.ts";

/** Keeps a number and its unit on one line. English puts nothing or a plain space between them. */
export const NBSP = "\u00a0";

/** Negative numbers get a minus sign instead of a hyphen. */
export function withUnit({ unit, shown }: Unit, value: number): string {
  const whole = shown(value);
  return `${whole < 0 ? `−${-whole}` : whole}${unit}`;
}

/**
 * Degrees for a sentence: rounds half up, never to "-0". It rounds the value with one decimal that answers show, so that a reader who
 * rounds the 21.5 in the answer gets 22 too.
 */
export function wholeDegrees(temp: number): number {
  return Math.floor(toTenths(temp) + 0.5);
}

export function celsius(unit: string): Unit {
  return { unit, shown: wholeDegrees };
}

export const FAHRENHEIT: Unit = {
  unit: "°F",
  shown: (celsius) => wholeDegrees(toTenths(celsius) * 1.8 + 32),
};

const KM_A_MILE = 1.609344;

/** From this speed on, miles are rounded as kilometres are. */
const MPH_ROUGH = 20;

export const MPH: Unit = {
  unit: " mph",
  shown: (kmh) => {
    const mph = Math.round(kmh / KM_A_MILE);
    return mph < MPH_ROUGH ? mph : nearestFive(kmh / KM_A_MILE);
  },
};

/** Swedish forecasts give the wind only in this unit. */
export const METRES_PER_SECOND: Unit = {
  unit: `${NBSP}m/s`,
  shown: (kmh) => Math.round(kmh / 3.6),
};

export function kmh(unit: string): Unit {
  return { unit, shown: nearestFive };
}

/** As km/h are shown. */
export function nearestFive(speed: number): number {
  return Math.round(speed / 5) * 5;
}

function toTenths(temp: number): number {
  return Math.round(temp * 10) / 10;
}
