// Which part of a session something affects, and which hour is the worst. An hour is given by its entry in the session's hours.
import type { Factor } from "../hour-score.ts";
import type { SessionScore } from "../session-score.ts";
import { effectiveWindKmh, valueAt } from "../weather-columns.ts";
import type { Darkness, When } from "./language.ts";

/** A shorter session has no distinct beginning and end. */
const DURATION_MINUTES_MIN = 45;

/** A factor must differ by this much between the best and the worst hour. Fog needs no minimum: it is there or not. */
const SPREAD_MIN = 0.15;

/** If no span of hours stands out, the worst third of a session must differ by this much from the next. */
const THIRD_SPREAD_MIN = 0.15;

/** The part of the session that a factor spoils, which contains the named hour; undefined if it is most of the session. */
export function whenFactor(score: SessionScore, factor: Factor, told: number): When | undefined {
  const { hours, minutes } = score;
  const column = hours.multiplier[factor];
  const isTold = (entry: number) => entry === told || valueAt(minutes, entry) >= MINUTES_MIN;
  let best = 0;
  let worst = 1;
  for (let entry = 0; entry < hours.count; entry += 1) {
    if (valueAt(minutes, entry) === 0 || !isTold(entry)) continue;
    best = Math.max(best, valueAt(column, entry));
    worst = Math.min(worst, valueAt(column, entry));
  }
  const spread = best - worst;
  if (spread <= 0) return undefined;
  const isSuch = (entry: number) => isTold(entry) && valueAt(column, entry) < (best + worst) / 2;
  const isSpan = factor === "fog" || spread >= SPREAD_MIN;
  const span = isSpan && isSuch(told) ? whenHours(score, isSuch) : undefined;
  return span ?? worstThird(score, column, { told });
}

