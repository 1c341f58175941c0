// The values of the weather at which the risks of a profile begin, for people who tune profiles.
import { type CompiledProfile, curveAt } from "./profile.ts";
import { riskOf, type Risk, verdictAlone } from "../session-score.ts";
import type { Verdict } from "../verdicts.ts";
import { valueAt } from "../weather-columns.ts";

/** The values at which a risk becomes medium and high; undefined if it never does. */
export interface RiskBounds {
  readonly medium: number | undefined;
  readonly high: number | undefined;
}

/** Each bound applies if everything else is ideal. */
export interface ProfileThresholds {
  /** The chance, in whole per cent, of 0.3 mm (light) or 1 mm (moderate) in the hour. */
  readonly lightRainFromPct: RiskBounds;
  readonly moderateRainFromPct: RiskBounds;
  /** The steady wind, km/h; a gust counts as a wind that is the profile's `gustRatio` times weaker. */
  readonly windFromKmh: RiskBounds;
  /** The wind, km/h, up to which too little wind is a risk; both undefined for sports that do not need wind. */
  readonly windTooLightUpToKmh: RiskBounds;
  /** Feels-like °C: safe to book within the first range, not recommended outside the second. */
  readonly safeTempC: TempRange;
  readonly playableTempC: TempRange;
}

/** `from` is undefined if nothing is too cold, `to` if nothing is too warm. */
export interface TempRange {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** Of km/h and °C; finer than any forecast. */
const STEP = 0.5;
const PERCENTS = Array.from({ length: 101 }, (_, pct) => pct);

/** Evaluates the model itself at each step, so that the bounds agree with scores. */
export function profileThresholds(profile: CompiledProfile): ProfileThresholds {
  const windKmh = stepsOver(profile.windCurve);
  const fromStrong = windKmh.filter((kmh) => kmh >= profile.windPlateauKmh);
  const fromLight = windKmh.filter((kmh) => kmh < profile.windPlateauKmh).toReversed();
  const windRiskAt = (kmh: number) => riskOf(1 - profile.weight.wind * (1 - curveAt(profile.windCurve, kmh)));
  return {
    lightRainFromPct: riskBounds(PERCENTS, (pct) => rainRiskAt(profile, 0.3, pct)),
    moderateRainFromPct: riskBounds(PERCENTS, (pct) => rainRiskAt(profile, 1, pct)),
    windFromKmh: riskBounds(fromStrong, windRiskAt),
    windTooLightUpToKmh: riskBounds(fromLight, windRiskAt),
    safeTempC: tempRange(profile, (verdict) => verdict === "safe_to_book"),
    playableTempC: tempRange(profile, (verdict) => verdict !== "not_recommended"),
  };
}

/** The first value with a risk above low, and the first with a high risk. */
function riskBounds(values: readonly number[], riskAt: (value: number) => Risk): RiskBounds {
  return {
    medium: values.find((value) => riskAt(value) !== "low"),
    high: values.find((value) => riskAt(value) === "high"),
  };
}

function rainRiskAt(profile: CompiledProfile, rainMm: number, chancePct: number): Risk {
  const chance = chancePct / 100;
  return riskOf(1 - profile.weight.rain * chance * (1 - curveAt(profile.rainCurve, rainMm)), chance);
}

function tempRange(profile: CompiledProfile, isFine: (verdict: Verdict) => boolean): TempRange {
  const tempC = stepsOver(profile.tempCurve);
  const isFineAt = (feelsLikeC: number) =>
    isFine(verdictAlone(1 - profile.weight.temp * (1 - curveAt(profile.tempCurve, feelsLikeC))));
  // If no step is fine, the plateau lies between two steps, and its start counts.
  const from = tempC.find(isFineAt) ?? profile.tempPlateauC;
  const to = tempC.findLast(isFineAt) ?? profile.tempPlateauC;
  // Curves are constant outside their points: what is fine at the outermost step is fine beyond it.
  return {
    from: from === tempC[0] ? undefined : from,
    to: to === tempC.at(-1) ? undefined : to,
  };
}

/** Half units, from one step before a curve's first point to one step after its last point. */
function stepsOver(curve: Float64Array): readonly number[] {
  const first = Math.floor(valueAt(curve, 0) / STEP) - 1;
  const last = Math.ceil(valueAt(curve, curve.length - 2) / STEP) + 1;
  return Array.from({ length: last - first + 1 }, (_, step) => (first + step) * STEP);
}
