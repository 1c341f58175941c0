// The score of an hour: 100 times the product of eight multipliers between 0 and 1, one for each factor.
import { type CompiledProfile, curveAt } from "./sports/profile.ts";
import {
  feelsLikeC,
  isSnowing,
  rainChance,
  weatherCodeKind,
  valueAt,
  type WeatherColumns,
  effectiveWindKmh,
  meanWindKmh,
} from "./weather-columns.ts";

/** In the order that breaks ties between factors. */
export const FACTORS = ["rain", "wind", "temp", "cloud", "wet", "fog", "dark", "storm"] as const;

export type Factor = (typeof FACTORS)[number];

/** A record of `valueOf(factor)` for every factor. */
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
  /** 0..1 each; NaN like the score. */
  readonly multiplier: Readonly<Record<Factor, number[]>>;
  /**
   * The chance that the hour is wet, 0..1, from the source's chance and amount. The source's chance alone could call an
   * hour with 2 mm a low rain risk.
   */
  readonly rainChance: number[];
  /** °C. */
  readonly feelsLikeC: number[];
}

const THUNDER = 0.1;
const ICE = 0.15;
/** The 30-30 rule: play resumes 30 minutes after the last thunder, so about half of the next hour is lost. */
const AFTER_THUNDER = 0.55;
/** mm. If it rains at all, it counts as at least slight rain, since a chance often comes with an amount of 0. */
const WET_HOUR_MM = 0.3;
/** Heavy snow has this share of the suitability of snow. */
const HEAVY_SNOW = 0.7;
/** m; the usual definition of fog. */
const FOG_VISIBILITY_M = 1000;

/**
 * Scores consecutive hours. Wet surfaces and storms carry over from hour 0 of the weather, so that an hour's score does not
 * depend on which hours are asked for.
 */
export function scoreHours({ weather, profile, first, count }: HoursToScore): ScoredHours {
  const hours = unknownHours(first, count);
  const { score, multiplier } = hours;
  const { weight, wet } = profile;
  let wetMm = wetMmBefore(weather, profile, first);
  for (let entry = 0; entry < count; entry += 1) {
    const hour = first + entry;
    const chance = rainChance(weather, hour);
    const feelsC = feelsLikeC(weather, hour);
    hours.rainChance[entry] = chance;
    hours.feelsLikeC[entry] = feelsC;
    if (isScorable(weather, hour)) {
      const rain = 1 - weight.rain * chance * (1 - wetHourSuitability(weather, profile, hour));
      const wind = 1 - weight.wind * (1 - windSuitability(weather, profile, hour));
      const temp = 1 - weight.temp * (1 - curveAt(profile.tempCurve, feelsC));
      const isNight = valueAt(weather.isDay, hour) === 0;
      const cloud = isNight ? 1 : 1 - weight.cloud * overcastShare(weather, hour);
      const wetness = 1 - wet.weight * Math.min(1, wetMm / wet.fullMm);
      const fog = isFoggy(weather, hour) ? profile.fog : 1;
      const dark = isNight ? profile.night : 1;
      const storm = stormMultiplier(weather, hour);
      score[entry] = 100 * rain * wind * temp * cloud * wetness * fog * dark * storm;
      multiplier.rain[entry] = rain;
      multiplier.wind[entry] = wind;
      multiplier.temp[entry] = temp;
      multiplier.cloud[entry] = cloud;
      multiplier.wet[entry] = wetness;
      multiplier.fog[entry] = fog;
      multiplier.dark[entry] = dark;
      multiplier.storm[entry] = storm;
    }
    wetMm = wetMmAfter(wetMm, weather, profile, hour);
  }
  return hours;
}

/** How playable the hour is if it is wet, 0..1. */
function wetHourSuitability(weather: WeatherColumns, profile: CompiledProfile, hour: number): number {
  if (isSnowing(weather, hour)) {
    const isHeavy = weatherCodeKind(weather, hour) === "heavy_snow";
    return isHeavy ? profile.snow * HEAVY_SNOW : profile.snow;
  }
  const rainMm = valueAt(weather.rainMm, hour);
  if (Number.isNaN(valueAt(weather.precipProbPct, hour))) return curveAt(profile.rainCurve, rainMm);
  return curveAt(profile.rainCurve, rainMm > WET_HOUR_MM ? rainMm : WET_HOUR_MM);
}

/** The worse of wind and gusts, so that a gust never makes a calm day sailable. */
function windSuitability(weather: WeatherColumns, profile: CompiledProfile, hour: number): number {
  const mean = curveAt(profile.windCurve, meanWindKmh(weather, hour));
  return Math.min(mean, curveAt(profile.windCurve, effectiveWindKmh(weather, hour)));
}

/** Temperature, wind and something about rain are required; anything else missing is neutral. */
function isScorable(weather: WeatherColumns, hour: number): boolean {
  if (Number.isNaN(valueAt(weather.windKmh, hour))) return false;
  if (Number.isNaN(valueAt(weather.tempC, hour)) && Number.isNaN(valueAt(weather.apparentC, hour)))
    return false;
  return !Number.isNaN(valueAt(weather.rainMm, hour)) || !Number.isNaN(valueAt(weather.precipProbPct, hour));
}

/** 0 up to 40 % of cloud, 1 under a closed sky (the shape of the Holiday Climate Index). */
function overcastShare(weather: WeatherColumns, hour: number): number {
  const cloudPct = valueAt(weather.cloudPct, hour);
  return cloudPct > 40 ? Math.min(1, (cloudPct - 40) / 60) : 0;
}

function isFoggy(weather: WeatherColumns, hour: number): boolean {
  const isFogCode = weatherCodeKind(weather, hour) === "fog";
  return isFogCode || valueAt(weather.visibilityM, hour) < FOG_VISIBILITY_M;
}

function stormMultiplier(weather: WeatherColumns, hour: number): number {
  const kind = weatherCodeKind(weather, hour);
  if (kind === "thunder") return THUNDER;
  if (kind === "ice") return ICE;
  return weatherCodeKind(weather, hour - 1) === "thunder" ? AFTER_THUNDER : 1;
}

function unknownHours(first: number, count: number): ScoredHours {
  const unknown = () => repeated(Number.NaN, count);
  const multiplier = byFactor(unknown);
  return { first, count, score: unknown(), multiplier, rainChance: unknown(), feelsLikeC: unknown() };
}

/** A list of equal numbers. For the few hours of a session, a typed array takes much longer to create. */
export function repeated(value: number, count: number): number[] {
  // oxlint-disable-next-line unicorn/no-new-array -- Array.from takes several times as long.
  return new Array<number>(count).fill(value);
}

/** Water on the surface at the start of `hour`, mm: rain adds up and dries by half-lives. */
export function wetMmBefore(weather: WeatherColumns, profile: CompiledProfile, hour: number): number {
  let wetMm = weather.wetMm ?? 0;
  if (profile.wet.weight === 0) return wetMm;
  for (let earlier = 0; earlier < hour; earlier += 1) wetMm = wetMmAfter(wetMm, weather, profile, earlier);
  return wetMm;
}

/** Water at the end of `hour`, from the water at its start. */
function wetMmAfter(wetMm: number, weather: WeatherColumns, profile: CompiledProfile, hour: number): number {
  const rainMm = valueAt(weather.rainMm, hour);
  const isRaining = rainMm > 0 && !isSnowing(weather, hour);
  return (isRaining ? wetMm + rainMm * rainChance(weather, hour) : wetMm) * profile.wetDecay;
}
