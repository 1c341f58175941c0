// Which part of a session something affects, and which hour is the worst. An hour is identified by its index in the
// session's hours.
import type { Factor } from "../scoring/hour-score.ts";
import type { SessionScore } from "../scoring/session-score.ts";
import { effectiveWindKmh } from "../scoring/weather-columns.ts";
import type { Darkness, When } from "./language.ts";

/** A shorter session has no distinct beginning and end. */
const DURATION_MINUTES_MIN = 45;

/**
 * A factor's multiplier must differ by this much between the best and the worst hour. Fog needs no minimum: it is there
 * or not.
 */
const SPREAD_MIN = 0.15;

/** If no span of hours stands out, the worst third of a session must lose this much more than the second worst. */
const THIRD_SPREAD_MIN = 0.15;

/**
 * The part of the session that a factor spoils. It contains the hour `told`, which the summary describes. Undefined if
 * the part is most of the session or does not stand out.
 */
export function whenFactor(score: SessionScore, factor: Factor, told: number): When | undefined {
  const { minutes } = score;
  const column = score.hours.multiplier[factor];
  let best = 0;
  let worst = 1;
  for (let entry = 0; entry < minutes.length; entry += 1) {
    if (entry !== told && (minutes[entry] ?? 0) < MINUTES_MIN) continue;
    best = Math.max(best, column[entry] ?? Number.NaN);
    worst = Math.min(worst, column[entry] ?? Number.NaN);
  }
  if (best <= worst) return undefined;
  const isSpan = factor === "fog" || best - worst >= SPREAD_MIN;
  const below = (best + worst) / 2;
  if (isSpan && (column[told] ?? Number.NaN) < below) {
    let first = told;
    let last = told;
    for (let entry = 0; entry < minutes.length; entry += 1) {
      if ((minutes[entry] ?? 0) < MINUTES_MIN || !((column[entry] ?? Number.NaN) < below)) continue;
      first = Math.min(first, entry);
      last = Math.max(last, entry);
    }
    const span = whenHours(score, first, last);
    if (span !== undefined) return span;
  }
  return worstThird(score, column, { told });
}

/** Which part of the session its hours `first` to `last` are; undefined if they are most of it, or if it is too short to have parts. */
export function whenHours({ session, hours }: SessionScore, first: number, last: number): When | undefined {
  const { startMinute, durationMinutes } = session;
  if (durationMinutes < DURATION_MINUTES_MIN) return undefined;
  const fromMinute = Math.max(0, (hours.first + first) * 60 - startMinute);
  const toMinute = Math.min(durationMinutes, (hours.first + last + 1) * 60 - startMinute);
  const minutes = toMinute - fromMinute;
  if (minutes * 3 > durationMinutes * 2) return undefined;
  // Half hours and hours at either end have their own words.
  const isFirst = fromMinute === 0;
  if (isFirst || toMinute === durationMinutes) {
    if (Math.abs(minutes - 30) <= 5) return isFirst ? "firstHalfHour" : "lastHalfHour";
    if (Math.abs(minutes - 60) <= 10) return isFirst ? "firstHour" : "lastHour";
  }
  return thirdOf((fromMinute + toMinute) / 2 / durationMinutes);
}

const THIRDS = ["first", "midway", "end"] as const satisfies readonly When[];

type Third = (typeof THIRDS)[number];

/**
 * The third of a session that loses clearly more than the others. `column` has a value of 0 to `best` for each hour. If
 * the summary describes an hour (`told`), the third has to overlap it.
 */
export function worstThird(
  { session, hours, minutes }: SessionScore,
  column: readonly number[],
  { best = 1, told }: { readonly best?: number; readonly told?: number } = {},
): When | undefined {
  const { startMinute, durationMinutes } = session;
  if (durationMinutes < DURATION_MINUTES_MIN) return undefined;
  const length = durationMinutes / THIRDS.length;
  let worst: Third | undefined;
  let isToldInWorst = false;
  let worstLost = Number.NEGATIVE_INFINITY;
  let nextLost = Number.NEGATIVE_INFINITY;
  for (let third = 0; third < THIRDS.length; third += 1) {
    let covered = 0;
    let lost = 0;
    let isToldIn = told === undefined;
    for (let entry = 0; entry < minutes.length; entry += 1) {
      if (minutes[entry] === 0) continue;
      const hourStart = (hours.first + entry) * 60 - startMinute;
      const until = Math.min(hourStart + 60, (third + 1) * length);
      const overlap = Math.max(0, until - Math.max(hourStart, third * length));
      if (entry === told) isToldIn = overlap > 0;
      covered += overlap;
      lost += overlap * (best - (column[entry] ?? Number.NaN));
    }
    if (covered === 0) continue;
    lost /= covered * best;
    if (lost > worstLost) {
      nextLost = worstLost;
      worstLost = lost;
      worst = THIRDS[third];
      isToldInWorst = isToldIn;
    } else nextLost = Math.max(nextLost, lost);
  }
  const isClear = Number.isFinite(nextLost) && worstLost - nextLost >= THIRD_SPREAD_MIN;
  return isClear && isToldInWorst ? worst : undefined;
}

export function darkness({ session, hours, minutes }: SessionScore): Darkness {
  let changes = 0;
  let changedAt = 0;
  let before: boolean | undefined;
  let isDarkFirst = false;
  for (let entry = 0; entry < minutes.length; entry += 1) {
    if (minutes[entry] === 0) continue;
    const isDark = session.weather.isDay[hours.first + entry] === 0;
    isDarkFirst = before === undefined ? isDark : isDarkFirst;
    if (before !== undefined && isDark !== before) {
      changes += 1;
      changedAt = ((hours.first + entry) * 60 - session.startMinute) / session.durationMinutes;
    }
    before = isDark;
  }
  if (changes === 0) return "all";
  if (changes > 1) return "part";
  if (isDarkFirst) return "first";
  const third = thirdOf(changedAt);
  return third === "first" ? "soon" : third;
}

function thirdOf(part: number): Third {
  if (part < 1 / 3) return "first";
  return part > 2 / 3 ? "end" : "midway";
}

/** An hour with fewer minutes in the session is not named, unless only such hours cost points. */
export const MINUTES_MIN = 10;

/** An hour with a higher multiplier costs less than the 5 points that make a reason. */
const COSTLY_MULTIPLIER = 0.95;

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
  const { weather } = session;
  const column = hours.multiplier[factor];
  let worst = -1;
  let lowest = Number.POSITIVE_INFINITY;
  let mostSevere = Number.NEGATIVE_INFINITY;
  for (let entry = 0; entry < minutes.length; entry += 1) {
    if ((minutes[entry] ?? 0) < minutesMin) continue;
    // Severity orders hours that cost the same, mostly nothing: "light wind" should still describe the windiest hour.
    const hour = hours.first + entry;
    const cloudPct = weather.cloudPct[hour] ?? Number.NaN;
    let severity = -1;
    if (factor === "wind") severity = effectiveWindKmh(weather, hour, session.profile.gustRatio);
    else if (factor === "cloud" && weather.isDay[hour] !== 0 && !Number.isNaN(cloudPct)) severity = cloudPct;
    const multiplier = column[entry] ?? Number.NaN;
    if (multiplier < lowest || (multiplier === lowest && severity > mostSevere)) {
      worst = entry;
      lowest = multiplier;
      mostSevere = severity;
    }
  }
  return worst;
}
