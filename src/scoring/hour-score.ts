// The score of an hour is 100 times the product of eight multipliers between 0 and 1, one for each factor. `pointsLost`
// says how many points each multiplier of an hour or a session costs.
import { forecastColumns, groundColumns } from "./forecast-columns.ts";
import { dampCost, floodCost, type GroundReason, iceCost, surfaceDecay } from "./ground.ts";
import { type CompiledProfile, curveAt } from "./sports/profile.ts";
import {
  airTempC,
  isFoggy,
  meanWindKmh,
  weatherCodeKind,
  type WeatherCodeKind,
  type WeatherColumns,
} from "./weather-columns.ts";

/** If two factors cost equally many points, the earlier one here comes first. */
export const FACTORS = ["rain", "wind", "temp", "cloud", "wet", "fog", "dark", "storm"] as const;

export type Factor = (typeof FACTORS)[number];

export function byFactor<Value>(valueOf: (factor: Factor) => Value): Record<Factor, Value> {
  return {
    rain: valueOf("rain"),
    wind: valueOf("wind"),
    temp: valueOf("temp"),
    cloud: valueOf("cloud"),
    wet: valueOf("wet"),
    fog: valueOf("fog"),
    dark: valueOf("dark"),
    storm: valueOf("storm"),
  };
}

interface HoursToScore {
  readonly weather: WeatherColumns;
  readonly profile: CompiledProfile;
  /** Index of the first hour; hours outside the weather cannot be scored. */
  readonly first: number;
  readonly count: number;
}

/** Entry `n` of every column is hour `first + n` of the weather. */
export interface ScoredHours {
  readonly first: number;
  readonly count: number;
  /** 0..100, not rounded; NaN for an hour without a required value. */
  readonly score: number[];
  /** 0..1 each; NaN for an hour without a score. */
  readonly multiplier: Readonly<Record<Factor, number[]>>;
  /**
   * The chance that the hour is wet, 0..1 (see `rainChance`). From the source's chance alone, an hour with 2 mm could get a low
   * rain risk.
   */
  readonly rainChance: number[];
  /** °C. */
  readonly feelsLikeC: number[];
}

const THUNDER = 0.1;
/** What freezing rain leaves; under a roof, where the way there is as icy. */
const FREEZING = 0.15;
const FREEZING_COVERED = 0.6;
/** The 30-30 rule: play resumes 30 minutes after the last thunder, so about half of the next hour is lost. */
const AFTER_THUNDER = 0.55;
/** In heavy snow, the suitability of snow is multiplied by this. */
const HEAVY_SNOW = 0.7;

/**
 * Scores consecutive hours. Rain and thunder of hours before `first` count too, so that an hour's score does not depend
 * on which hours are scored.
 */
