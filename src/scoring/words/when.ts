// Which part of a session something is in, and which hour of it is the worst. Hours are told apart by their place in the session; none is named.
import type { Factor } from "../hour-score.ts";
import type { SessionScore } from "../session-score.ts";
import { effectiveWindKmh, valueAt } from "../weather-columns.ts";
import type { Darkness, When } from "./language.ts";

/** A shorter session has no beginning and end worth telling apart. */
const DURATION_MINUTES_MIN = 45;

/** A factor must differ by this much between the best and the worst hour. Fog is there or not. */
const SPREAD_MIN = 0.15;

/** And by this much between the worst third of a session and the next, where no span of hours tells. */
const THIRD_SPREAD_MIN = 0.15;

/** The part of the session that a factor spoils, with the hour that is told of in it; undefined where it is most of it. */
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
  return span ?? worstThird(score, column, told);
}

/** The part of the session that all such hours are in. */
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
  const isMostOfIt = (toMinute - fromMinute) * 3 > durationMinutes * 2;
  return isMostOfIt ? undefined : partOf({ fromMinute, toMinute, durationMinutes });
}

/** Half hours and hours at either end have words of their own. */
function partOf({
  fromMinute,
  toMinute,
  durationMinutes,
}: {
  readonly fromMinute: number;
  readonly toMinute: number;
  readonly durationMinutes: number;
}): When {
  const isFirst = fromMinute === 0;
  if (isFirst || toMinute === durationMinutes) {
    const minutes = toMinute - fromMinute;
    if (Math.abs(minutes - 30) <= 5) return isFirst ? "firstHalfHour" : "lastHalfHour";
    if (Math.abs(minutes - 60) <= 10) return isFirst ? "firstHour" : "lastHour";
  }
  return thirdOf((fromMinute + toMinute) / 2 / durationMinutes);
}

const THIRDS = ["first", "midway", "end"] as const satisfies readonly When[];

type Third = (typeof THIRDS)[number];

/** The third of a session that loses more than each other one, by values of its hours from 0 to 1; where an hour is told of, one that has some of it. */
export function worstThird(
  { session, hours, minutes }: SessionScore,
  column: Float64Array,
  told?: number,
): When | undefined {
  const { startMinute, durationMinutes } = session;
  if (durationMinutes < DURATION_MINUTES_MIN) return undefined;
  const length = durationMinutes / 3;
  const overlap = (entry: number, third: number) => {
    const hourStart = (hours.first + entry) * 60 - startMinute;
    return Math.max(0, Math.min(hourStart + 60, (third + 1) * length) - Math.max(hourStart, third * length));
  };
  const known = THIRDS.flatMap((name, third) => {
    let covered = 0;
    let lost = 0;
    for (let entry = 0; entry < hours.count; entry += 1) {
      if (valueAt(minutes, entry) === 0) continue;
      covered += overlap(entry, third);
      lost += overlap(entry, third) * (1 - valueAt(column, entry));
    }
    return covered > 0 ? [{ name, third, lost: lost / covered }] : [];
  });
  const [worst, next] = known.toSorted((a, b) => b.lost - a.lost);
  if (worst === undefined || next === undefined || worst.lost - next.lost < THIRD_SPREAD_MIN)
    return undefined;
  return told === undefined || overlap(told, worst.third) > 0 ? worst.name : undefined;
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

/** An hour with fewer minutes in the session is not worth a word … */
const MINUTES_MIN = 10;

/** … unless it alone costs something: no other hour takes the 5 points that make a reason. */
const COSTLY_MULTIPLIER = 0.95;

/** The hour that a summary's words about a factor are taken from, as an entry of the session's hours. */
export function worstHour(score: SessionScore, factor: Factor): number {
  const longEnough = worstEntry(score, factor, MINUTES_MIN);
  const worstOfAll = worstEntry(score, factor, 1);
  const column = score.hours.multiplier[factor];
  const isBrief =
    longEnough < 0 ||
    (valueAt(column, longEnough) > COSTLY_MULTIPLIER && valueAt(column, worstOfAll) <= COSTLY_MULTIPLIER);
  return isBrief ? worstOfAll : longEnough;
}

/** The same of rain: no hour that is dry, where another is not. */
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

/** An hour of a session is too likely to be wet to be called dry. */
export function isWet({ session, hours }: SessionScore, entry: number): boolean {
  const { precipProbPct, rainMm } = session.weather;
  const hour = hours.first + entry;
  return valueAt(precipProbPct, hour) >= WET_CHANCE_PCT || valueAt(rainMm, hour) >= WET_MM;
}

/** As a number it is told as 20 %. */
export const WET_CHANCE_PCT = 15;

/** The least that an answer shows. */
export const WET_MM = 0.1;

/** The entry with the lowest multiplier, among equal ones the most severe, the first of those; -1 if there is none. */
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

/** Tells hours apart that cost the same, mostly nothing: "light wind" should still mean the windiest hour. */
function severity({ session, hours }: SessionScore, factor: Factor, entry: number): number {
  const hour = hours.first + entry;
  const { weather } = session;
  if (factor === "rain") return valueAt(hours.rainChance, entry);
  if (factor === "wind") return effectiveWindKmh(weather, hour);
  if (factor !== "cloud" || valueAt(weather.isDay, hour) === 0) return -1;
  const cloudPct = valueAt(weather.cloudPct, hour);
  return Number.isNaN(cloudPct) ? -1 : cloudPct;
}
