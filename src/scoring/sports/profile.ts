// A sport as the model uses it: numbers, and curves that are straight between their points and constant outside.

/** How much each factor harms a sport, as plain data. `readSportDefinition` checks the values of a custom sport. */
export interface SportNumbers {
  /** The largest share of the score, 0..1, that a factor can cost by itself. */
  readonly weight: Readonly<Record<"rain" | "wind" | "temp" | "cloud", number>>;
  /** Suitability, 0..1, by mm of rain in the hour; the score weighs it by the chance of rain. */
  readonly rain: readonly CurvePoint[];
  /** Suitability by wind in km/h. */
  readonly wind: readonly CurvePoint[];
  /** How many times as strong as the mean wind a gust is; LAND_GUST_RATIO by default. */
  readonly gustRatio?: number | undefined;
  /** Suitability by feels-like temperature in °C. */
  readonly temp: readonly CurvePoint[];
  /** What its warm side goes by, if not by the feels-like temperature: snow feels no wind chill. */
  readonly warmBy?: "air" | undefined;
  readonly wet: WetSurface;
  /** Undefined if no water stands on the ground. */
  readonly flood?: Flood | undefined;
  /** The largest share of the score that ice on the ground can cost. */
  readonly ice: number;
  /** Surfaces that are not as SURFACES has them. */
  readonly surfaces?: Readonly<Partial<Record<SurfaceName, Surface>>>;
  /** Suitability while it snows, in place of the rain curve. */
  readonly snow: number;
  /** How long thunder after the end matters; STORM_SOON by default. */
  readonly storm?: StormAfter | undefined;
  /** Multiplier in fog. */
  readonly fog: number;
  /** Multiplier at night; 1 for sports that are normally played under lights. */
  readonly night: number;
}

/** Thunder that begins within so many hours after the end, and the most points that it leaves in the first of them. */
export interface StormAfter {
  readonly hours: number;
  readonly first: number;
}

/** The way home: thunder within the hour after the end is never safe to book. */
const STORM_SOON: StormAfter = { hours: 1, first: 75 };

/** Gusts over land reach about 1.66 times the mean wind (WMO). */
const LAND_GUST_RATIO = 1.7;

/**
 * By what a gust adds to the mean wind, km/h, for sports that need wind: 15 knots gusting 20 is fine for kites, 15 gusting 27
 * is not (powerkitesdirect.com).
 */
const GUST_SPREAD: readonly CurvePoint[] = [
  [15, 1],
  [25, 0.7],
  [40, 0.3],
  [60, 0],
];

/**
 * Water left by earlier rain or snow: the largest share of the score that it can cost, its half-life, and the mm that cost
 * this whole share.
 */
interface WetSurface {
  readonly weight: number;
  readonly halfLifeH: number;
  readonly fullMm: number;
}

/** Waterlogged ground: the largest share that it can cost, the mm in the soil that it begins at, and that cost all of it. */
interface Flood {
  readonly weight: number;
  readonly fromMm: number;
  readonly fullMm: number;
}

export type SurfaceName = "hard" | "clay" | "grass" | "artificial" | "rock";

export interface Surface extends WetSurface {
  readonly flood?: Flood;
}

/** What differs for an alias: parts of the weights, and whole numbers and curves. */
export type Variant = Partial<Omit<SportNumbers, "weight">> & {
  readonly weight?: Partial<SportNumbers["weight"]>;
  /** What it is played on unless somebody says otherwise. */
  readonly surface?: SurfaceName;
};

/** A sport, built-in or custom, at its venue. */
export interface SportProfile extends SportNumbers {
  readonly id: string;
  /** For a custom sport: the id of the built-in sport that it is based on. */
  readonly base?: string;
  /** In English, as it follows "weather for" in a summary. */
  readonly label: string;
  /** The id or alias under which languages have words for the sport; undefined for a custom label. */
  readonly builtInName?: string | undefined;
  /**
   * The surface that a definition or call names, or else the variant: if it is artificial, a summary says "wall" instead of
   * "rock".
   */
  readonly surface?: string | undefined;
  /** How far a definition or call has stretched the wind curve; 1 by default. */
  readonly windStretch?: number;
  /** Under a roof; the summary then does not complain about rain. */
  readonly isCovered?: boolean;
  /** Other names that callers may use, in lower case with `_` for spaces and hyphens. */
  readonly aliases: readonly string[];
}

/** A profile with everything precomputed that does not depend on the weather. */
export interface CompiledProfile extends SportProfile {
  /** The id of its built-in base; for a built-in sport, its own id. */
  readonly base: string;
  readonly rainCurve: Float64Array;
  readonly windCurve: Float64Array;
  /** Suitability by what a gust adds to the mean wind; undefined unless the sport needs wind. */
  readonly gustSpreadCurve: Float64Array | undefined;
  readonly gustRatio: number;
  readonly tempCurve: Float64Array;
  readonly storm: StormAfter;
  /** The share of the water that is left on a surface after an hour, 0..1. */
  readonly wetDecay: number;
  /** The sport needs wind, so there can be too little. */
  readonly isWindSport: boolean;
  /** Where the wind curve reaches its plateau; for a wind sport, less is too little. */
  readonly windPlateauKmh: number;
  /** Where the feels-like curve reaches its plateau; a lower temperature is too cold. */
  readonly tempPlateauC: number;
}

/** Expects valid values; `curveProblems` checks curves. */
export function compileProfile(profile: SportProfile): CompiledProfile {
  const isWindSport = profile.wind.findIndex(isPlateau) > 0;
  const { windStretch = 1 } = profile;
  return {
    ...profile,
    base: profile.base ?? profile.id,
    rainCurve: compileCurve(profile.rain),
    windCurve: compileCurve(profile.wind),
    tempCurve: compileCurve(profile.temp),
    wetDecay: 0.5 ** (1 / profile.wet.halfLifeH),
    isWindSport,
    gustSpreadCurve: isWindSport
      ? compileCurve(GUST_SPREAD.map(([kmh, y]) => [kmh * windStretch, y]))
      : undefined,
    gustRatio: profile.gustRatio ?? LAND_GUST_RATIO,
    storm: profile.storm ?? STORM_SOON,
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

/** At x the suitability is y. */
export type CurvePoint = readonly [x: number, y: number];

/** The points of a curve as x, y, x, y …: one block of memory, about twice as fast as an array of pairs. */
export function compileCurve(points: readonly CurvePoint[]): Float64Array {
  return Float64Array.from(points.flat());
}

/** The value of a compiled curve at `x`; NaN for a curve without points. */
export function curveAt(curve: Float64Array, x: number): number {
  let xBefore = curve[0] ?? Number.NaN;
  let yBefore = curve[1] ?? Number.NaN;
  if (x <= xBefore) return yBefore;
  for (let index = 2; index < curve.length; index += 2) {
    const xAfter = curve[index] ?? Number.NaN;
    const yAfter = curve[index + 1] ?? Number.NaN;
    if (x < xAfter) return yBefore + (yAfter - yBefore) * ((x - xBefore) / (xAfter - xBefore));
    xBefore = xAfter;
    yBefore = yAfter;
  }
  return yBefore;
}
