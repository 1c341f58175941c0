// What rain, snow and frost leave on the ground. Two stores of water are kept from hour to hour: on the surface, which dries by
// the sport's half-life, and in the soil.
import type { SportNumbers } from "./sports/profile.ts";
import { airTempC, type WeatherColumns } from "./weather-columns.ts";

/** °C from which on nothing is frozen, and down from which everything is: sources round, and the ground lags behind the air. */
const THAWED_FROM_C = 1;
const FROZEN_FROM_C = -1;

/** How much of the hour's ground is frozen, 0..1; 0 without a temperature. */
export function frozenShare(weather: WeatherColumns, hour: number): number {
  const tempC = airTempC(weather, hour);
  if (!(tempC < THAWED_FROM_C)) return 0;
  return tempC <= FROZEN_FROM_C ? 1 : (THAWED_FROM_C - tempC) / (THAWED_FROM_C - FROZEN_FROM_C);
}

/** In frost a surface dries by this half-life, whatever it is: ice goes slowly. Our judgement. */
const FROST_HALF_LIFE_H = 24;

/** The soil drains by this half-life. Our judgement: a pitch can be played on a day or two after a downpour. */
const SOAK_HALF_LIFE_H = 24;

/** The shares of the water that are left after an hour. */
const FROST_DECAY = 0.5 ** (1 / FROST_HALF_LIFE_H);
export const SOAK_DECAY = 0.5 ** (1 / SOAK_HALF_LIFE_H);

/** The share of the water on a surface that is left after an hour, if it is `wetDecay` in mild weather. */
export function surfaceDecay(wetDecay: number, frozen: number): number {
  if (frozen === 0) return wetDecay;
  return frozen === 1 ? FROST_DECAY : wetDecay ** (1 - frozen) * FROST_DECAY ** frozen;
}

/** What is the matter with the ground. */
export type GroundReason = "wet" | "waterlogged" | "icy";

/** The share of the score that a wet surface costs. */
export function dampCost({ weight, fullMm }: SportNumbers["wet"], wetMm: number): number {
  return weight * Math.min(1, wetMm / fullMm);
}

/** The share that waterlogged ground costs. Turf and its hollows hold 6 to 9 mm before water stands on them (Jaaback). */
export function floodCost(flood: SportNumbers["flood"], soakedMm: number): number {
  if (flood === undefined || !(soakedMm > flood.fromMm)) return 0;
  return flood.weight * Math.min(1, (soakedMm - flood.fromMm) / (flood.fullMm - flood.fromMm));
}

/** From this much frozen water on, the ground is as slippery as it gets. */
const ICE_FULL_MM = 0.5;

/** The share that ice on the ground costs. */
export function iceCost(ice: number, frozen: number, wetMm: number): number {
  return ice * frozen * Math.min(1, wetMm / ICE_FULL_MM);
}
