// The verdict on a session: any stretch of minutes, whole hours or not.
import { byFactor, type Factor, hasHours, hoursWithin, scoreHours, type ScoredHours } from "./hour-score.ts";
import {
  recommendationFor,
  roundedScore,
  type Recommendation,
  rainRisk,
  windRisk,
  type Risk,
} from "./recommendation.ts";
import type { CompiledProfile } from "./sports/profile.ts";
import { feelsLikeC, weatherCodeKind, valueAt, type WeatherColumns } from "./weather-columns.ts";

export interface Session {
  readonly weather: WeatherColumns;
  readonly profile: CompiledProfile;
  /** Whole minutes from the start of the weather's hour 0. */
  readonly startMinute: number;
  /** At least 1. */
  readonly durationMinutes: number;
}

export interface SessionScore {
  /** 0..100, not rounded; what sessions are ranked by. */
  readonly raw: number;
  readonly playabilityScore: number;
  readonly recommendation: Recommendation;
  readonly rainRisk: Risk;
  /** For wind sports, of too little wind too. */
  readonly windRisk: Risk;
  /** Air and feels-like temperature at the start, °C, not rounded. */
  readonly tempC: number;
  readonly feelsLikeC: number;
  /** What the explanations (`summary`, `pointsLost`) are made from. */
  readonly session: Session;
  /** Every hour the session touches. */
  readonly hours: ScoredHours;
  /** Minutes of the session in each of those hours; 0 for an hour that is not scorable. */
  readonly minutes: Float64Array;
  /** Their sum: less than the session's where the forecast has gaps. */
  readonly coveredMinutes: number;
  /** The session's multiplier for each factor; that of the storm has the cap in it. */
  readonly multiplier: Readonly<Record<Factor, number>>;
  /** An hour that the session touches has a thunder code. */
  readonly isStormy: boolean;
  /** One within the hour after it has, and nothing that storms do to the session itself costs as much. */
  readonly isStormSoon: boolean;
}

/** A session that a thunderstorm touches, however briefly, gets no more than this. */
const STORM_SCORE_MAX = 40;

/**
 * One that a thunderstorm follows within the hour gets no more than this, and so is never safe to book: people are outdoors
 * after their session too, and forecast storms come early as often as late.
 */
const STORM_SOON_SCORE_MAX = 75;
const STORM_SOON_MINUTES = 60;

/**
 * The score of a session; undefined, rather than a guess, if fewer than half of its minutes can be scored. `scored` are hours of
 * the same weather and profile, where some have been scored already.
 */
export function scoreSession(session: Session, scored?: ScoredHours): SessionScore | undefined {
  const touched = hoursTouched([session.startMinute], session.durationMinutes);
  const hours = scored && hasHours(scored, touched) ? scored : scoreHours({ ...session, ...touched });
  const first = touched.first - hours.first;
  const minutes = new Float64Array(touched.count);
  const coveredMinutes = fillScoredMinutes(minutes, hours.score, { ...session, first });
  if (coveredMinutes * 2 < session.durationMinutes) return undefined;

  const scoreMax = stormScoreMax(session);
  const raw = Math.min(aggregate(hours.score, minutes, first), scoreMax);
  const multiplier = byFactor((factor) => aggregate(hours.multiplier[factor], minutes, first));
  const isStormSoon = scoreMax === STORM_SOON_SCORE_MAX && multiplier.storm > scoreMax / 100;
  multiplier.storm = Math.min(multiplier.storm, scoreMax / 100);
  const playabilityScore = roundedScore(raw);
  // For a chance the worst minutes are the highest, hence the signs.
  const dryness = new Float64Array(touched.count);
  for (let entry = 0; entry < touched.count; entry += 1) {
    dryness[entry] = -(hours.rainChance[first + entry] ?? Number.NaN);
  }
  const chance = -aggregate(dryness, minutes, 0);
  return {
    raw,
    playabilityScore,
    recommendation: recommendationFor(playabilityScore),
    rainRisk: rainRisk(multiplier.rain, chance),
    windRisk: windRisk(multiplier.wind),
    tempC: valueAtStart(session, airTempC),
    feelsLikeC: valueAtStart(session, feelsLikeC),
    session,
    hours: hours.count === touched.count ? hours : hoursWithin(hours, touched),
    minutes,
    coveredMinutes,
    multiplier,
    isStormy: scoreMax === STORM_SCORE_MAX,
    isStormSoon,
  };
}

