// Which part of a session something affects, and which hour is the worst. An hour is identified by its index in the
// session's hours.
import type { Factor } from "../scoring/hour-score.ts";
import type { SessionScore } from "../scoring/session-score.ts";
import { effectiveWindKmh } from "../scoring/weather-columns.ts";
import type { When } from "./language.ts";

/** A shorter session has no distinct beginning and end. */
const DURATION_MINUTES_MIN = 45;

/**
 * A factor's multiplier must differ by this much between the best and the worst hour. Fog needs no minimum: it is there
 * or not.
 */
const SPREAD_MIN = 0.15;

/** If rain costs about the same in all hours, its chance must differ by this much, 0..1. */
const CHANCE_SPREAD_MIN = 0.4;

/** A third of a session stands out if it loses this much more than the second worst. */
const THIRD_SPREAD_MIN = 0.15;

/** The part of a session that something spoils. If it is relative, the rest is spoilt too, but less. */
export interface Part {
  readonly when: When;
  readonly isRelative: boolean;
}

/**
 * The part of the session that a factor spoils. It contains the hour `described`, which the summary describes, unless it is
 * relative. Undefined if the part is all of the session or does not stand out.
 */
export function whenFactor(score: SessionScore, factor: Factor, described: number): Part | undefined {
  const { rainChance, multiplier } = score.hours;
  const column = multiplier[factor];
  const isRain = factor === "rain";
  const part = spoiltPart(score, column, { described, isRain, spread: factor === "fog" ? 0 : SPREAD_MIN });
  if (part !== undefined) return { when: part, isRelative: false };
  if (isRain) {
    const dry = rainChance.map((chance) => 1 - chance);
    const likeliest = spoiltPart(score, dry, { described, isRain, spread: CHANCE_SPREAD_MIN });
    if (likeliest !== undefined) return { when: likeliest, isRelative: false };
  }
  const worst = whenWorst(score, factor);
  return worst !== undefined && isRain && isHeavierElsewhere(score, worst.when) ? undefined : worst;
}

/** The part of a session that a factor spoils clearly more than the rest. */
export function whenWorst(score: SessionScore, factor: Factor): WorstPart | undefined {
  const third = worstThird(score, score.hours.multiplier[factor]);
  return third && { when: third, isRelative: true };
}

/** Whether the heaviest rain is in another third: likelier rain is not the worse for readers where it is the lighter. */
function isHeavierElsewhere({ session, hours, minutes }: SessionScore, third: Third): boolean {
  const { startMinute, durationMinutes, weather } = session;
  let inside = 0;
  let outside = 0;
  for (let entry = 0; entry < minutes.length; entry += 1) {
    if (minutes[entry] === 0) continue;
    const rainMm = weather.rainMm[hours.first + entry] ?? Number.NaN;
    const middle = ((hours.first + entry) * 60 + 30 - startMinute) / durationMinutes;
    if (thirdOf(middle) === third) inside = Math.max(inside, rainMm || 0);
    else outside = Math.max(outside, rainMm || 0);
  }
  return outside > inside;
}

/** From this chance on, an hour with less rain is no relief. */
const LIKELY_CHANCE = 0.5;

/**
 * The part of the hours whose value is nearer to the worst than to the best, and of those in which rain is likely. Undefined if
 * even the best hour loses more than half of what the worst does.
 */
function spoiltPart(
  score: SessionScore,
  column: readonly number[],
  {
    described,
    isRain,
    spread,
  }: { readonly described: number; readonly isRain: boolean; readonly spread: number },
): When | undefined {
  const { minutes, hours } = score;
  let best = 0;
  let worst = 1;
  for (let entry = 0; entry < minutes.length; entry += 1) {
    if (entry !== described && (minutes[entry] ?? 0) < MINUTES_MIN) continue;
    best = Math.max(best, Number(column[entry]));
    worst = Math.min(worst, Number(column[entry]));
  }
  const below = (best + worst) / 2;
  if (!(best - worst >= spread) || !(Number(column[described]) < below)) return undefined;
  if ((1 - best) * 2 > 1 - worst) return undefined;
  let first = described;
  let last = described;
  let spoiltMinutes = 0;
  for (let entry = 0; entry < minutes.length; entry += 1) {
    const share = minutes[entry] ?? 0;
    if (share < MINUTES_MIN && entry !== described) continue;
    const isRainy = isRain && Number(hours.rainChance[entry]) >= LIKELY_CHANCE;
    if (!isRainy && !(Number(column[entry]) < below)) continue;
    first = Math.min(first, entry);
    last = Math.max(last, entry);
    spoiltMinutes += share;
  }
  return whenHours(score, { first, last, spoiltMinutes });
}