/** The part of the session that contains all such hours; undefined if it is most of the session. */
export function whenHours(
  { session, hours }: SessionScore,
  isSuch: (entry: number) => boolean,
): When | undefined {
  const { startMinute, durationMinutes } = session;
  if (durationMinutes < DURATION_MINUTES_MIN) return undefined;
  let fromMinute = durationMinutes;
  let toMinute = 0;
  for (let entry = 0; entry < hours.count; entry += 1) {
    if (!isSuch(entry)) continue;
    const hourStart = (hours.first + entry) * 60 - startMinute;
    fromMinute = Math.min(fromMinute, Math.max(0, hourStart));
    toMinute = Math.max(toMinute, Math.min(durationMinutes, hourStart + 60));
  }
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
 * The third of a session that loses clearly more than the others, by a value of 0 to `best` for each hour. If the summary
 * describes an hour (`told`), the third has to overlap it.
 */
export function worstThird(
  score: SessionScore,
  column: readonly number[],
  { best = 1, told }: { readonly best?: number; readonly told?: number } = {},
): When | undefined {
  if (score.session.durationMinutes < DURATION_MINUTES_MIN) return undefined;
  let worst = -1;
  let worstLost = Number.NEGATIVE_INFINITY;
  let nextLost = Number.NEGATIVE_INFINITY;
  for (let third = 0; third < THIRDS.length; third += 1) {
    let covered = 0;
    let lost = 0;
    for (let entry = 0; entry < score.hours.count; entry += 1) {
      if (valueAt(score.minutes, entry) === 0) continue;
      const overlap = overlapMinutes(score, entry, third);
      covered += overlap;
      lost += overlap * (best - valueAt(column, entry));
    }
    if (covered === 0) continue;
    lost /= covered * best;
    if (lost > worstLost) {
      nextLost = worstLost;
      worstLost = lost;
      worst = third;
    } else nextLost = Math.max(nextLost, lost);
  }
  const isClear = Number.isFinite(nextLost) && worstLost - nextLost >= THIRD_SPREAD_MIN;
  if (!isClear || (told !== undefined && overlapMinutes(score, told, worst) === 0)) return undefined;
  return THIRDS[worst];
}

/** The minutes that an hour shares with a third of the session. */
function overlapMinutes({ session, hours }: SessionScore, entry: number, third: number): number {
  const length = session.durationMinutes / THIRDS.length;
  const hourStart = (hours.first + entry) * 60 - session.startMinute;
  return Math.max(0, Math.min(hourStart + 60, (third + 1) * length) - Math.max(hourStart, third * length));
}

export function darkness({ session, hours, minutes }: SessionScore): Darkness {
  let changes = 0;
  let changedAt = 0;
  let before: boolean | undefined;
  let isDarkFirst = false;
  for (let entry = 0; entry < hours.count; entry += 1) {
    if (valueAt(minutes, entry) === 0) continue;
    const isDark = valueAt(session.weather.isDay, hours.first + entry) === 0;
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

/** An hour with fewer minutes in the session is not worth naming, unless it alone costs points. */
const MINUTES_MIN = 10;

/** An hour with a higher multiplier costs less than the 5 points that make a reason. */
const COSTLY_MULTIPLIER = 0.95;

/** The hour that a summary's words about a factor describe, as an entry of the session's hours. */
export function worstHour(score: SessionScore, factor: Factor): number {
  const longEnough = worstEntry(score, factor, MINUTES_MIN);
  const worstOfAll = worstEntry(score, factor, 1);
  const column = score.hours.multiplier[factor];
  const isBrief =
    longEnough < 0 ||
    (valueAt(column, longEnough) > COSTLY_MULTIPLIER && valueAt(column, worstOfAll) <= COSTLY_MULTIPLIER);
  return isBrief ? worstOfAll : longEnough;
}

/** The same for rain: never a dry hour if another is wet. */
export function wettestHour(score: SessionScore): number {
  const worst = worstHour(score, "rain");
  if (isWet(score, worst)) return worst;
  let wettest = worst;
  for (let entry = 0; entry < score.hours.count; entry += 1) {
    const isWetter = valueAt(score.hours.rainChance, entry) > valueAt(score.hours.rainChance, wettest);
    if (valueAt(score.minutes, entry) > 0 && isWet(score, entry) && (isWetter || wettest === worst))
      wettest = entry;
  }
  return wettest;
}

/** Whether an hour is too likely to be wet to be called dry. */
export function isWet({ session, hours }: SessionScore, entry: number): boolean {
  const { precipProbPct, rainMm } = session.weather;
  const hour = hours.first + entry;
  return valueAt(precipProbPct, hour) >= WET_CHANCE_PCT || valueAt(rainMm, hour) >= WET_MM;
}

/** Shown as 20 %, rounded to the nearest ten. */
export const WET_CHANCE_PCT = 15;

/** The smallest amount that an answer shows. */
export const WET_MM = 0.1;

/** The entry with the lowest multiplier; among equal ones the most severe, then the first; -1 if there is none. */
function worstEntry(score: SessionScore, factor: Factor, minutesMin: number): number {
  const column = score.hours.multiplier[factor];
  let worst = -1;
  for (let entry = 0; entry < score.hours.count; entry += 1) {
    if (valueAt(score.minutes, entry) < minutesMin) continue;
    const difference = valueAt(column, entry) - valueAt(column, worst);
    const isWorse =
      difference === 0 ? severity(score, factor, entry) > severity(score, factor, worst) : difference < 0;
    if (worst < 0 || isWorse) worst = entry;
  }
  return worst;
}

/** Orders hours that cost the same, mostly nothing: "light wind" should still describe the windiest hour. */
function severity({ session, hours }: SessionScore, factor: Factor, entry: number): number {
  const hour = hours.first + entry;
  const { weather } = session;
  if (factor === "rain") return valueAt(hours.rainChance, entry);
  if (factor === "wind") return effectiveWindKmh(weather, hour);
  if (factor !== "cloud" || valueAt(weather.isDay, hour) === 0) return -1;
  const cloudPct = valueAt(weather.cloudPct, hour);
  return Number.isNaN(cloudPct) ? -1 : cloudPct;
}