/** The most that thunderstorms leave to a session. Where the forecast ends before the hour after it, nothing is known of one. */
function stormScoreMax({
  weather,
  startMinute,
  durationMinutes,
}: Pick<Session, "weather" | "startMinute" | "durationMinutes">): number {
  const endMinute = startMinute + durationMinutes;
  if (hasThunder(weather, startMinute, endMinute)) return STORM_SCORE_MAX;
  return hasThunder(weather, endMinute, endMinute + STORM_SOON_MINUTES) ? STORM_SOON_SCORE_MAX : 100;
}

/** The hours from the first to the last with a minute in sessions of one length; an hour that one merely ends at has none. */
export function hoursTouched(
  startMinutes: readonly number[],
  durationMinutes: number,
): Pick<ScoredHours, "first" | "count"> {
  if (startMinutes.length === 0) return { first: 0, count: 0 };
  const first = Math.floor(Math.min(...startMinutes) / 60);
  return { first, count: Math.ceil((Math.max(...startMinutes) + durationMinutes) / 60) - first };
}

/** In any hour with a minute between the two. A thunder code counts even in an hour that is not scorable. */
function hasThunder(weather: WeatherColumns, startMinute: number, endMinute: number): boolean {
  for (let hour = Math.floor(startMinute / 60); hour * 60 < endMinute; hour += 1) {
    if (weatherCodeKind(weather, hour) === "thunder") return true;
  }
  return false;
}

/**
 * On the line between the hour that a session starts in and the next. Without a value for the next hour, that of the
 * first; without that, the first known one of the session.
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

/** The feels-like temperature where a source has no other. */
function airTempC(weather: WeatherColumns, hour: number): number {
  const tempC = valueAt(weather.tempC, hour);
  return Number.isNaN(tempC) ? valueAt(weather.apparentC, hour) : tempC;
}

/**
 * The unrounded scores of sessions of one length, with each hour scored once for all of them: `raw` of scoreSession to the last
 * bit, NaN where that has none. `hours` are to hold every hour that a session touches.
 */
export function scoreStarts({
  weather,
  hours,
  startMinutes,
  durationMinutes,
}: {
  readonly weather: WeatherColumns;
  readonly hours: Pick<ScoredHours, "first" | "score">;
  readonly startMinutes: readonly number[];
  readonly durationMinutes: number;
}): Float64Array {
  // Room for as many hours as a session can touch. Where it touches fewer, the others have no minutes.
  const minutes = new Float64Array(Math.ceil(durationMinutes / 60) + 1);
  return Float64Array.from(startMinutes, (startMinute) => {
    const first = Math.floor(startMinute / 60) - hours.first;
    const coveredMinutes = fillScoredMinutes(minutes, hours.score, { startMinute, durationMinutes, first });
    return coveredMinutes * 2 < durationMinutes
      ? Number.NaN
      : Math.min(
          aggregate(hours.score, minutes, first),
          stormScoreMax({ weather, startMinute, durationMinutes }),
        );
  });
}

/** Best first: by unrounded score, then the earlier start, then the order given. */
export function rankSessions<Session extends { readonly raw: number; readonly startMs: number }>(
  sessions: readonly Session[],
): readonly Session[] {
  return sessions.toSorted((a, b) => b.raw - a.raw || a.startMs - b.startMs);
}

