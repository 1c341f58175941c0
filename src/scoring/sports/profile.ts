import type { CurvePoint } from "../curve.ts";

/** What a sport minds, and how much: data only. `profileProblems` says which values make sense. */
export interface SportProfile {
  readonly id: string;
  /** As it reads in a summary, after "weather for". */
  readonly label: string;
  /** The largest share of the score, 0..1, that a factor can take away on its own. */
  readonly weight: {
    readonly rain: number;
    readonly wind: number;
    readonly temp: number;
    readonly cloud: number;
  };
  /** Suitability over mm in the hour, if it does rain. */
  readonly rain: readonly CurvePoint[];
  /** Suitability over km/h. */
  readonly wind: readonly CurvePoint[];
  /** Suitability over feels-like °C. */
  readonly temp: readonly CurvePoint[];
  /** What earlier rain leaves behind: the share it can take, how fast half of it dries, and what counts as soaked. */
  readonly wet: { readonly weight: number; readonly halfLifeH: number; readonly fullMm: number };
  /** Suitability while it snows, in place of the rain curve. */
  readonly snow: number;
  /** Multiplier in fog. */
  readonly fog: number;
  /** Multiplier at night; 1 for what is normally played under lights. */
  readonly night: number;
  /** Other names callers may use, in lower case with `_` for spaces and hyphens. */
  readonly aliases: readonly string[];
}