/** Which of a session's parts its hours `first` to `last` are, of which so many minutes are meant. */
interface Span {
  readonly first: number;
  readonly last: number;
  readonly spoiltMinutes: number;
}

/** Undefined if the span is nearly all of the session, or if the session is too short to have parts. */
export function whenHours({ session, hours }: SessionScore, span: Span): When | undefined {
  const { startMinute, durationMinutes } = session;
  if (durationMinutes < DURATION_MINUTES_MIN) return undefined;
  const fromMinute = Math.max(0, (hours.first + span.first) * 60 - startMinute);
  const toMinute = Math.min(durationMinutes, (hours.first + span.last + 1) * 60 - startMinute);
  const minutes = toMinute - fromMinute;
  if (span.spoiltMinutes * 4 < minutes * 3) return "atTimes";
  if (minutes * 6 >= durationMinutes * 5) return undefined;
  if (fromMinute < MINUTES_MIN) return whenFirst(minutes, durationMinutes);
  if (durationMinutes - toMinute < MINUTES_MIN) return whenLast(minutes, durationMinutes);
  // A stretch that is less than 40% of a half is not said to be that half.
  const isShort = minutes * 5 < durationMinutes;
  if (toMinute * 2 <= durationMinutes && !isShort) return "firstHalf";
  if (fromMinute * 2 >= durationMinutes && !isShort) return "secondHalf";
  if (minutes * 2 > durationMinutes) return "most";
  if (isShort && thirdOf((fromMinute + toMinute) / 2 / durationMinutes) === "end") return "end";
  const isInMiddle = fromMinute * 4 >= durationMinutes && toMinute * 4 <= durationMinutes * 3;
  const hasMiddle = fromMinute * 2 <= durationMinutes && toMinute * 2 >= durationMinutes;
  return isInMiddle && hasMiddle ? "midway" : "part";
}

/** The beginning of a session, of so many minutes. */
function whenFirst(minutes: number, durationMinutes: number): When {
  if (isHalfHour(minutes)) return "firstHalfHour";
  if (isHours(minutes, 1)) return "firstHour";
  if (isHalf(minutes, durationMinutes)) return "firstHalf";
  return minutes * 2 < durationMinutes ? "first" : "most";
}

/** The end of a session, likewise. */
function whenLast(minutes: number, durationMinutes: number): When {
  if (isHalfHour(minutes)) return "lastHalfHour";
  if (isHours(minutes, 1)) return "lastHour";
  if (isHalf(minutes, durationMinutes)) return "secondHalf";
  if (minutes * 2 < durationMinutes) return "end";
  const before = durationMinutes - minutes;
  if (isHalfHour(before)) return "afterFirstHalfHour";
  if (isHours(before, 1)) return "afterFirstHour";
  for (const [hours, when] of FROM_HOUR) if (isHours(before, hours)) return when;
  return "most";
}

const FROM_HOUR = [
  [2, "fromThirdHour"],
  [3, "fromFourthHour"],
  [4, "fromFifthHour"],
  [5, "fromSixthHour"],
] as const satisfies readonly (readonly [hours: number, when: When])[];

const isHalfHour = (minutes: number) => Math.abs(minutes - 30) <= 5;
const isHours = (minutes: number, hours: number) => Math.abs(minutes - hours * 60) <= 10;
/** By a sixth of it, and by half an hour. */
const isHalf = (minutes: number, all: number) => Math.abs(minutes * 2 - all) <= Math.min(60, all / 6);

const THIRDS = ["first", "midway", "end"] as const satisfies readonly When[];

type Third = (typeof THIRDS)[number];

interface WorstPart extends Part {
  readonly when: Third;
}