/** The worst minutes are the worst hour of a session, or its worst half if it is under two hours. */
const WORST_MINUTES_MAX = 60;

/** The worst minutes get the larger rest: one lost hour spoils a session. */
const MEAN_SHARE = 0.4;

/**
 * One value for a session from a value an hour: 0.4 of the mean over all minutes and 0.6 of the mean over the worst,
 * that is lowest, ones. `minutes` says how much of each hour counts, from entry `first` of the values on; entries with 0
 * minutes are not looked at, and at least one must have some. Differences are summed rather than values, so that equal
 * hours give exactly their value and sessions in steady weather tie.
 */
export function aggregate(values: Float64Array, minutes: Float64Array, first = 0): number {
  const lowest = nextHigher(values, minutes, { first, bound: Number.NEGATIVE_INFINITY });
  let totalMinutes = 0;
  let aboveLowest = 0;
  for (let entry = 0; entry < minutes.length; entry += 1) {
    const entryMinutes = minutes[entry] ?? 0;
    totalMinutes += entryMinutes;
    if (entryMinutes > 0) aboveLowest += ((values[first + entry] ?? Number.NaN) - lowest) * entryMinutes;
  }
  if (aboveLowest === 0) return lowest;
  const windowMinutes = Math.min(WORST_MINUTES_MAX, totalMinutes / 2);

  // Takes the minutes in order of value, all hours of one value at once, until the window is full.
  let worstAboveLowest = 0;
  let taken = 0;
  for (
    let value = lowest;
    taken < windowMinutes;
    value = nextHigher(values, minutes, { first, bound: value })
  ) {
    const take = Math.min(minutesAt(values, minutes, { first, value }), windowMinutes - taken);
    worstAboveLowest += (value - lowest) * take;
    taken += take;
  }

  const meanAboveLowest = aboveLowest / totalMinutes;
  const worst = worstAboveLowest / windowMinutes;
  return lowest + worst + MEAN_SHARE * (meanAboveLowest - worst);
}

/** The lowest value above `bound` among the hours that count. */
function nextHigher(
  values: Float64Array,
  minutes: Float64Array,
  { first, bound }: { readonly first: number; readonly bound: number },
): number {
  let next = Number.POSITIVE_INFINITY;
  for (let entry = 0; entry < minutes.length; entry += 1) {
    const value = values[first + entry] ?? Number.NaN;
    if ((minutes[entry] ?? 0) > 0 && value > bound && value < next) next = value;
  }
  return next;
}

function minutesAt(
  values: Float64Array,
  minutes: Float64Array,
  { first, value }: { readonly first: number; readonly value: number },
): number {
  let sum = 0;
  for (let entry = 0; entry < minutes.length; entry += 1) {
    if (values[first + entry] === value) sum += minutes[entry] ?? 0;
  }
  return sum;
}

/**
 * Writes how many minutes of each hour are in a session, 0 where the hour has no score; returns their sum. The first entry is
 * the hour that the session starts in, the one whose score is entry `first`.
 */
function fillScoredMinutes(
  minutes: Float64Array,
  score: Float64Array,
  {
    startMinute,
    durationMinutes,
    first,
  }: { readonly startMinute: number; readonly durationMinutes: number; readonly first: number },
): number {
  // Not the remainder, which is negative for a session that starts before the weather does.
  let fromMinute = startMinute - Math.floor(startMinute / 60) * 60;
  let leftMinutes = durationMinutes;
  let coveredMinutes = 0;
  for (let entry = 0; entry < minutes.length; entry += 1) {
    const entryMinutes = Math.min(60 - fromMinute, leftMinutes);
    const counted = Number.isNaN(score[first + entry] ?? Number.NaN) ? 0 : entryMinutes;
    minutes[entry] = counted;
    coveredMinutes += counted;
    leftMinutes -= entryMinutes;
    fromMinute = 0;
  }
  return coveredMinutes;
}
