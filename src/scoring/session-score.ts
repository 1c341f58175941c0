// Turns scores into verdicts and risks, and judges sessions. A session is any stretch of minutes, not only whole hours.
import { byFactor, type Factor, repeated, scoreHours, type ScoredHours } from "./hour-score.ts";
import type { CompiledProfile } from "./sports/profile.ts";
import { type Verdict, VERDICT_TABLE } from "./verdicts.ts";
import { airTempC, feelsLikeC, weatherCodeKind, type WeatherColumns } from "./weather-columns.ts";

/** Half a point rounds up. The 1e-9 absorbs binary noise: 79.49999999999999 stands for 79.5. */
export function roundedScore(raw: number): number {
  return Math.floor(raw + 0.5 + 1e-9);
}

export function recommendationFor(playabilityScore: number): Verdict {
  if (playabilityScore >= VERDICT_TABLE.safe_to_book.lowest) return "safe_to_book";
  return playabilityScore >= VERDICT_TABLE.proceed_with_caution.lowest
    ? "proceed_with_caution"
    : "not_recommended";
}

/** The verdict that a factor alone would give: its multiplier is all that costs points. */
export function verdictAlone(multiplier: number): Verdict {
  return recommendationFor(roundedScore(100 * multiplier));
}

/**
 * The risk of a factor (rain or wind) is the verdict that a session would get if that factor were the only one. So a high
 * risk always means not_recommended, and safe_to_book always means a low wind risk.
 */
export type Risk = "low" | "medium" | "high";

const RISK_OF = { safe_to_book: "low", proceed_with_caution: "medium", not_recommended: "high" } as const;

/** From this chance of rain on, the rain risk is at least medium, however little rain harms the sport. */
const RAIN_RISK_FLOOR = 0.4;

/**
 * A risk of a session. The wind risk is computed from the aggregated wind multiplier; the rain risk (snow included), from
 * the aggregated rain multiplier and chance of rain, 0..1.
 */
export function riskOf(multiplier: number, rainChance = 0): Risk {
  const risk = RISK_OF[verdictAlone(multiplier)];
  // The 1e-9 absorbs binary noise around 40%.
  return risk === "low" && rainChance >= RAIN_RISK_FLOOR - 1e-9 ? "medium" : risk;
}

export interface Session {
  readonly weather: WeatherColumns;
  readonly profile: CompiledProfile;
  /** Whole minutes from the start of the weather's hour 0. */
  readonly startMinute: number;
  /** At least 1. */
  readonly durationMinutes: number;
}

type SessionMinutes = Pick<Session, "startMinute" | "durationMinutes">;

type HourRange = Pick<ScoredHours, "first" | "count">;

export interface SessionVerdict {
  /** 0..100, not rounded; sessions are ranked by it. */
  readonly raw: number;
  readonly playabilityScore: number;
  readonly recommendation: Verdict;
  readonly rainRisk: Risk;
  /** For wind sports also the risk of too little wind. */
  readonly windRisk: Risk;
  readonly session: Session;
  /** Minutes of the session in each hour it touches; 0 for an hour without a score. */
  readonly minutes: readonly number[];
  /** The sum of `minutes`; less than the session's length if the forecast has gaps. */
  readonly coveredMinutes: number;
}

/** A verdict with what `summary` and `pointsLost` need. */
export interface SessionScore extends SessionVerdict {
  /** Air and feels-like temperature at the start, °C, not rounded. */
  readonly tempC: number;
  readonly feelsLikeC: number;
  /** Every hour the session touches. */
  readonly hours: ScoredHours;
  /** The session's multiplier for each factor; `storm` includes the cap on the score. */
  readonly multiplier: Readonly<Record<Factor, number>>;
  /** An hour of the session has a thunder code. */
  readonly isStormy: boolean;
  /** There is thunder after the session: in the hour after it, or later within the sport's hours. */
  readonly stormAfter: "soon" | "later" | undefined;
}

/** The most points for a session that a thunderstorm touches, however briefly. */
export const STORM_SCORE_MAX = 40;

/**
 * The most points for a session with a thunderstorm in the hours after it for which the sport's players are still out, from
 * the second hour on; the first is the sport's own. Such a session is never safe to book: forecast storms come early as often
 * as late.
 */
const STORM_LATER_SCORE_MAX = 75;

/** The part of the scored hours that a verdict needs. */
export type JudgedHours = Pick<ScoredHours, "first" | "score" | "rainChance"> & {
  readonly multiplier: Pick<ScoredHours["multiplier"], "rain" | "wind">;
};

/**
 * The verdict on a session; undefined, rather than a guess, if fewer than half of its minutes can be scored. `hours` are
 * scored from the same weather and profile, and include every hour that the session touches.
 */