export function scoreHours({ weather, profile, first, count }: HoursToScore): ScoredHours {
  const unknown = () => repeated(Number.NaN, count);
  const multiplier = byFactor(unknown);
  const hours = { first, count, score: unknown(), multiplier, rainChance: unknown(), feelsLikeC: unknown() };
  const { weight, wetDecay } = profile;
  const columns = forecastColumns(weather, first, first + count);
  const keepsWater = doesWaterMatter(profile);
  const freezing = profile.isCovered === true ? FREEZING_COVERED : FREEZING;
  let wetMm = wetMmBefore(weather, profile, first);
  let kindBefore = weatherCodeKind(weather, first - 1);
  for (let entry = 0; entry < count; entry += 1) {
    const hour = first + entry;
    const kind = weatherCodeKind(weather, hour);
    const isAfterThunder = kindBefore === "thunder";
    kindBefore = kind;
    const chance = columns.rainChance[hour] ?? Number.NaN;
    const feelsC = columns.feelsLikeC[hour] ?? Number.NaN;
    const windKmh = meanWindKmh(weather, hour);
    const frozen = columns.frozen[hour] ?? 0;
    hours.rainChance[entry] = chance;
    hours.feelsLikeC[entry] = feelsC;
    const wetAtStartMm = wetMm;
    if (keepsWater) wetMm = (wetMm + (columns.fallenMm[hour] ?? 0)) * surfaceDecay(wetDecay, frozen);
    // Temperature, wind, and the amount or chance of rain are required. Other missing values cost nothing.
    if (Number.isNaN(windKmh) || Number.isNaN(feelsC) || Number.isNaN(chance)) continue;

    const ifWet = chance > 0 ? suitabilityIfWet(profile, columns, { hour, kind }) : 1;
    const rain = 1 - weight.rain * chance * (1 - ifWet);
    const wind = windLeft(profile, windKmh, weather.gustKmh[hour] ?? Number.NaN);
    const warmC = profile.warmBy === "air" ? airTempC(weather, hour) : feelsC;
    const temp = tempLeft(profile, columns.coldSideC[hour] ?? Number.NaN, warmC);
    const isNight = weather.isDay[hour] === 0;
    // Cloud costs nothing up to 40%, and its full weight at 100% (the shape of the Holiday Climate Index).
    const cloudPct = weather.cloudPct[hour] ?? Number.NaN;
    const isCloudy = !isNight && cloudPct > 40;
    const cloud = isCloudy ? 1 - weight.cloud * Math.min(1, (cloudPct - 40) / 60) : 1;
    const damp = dampCost(profile.wet, wetAtStartMm);
    const flood = floodCost(profile.flood, columns.soakedMm[hour] ?? Number.NaN);
    const ice = iceCost(profile.ice, frozen, wetAtStartMm);
    const wet = 1 - Math.max(damp, flood, ice);
    const fog = isFoggy(weather, hour) ? profile.fog : 1;
    const dark = isNight ? profile.night : 1;
    let storm = isAfterThunder ? AFTER_THUNDER : 1;
    if (kind === "thunder") storm = THUNDER;
    else if (kind === "ice") storm = Math.min(storm, 1 - chance * (1 - freezing));

    hours.score[entry] = 100 * rain * wind * temp * cloud * wet * fog * dark * storm;
    multiplier.rain[entry] = rain;
    multiplier.wind[entry] = wind;
    multiplier.temp[entry] = temp;
    multiplier.cloud[entry] = cloud;
    multiplier.wet[entry] = wet;
    multiplier.fog[entry] = fog;
    multiplier.dark[entry] = dark;
    multiplier.storm[entry] = storm;
  }
  return hours;
}

/** How playable a wet hour is, by what falls. */
function suitabilityIfWet(
  { rainCurve, snow }: CompiledProfile,
  columns: ReturnType<typeof forecastColumns>,
  { hour, kind }: { readonly hour: number; readonly kind: WeatherCodeKind },
): number {
  const ofSnow = columns.snowShare[hour] ?? Number.NaN;
  const ifRain = ofSnow === 1 ? 0 : curveAt(rainCurve, columns.wetHourMm[hour] ?? Number.NaN);
  return ofSnow * (kind === "heavy_snow" ? snow * HEAVY_SNOW : snow) + (1 - ofSnow) * ifRain;
}

/** What the wind of an hour leaves of the score; NaN for unknown gusts. */
export function windLeft(
  { weight, windCurve, gustRatio, gustSpreadCurve }: CompiledProfile,
  windKmh: number,
  gustKmh: number,
): number {
  // The lowest suitability: a gust never makes a calm day good for sailing, and is too much by itself if it adds a lot.
  let ofWind = curveAt(windCurve, windKmh);
  const gustAsWindKmh = gustKmh / gustRatio;
  if (gustAsWindKmh > windKmh) ofWind = Math.min(ofWind, curveAt(windCurve, gustAsWindKmh));
  if (gustSpreadCurve !== undefined)
    ofWind = Math.min(ofWind, spreadFits(gustSpreadCurve, gustKmh - windKmh));
  return 1 - weight.wind * (1 - ofWind);
}

/** What its temperature leaves: each side of the plateau goes by one of its own. */
export function tempLeft(
  { weight, tempCurve, tempPlateauC }: CompiledProfile,
  coldC: number,
  warmC: number,
): number {
  const ofCold = coldC < tempPlateauC ? curveAt(tempCurve, coldC) : 1;
  const ofBoth = warmC > tempPlateauC ? Math.min(ofCold, curveAt(tempCurve, warmC)) : ofCold;
  return 1 - weight.temp * (1 - ofBoth);
}

/** How well a sport that needs wind bears what a gust adds to the mean wind; 1 for other sports and for unknown gusts. */
export function spreadSuitability(weather: WeatherColumns, profile: CompiledProfile, hour: number): number {
  if (profile.gustSpreadCurve === undefined) return 1;
  const spreadKmh = (weather.gustKmh[hour] ?? Number.NaN) - meanWindKmh(weather, hour);
  return spreadFits(profile.gustSpreadCurve, spreadKmh);
}

function spreadFits(curve: Float64Array, spreadKmh: number): number {
  return spreadKmh > 0 ? curveAt(curve, spreadKmh) : 1;
}

