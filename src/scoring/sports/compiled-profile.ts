import { compileCurve, type CurvePoint } from "../curve.ts";
import type { SportProfile } from "./profile.ts";

/** A profile with everything worked out that does not depend on the weather. */
export interface CompiledProfile extends SportProfile {
  readonly rainCurve: Float64Array;
  readonly windCurve: Float64Array;
  readonly tempCurve: Float64Array;
  /** What is left after an hour of the water on a surface, 0..1. */
  readonly wetDecay: number;
  /** The sport needs wind, so that there can be too little of it. */
  readonly isWindSport: boolean;
  /** Where the wind curve reaches its plateau; less is too little for a wind sport. */
  readonly windPlateauKmh: number;
  /** Where the feels-like curve reaches its plateau; less is the cold side. */
  readonly tempPlateauC: number;
}

/** Takes profiles that `profileProblems` finds nothing wrong with. */
export function compileProfile(profile: SportProfile): CompiledProfile {
  return {
    ...profile,
    rainCurve: compileCurve(profile.rain),
    windCurve: compileCurve(profile.wind),
    tempCurve: compileCurve(profile.temp),
    wetDecay: 0.5 ** (1 / profile.wet.halfLifeH),
    isWindSport: profile.wind.findIndex(isPlateau) > 0,
    windPlateauKmh: plateauStart(profile.wind),
    tempPlateauC: plateauStart(profile.temp),
  };
}

function plateauStart(points: readonly CurvePoint[]): number {
  return points.find(isPlateau)?.[0] ?? Number.NaN;
}

function isPlateau([, y]: CurvePoint): boolean {
  return y === 1;
}