export function judgeSession(session: Session, hours: JudgedHours): SessionVerdict | undefined {
  const touched = hoursOf(session);
  const minutes = repeated(0, touched.count);
  const coveredMinutes = fillScoredMinutes(minutes, session, hours);
  if (coveredMinutes * 2 < session.durationMinutes) return undefined;

  const first = touched.first - hours.first;
  const raw = Math.min(aggregate(hours.score, minutes, first), stormScoreMax(session));
  const playabilityScore = roundedScore(raw);
  // For a chance, the highest values are the worst.
  const chance = aggregate(hours.rainChance, minutes, first, -1);
  return {
    raw,
    playabilityScore,
    recommendation: recommendationFor(playabilityScore),
    rainRisk: riskOf(aggregate(hours.multiplier.rain, minutes, first), chance),
    windRisk: riskOf(aggregate(hours.multiplier.wind, minutes, first)),
    session,
    minutes,
    coveredMinutes,
  };
}

/** The verdict on a session whose hours nobody has scored; undefined as for `judgeSession`. */
export function judgeAlone(session: Session): SessionVerdict | undefined {
  const { weather, profile } = session;
  return judgeSession(session, scoreHours({ weather, profile, ...hoursOf(session) }));
}

/** Scores the hours of a session and judges it, with what explains the verdict; undefined as for `judgeSession`. */
export function scoreSession(session: Session): SessionScore | undefined {
  const { first, count } = hoursOf(session);
  const hours = scoreHours({ weather: session.weather, profile: session.profile, first, count });
  const verdict = judgeSession(session, hours);
  if (verdict === undefined) return undefined;
  const multiplier = byFactor((factor) => aggregate(hours.multiplier[factor], verdict.minutes));
  const gapMinutes = minutesToThunder(session);
  multiplier.storm = Math.min(multiplier.storm, stormScoreMax(session, gapMinutes) / 100);
  return {
    ...verdict,
    tempC: valueAtStart(session, airTempC),
    feelsLikeC: valueAtStart(session, feelsLikeC),
    hours,
    multiplier,
    isStormy: gapMinutes < 0,
    stormAfter: gapMinutes >= 0 ? (gapMinutes < 60 ? "soon" : "later") : undefined,
  };
}

/**
 * Minutes from the end of a session to the first hour of thunder that shares a minute with it, or begins within the sport's
 * hours after it: below 0 for thunder within the session, NaN if there is none. A thunder code counts even in an hour that
 * cannot be scored. Hours after the end of the forecast count as free of storms.
 */
function minutesToThunder({ weather, profile, startMinute, durationMinutes }: Session): number {
  const endMinute = startMinute + durationMinutes;
  const untilMinute = endMinute + profile.storm.hours * 60;
  for (let hour = Math.floor(startMinute / 60); hour * 60 < untilMinute; hour += 1) {
    if (weatherCodeKind(weather, hour) === "thunder") return hour * 60 - endMinute;
  }
  return Number.NaN;
}

/** The most points that thunderstorms leave. An earlier storm never leaves more than a later one. */
function stormScoreMax(session: Session, gapMinutes = minutesToThunder(session)): number {
  if (Number.isNaN(gapMinutes)) return 100;
  if (gapMinutes < 0) return STORM_SCORE_MAX;
  return gapMinutes < 60 ? session.profile.storm.first : STORM_LATER_SCORE_MAX;
}

/** The hours from the first to the last one that any of these sessions touches. All sessions have the same length. */
export function hoursTouched(startMinutes: readonly number[], durationMinutes: number): HourRange {
  if (startMinutes.length === 0) return { first: 0, count: 0 };
  const startMinute = Math.min(...startMinutes);
  const lastStartMinute = Math.max(...startMinutes);
  return hoursOf({ startMinute, durationMinutes: lastStartMinute - startMinute + durationMinutes });
}

function hoursOf({ startMinute, durationMinutes }: SessionMinutes): HourRange {
  const first = Math.floor(startMinute / 60);
  return { first, count: Math.ceil((startMinute + durationMinutes) / 60) - first };
}

/** Of the session's minutes, those in an hour that it touches, known or not. */
export function minutesIn({ startMinute, durationMinutes }: SessionMinutes, hour: number): number {
  return Math.min(hour * 60 + 60, startMinute + durationMinutes) - Math.max(hour * 60, startMinute);
}

/**
 * The value at the start of the session, interpolated between the values of its first hour and the next. If the next
 * value is unknown, the first hour's value. If that is unknown too, the first known value of the session, or NaN.
 */
function valueAtStart(
  { weather, startMinute, durationMinutes }: Session,
  valueOfHour: (weather: WeatherColumns, hour: number) => number,
): number {
  const hour = Math.floor(startMinute / 60);
  const value = valueOfHour(weather, hour);
  const next = valueOfHour(weather, hour + 1);
  if (!Number.isNaN(value)) {
    return Number.isNaN(next) ? value : value + (next - value) * (startMinute / 60 - hour);
  }
  for (let later = hour + 1; later * 60 < startMinute + durationMinutes; later += 1) {
    const laterValue = valueOfHour(weather, later);
    if (!Number.isNaN(laterValue)) return laterValue;
  }
  return Number.NaN;
}

/**
 * The unrounded scores of sessions of the same length, from hours that are each scored only once. A score equals `raw` of
 * judgeSession bit for bit; it is NaN if judgeSession would return undefined. `hours` must include every hour of the
 * sessions.
 */