/** The third of a session that loses clearly more than the others. `column` has a value of 0 to `best` for each hour. */
export function worstThird(
  { session, hours, minutes }: SessionScore,
  column: readonly number[],
  best = 1,
): Third | undefined {
  const { startMinute, durationMinutes } = session;
  if (durationMinutes < DURATION_MINUTES_MIN || !isUneven(column, minutes, THIRD_SPREAD_MIN * best))
    return undefined;
  const length = durationMinutes / THIRDS.length;
  let worst: Third | undefined;
  let worstLost = Number.NEGATIVE_INFINITY;
  let nextLost = Number.NEGATIVE_INFINITY;
  for (let third = 0; third < THIRDS.length; third += 1) {
    let covered = 0;
    let lost = 0;
    for (let entry = 0; entry < minutes.length; entry += 1) {
      if (minutes[entry] === 0) continue;
      const hourStart = (hours.first + entry) * 60 - startMinute;
      const until = Math.min(hourStart + 60, (third + 1) * length);
      const overlap = Math.max(0, until - Math.max(hourStart, third * length));
      covered += overlap;
      lost += overlap * (best - Number(column[entry]));
    }
    if (covered === 0) continue;
    lost /= covered * best;
    if (lost > worstLost) {
      nextLost = worstLost;
      worstLost = lost;
      worst = THIRDS[third];
    } else nextLost = Math.max(nextLost, lost);
  }
  const isClear = Number.isFinite(nextLost) && worstLost - nextLost >= THIRD_SPREAD_MIN;
  return isClear ? worst : undefined;
}

/** Whether two hours of the session differ by so much. */
function isUneven(column: readonly number[], minutes: readonly number[], spread: number): boolean {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (let entry = 0; entry < minutes.length; entry += 1) {
    if (minutes[entry] === 0) continue;
    const value = Number(column[entry]);
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  return highest - lowest >= spread;
}

function thirdOf(part: number): Third {
  if (part < 1 / 3) return "first";
  return part >= 2 / 3 ? "end" : "midway";
}

/** An hour with fewer minutes in the session is not named, unless only such hours cost points. */
export const MINUTES_MIN = 10;

/** An hour with a higher multiplier costs less than the 5 points that make a reason. */
export const COSTLY_MULTIPLIER = 0.95;

/** The hour that a summary's words about a factor describe, as an entry of the session's hours. */
export function worstHour(score: SessionScore, factor: Factor): number {
  const column = score.hours.multiplier[factor];
  const longEnough = worstEntry(score, factor, MINUTES_MIN);
  if (longEnough >= 0 && (column[longEnough] ?? Number.NaN) <= COSTLY_MULTIPLIER) return longEnough;
  const worstOfAll = worstEntry(score, factor, 1);
  const isBrief = longEnough < 0 || (column[worstOfAll] ?? Number.NaN) <= COSTLY_MULTIPLIER;
  return isBrief ? worstOfAll : longEnough;
}

/**
 * The entry with the lowest multiplier; among equal ones the most severe, then the first; -1 if no hour has enough
 * minutes.
 */
function worstEntry({ session, hours, minutes }: SessionScore, factor: Factor, minutesMin: number): number {
  const { weather, profile } = session;
  const column = hours.multiplier[factor];
  let worst = -1;
  let lowest = Number.POSITIVE_INFINITY;
  let mostSevere = Number.NEGATIVE_INFINITY;
  for (let entry = 0; entry < minutes.length; entry += 1) {
    if ((minutes[entry] ?? 0) < minutesMin) continue;
    // Severity orders hours that cost the same: "light wind" should still describe the windiest hour, and the cold of a night that
    // costs all points the coldest.
    const hour = hours.first + entry;
    const cloudPct = weather.cloudPct[hour] ?? Number.NaN;
    let severity = -1;
    if (factor === "wind") severity = effectiveWindKmh(weather, hour, profile.gustRatio);
    else if (factor === "temp")
      severity = Math.abs((hours.feelsLikeC[entry] ?? Number.NaN) - profile.tempPlateauC);
    else if (factor === "cloud" && weather.isDay[hour] !== 0 && !Number.isNaN(cloudPct)) severity = cloudPct;
    const multiplier = Number(column[entry]);
    if (multiplier < lowest || (multiplier === lowest && severity > mostSevere)) {
      worst = entry;
      lowest = multiplier;
      mostSevere = severity;
    }
  }
  return worst;
}