/** A list of equal numbers. `fill` takes four times as long for the few hours of a session, and so does a typed array. */
export function repeated(value: number, count: number): number[] {
  // oxlint-disable-next-line unicorn/no-new-array -- Array.from takes several times as long.
  const list = new Array<number>(count);
  for (let index = 0; index < count; index += 1) list[index] = value;
  return list;
}

/**
 * Water on the surface at the start of `hour`, mm: what falls adds up and dries by half-lives, from the water on that the
 * weather states for hour 0. It is not summed up for sports to which neither a wet nor an icy surface matters.
 */
export function wetMmBefore(weather: WeatherColumns, profile: CompiledProfile, hour: number): number {
  let wetMm = weather.wetMm ?? 0;
  if (!doesWaterMatter(profile)) return wetMm;
  const { fallenMm, frozen } = groundColumns(weather, hour);
  const { wetDecay } = profile;
  for (let earlier = 0; earlier < hour; earlier += 1) {
    wetMm = (wetMm + (fallenMm[earlier] ?? 0)) * surfaceDecay(wetDecay, frozen[earlier] ?? 0);
  }
  return wetMm;
}

function doesWaterMatter({ wet, ice }: CompiledProfile): boolean {
  return wet.weight > 0 || ice > 0;
}

/** What about the ground costs most at the start of an hour. */
export function groundReason(weather: WeatherColumns, profile: CompiledProfile, hour: number): GroundReason {
  const { frozen, soakedMm } = groundColumns(weather, hour + 1);
  const wetMm = wetMmBefore(weather, profile, hour);
  const damp = dampCost(profile.wet, wetMm);
  const flood = floodCost(profile.flood, soakedMm[hour] ?? 0);
  const ice = iceCost(profile.ice, frozen[hour] ?? 0, wetMm);
  if (damp >= flood && damp >= ice) return "wet";
  return flood >= ice ? "waterlogged" : "icy";
}

export interface PointsLost {
  readonly factor: Factor;
  /** Whole points, at least 1. */
  readonly points: number;
}

/** Replaces a multiplier of 0, whose logarithm would be infinite. */
const MULTIPLIER_MIN = 1e-6;

/**
 * The points that each factor took from 100, the costliest first. They add up to exactly 100 minus the score. Each
 * factor's share is the share of its multiplier's logarithm: multipliers multiply, so their logarithms add up, and the
 * shares do not depend on the order of the factors.
 */
export function pointsLost({
  playabilityScore,
  multiplier,
}: {
  readonly playabilityScore: number;
  readonly multiplier: Readonly<Record<Factor, number>>;
}): readonly PointsLost[] {
  const lost = 100 - playabilityScore;
  if (lost === 0) return [];
  let total = 0;
  for (let index = 0; index < FACTORS.length; index += 1) {
    const left = multiplier[FACTORS[index] as Factor];
    const cost = left < 1 ? -Math.log(Math.max(left, MULTIPLIER_MIN)) : 0;
    costs[index] = cost;
    total += cost;
  }
  if (total === 0) return [];
  let left = lost;
  for (let index = 0; index < FACTORS.length; index += 1) {
    const exact = lost * (Number(costs[index]) / total);
    const whole = Math.floor(exact);
    points[index] = whole;
    rests[index] = exact - whole;
    left -= whole;
  }
  // The points left by rounding go to the largest fractions, one each. The first of equal factors wins, here and below.
  for (; left > 0; left -= 1) {
    const largest = indexOfLargest(rests);
    if (largest < 0) break;
    points[largest] = Number(points[largest]) + 1;
    rests[largest] = 0;
  }
  const costliestFirst: PointsLost[] = [];
  for (;;) {
    const costliest = indexOfLargest(points);
    if (costliest < 0) return costliestFirst;
    costliestFirst.push({ factor: FACTORS[costliest] as Factor, points: Number(points[costliest]) });
    points[costliest] = 0;
  }
}

/** For each factor: its cost, its whole points, and the fraction that rounding down cut off. Filled anew by each call. */
const costs = new Float64Array(FACTORS.length);
const points = new Float64Array(FACTORS.length);
const rests = new Float64Array(FACTORS.length);

/** The first of the largest numbers above 0; -1 if there is none. */
function indexOfLargest(numbers: Float64Array): number {
  let largest = -1;
  let most = 0;
  for (let index = 0; index < numbers.length; index += 1) {
    const number = Number(numbers[index]);
    if (!(number > most)) continue;
    largest = index;
    most = number;
  }
  return largest;
}