export function scoreStarts({
  weather,
  profile,
  hours,
  startMinutes,
  durationMinutes,
}: Pick<Session, "weather" | "profile" | "durationMinutes"> & {
  readonly hours: Pick<ScoredHours, "first" | "score">;
  readonly startMinutes: readonly number[];
}): readonly number[] {
  // Has room for the most hours that a session can touch; unused entries have 0 minutes.
  const minutes = repeated(0, Math.ceil(durationMinutes / 60) + 1);
  return startMinutes.map((startMinute) => {
    const session = { weather, profile, startMinute, durationMinutes };
    const coveredMinutes = fillScoredMinutes(minutes, session, hours);
    if (coveredMinutes * 2 < durationMinutes) return Number.NaN;
    const first = Math.floor(startMinute / 60) - hours.first;
    return Math.min(aggregate(hours.score, minutes, first), stormScoreMax(session));
  });
}

/** Best first: by unrounded score, then the earlier start, then the order given. */
export function rankSessions<Session extends { readonly raw: number; readonly startMs: number }>(
  sessions: readonly Session[],
): readonly Session[] {
  return sessions.toSorted((a, b) => b.raw - a.raw || a.startMs - b.startMs);
}

/** The worst minutes are the worst 60 of a session, or its worst half if the session is shorter than two hours. */
const WORST_MINUTES_MAX = 60;

/**
 * The share of the mean over all minutes. The worst minutes get the larger share, because one lost hour spoils a session.
 */
const MEAN_SHARE = 0.4;

/**
 * One value for a session: 0.4 of the mean over all minutes and 0.6 of the mean over the worst (lowest) ones. `minutes`
 * says how much of each hour counts, from entry `first` of the values on; entries with 0 minutes are ignored, and at
 * least one entry must have more. With a `sign` of -1 the highest values are the worst. The function sums differences
 * from the lowest value, so that equal hours give exactly their value and sessions in steady weather tie.
 */
export function aggregate(
  values: readonly number[],
  minutes: readonly number[],
  first = 0,
  sign: 1 | -1 = 1,
): number {
  let lowest = Number.POSITIVE_INFINITY;
  let totalMinutes = 0;
  // `Number` turns an entry outside the list into NaN. With `??`, V8 would box each value: 100 bytes a call.
  for (let entry = 0; entry < minutes.length; entry += 1) {
    const entryMinutes = minutes[entry] ?? 0;
    const value = sign * Number(values[first + entry]);
    totalMinutes += entryMinutes;
    if (entryMinutes > 0 && value < lowest) lowest = value;
  }
  let aboveLowest = 0;
  for (let entry = 0; entry < minutes.length; entry += 1) {
    const entryMinutes = minutes[entry] ?? 0;
    if (entryMinutes > 0) aboveLowest += (sign * Number(values[first + entry]) - lowest) * entryMinutes;
  }
  if (aboveLowest === 0) return sign * lowest;

  // Takes minutes in order of value, all hours of one value together, until the window is full.
  const windowMinutes = Math.min(WORST_MINUTES_MAX, totalMinutes / 2);
  let worstAboveLowest = 0;
  let taken = 0;
  let value = lowest;
  while (taken < windowMinutes) {
    let minutesAtValue = 0;
    let nextHigher = Number.POSITIVE_INFINITY;
    for (let entry = 0; entry < minutes.length; entry += 1) {
      const entryMinutes = minutes[entry] ?? 0;
      const other = sign * Number(values[first + entry]);
      if (other === value) minutesAtValue += entryMinutes;
      else if (other > value && other < nextHigher) nextHigher = other;
    }
    const take = Math.min(minutesAtValue, windowMinutes - taken);
    worstAboveLowest += (value - lowest) * take;
    taken += take;
    value = nextHigher;
  }

  const meanAboveLowest = aboveLowest / totalMinutes;
  const worst = worstAboveLowest / windowMinutes;
  return sign * (lowest + worst + MEAN_SHARE * (meanAboveLowest - worst));
}

/**
 * Writes how many minutes of the session are in each hour, from the hour of its start on: 0 if the hour has no score.
 * Returns their sum.
 */
function fillScoredMinutes(
  minutes: number[],
  { startMinute, durationMinutes }: SessionMinutes,
  { first, score }: Pick<ScoredHours, "first" | "score">,
): number {
  const hour = Math.floor(startMinute / 60);
  // Not the remainder operator, which is negative for a session that starts before the weather.
  let fromMinute = startMinute - hour * 60;
  let leftMinutes = durationMinutes;
  let coveredMinutes = 0;
  for (let entry = 0; entry < minutes.length; entry += 1) {
    const entryMinutes = Math.min(60 - fromMinute, leftMinutes);
    const counted = Number.isNaN(score[hour - first + entry] ?? Number.NaN) ? 0 : entryMinutes;
    minutes[entry] = counted;
    coveredMinutes += counted;
    leftMinutes -= entryMinutes;
    fromMinute = 0;
  }
  return coveredMinutes;
}
