// Which part of a session something is in, and which hour of it is the worst. Hours are told apart by their place in the session; none is named, as a
// sentence knows no time zone.
import type { Factor } from "../hour-score.ts";
import type { SessionScore } from "../session-score.ts";
import { effectiveWindKmh, valueAt } from "../weather-columns.ts";
import type { Darkness, When } from "./language.ts";

/** A shorter session has no beginning and end worth telling apart. */
const DURATION_MINUTES_MIN = 120;

/** Rain and wind must differ by this much between the best and the worst hour. Fog is there or not. */
const SPREAD_MIN = 0.25;

/** The part of the session that a factor spoils; undefined where it is most of it. */
export function whenFactor(score: SessionScore, factor: Factor): When | undefined {
  if (factor !== "rain" && factor !== "wind" && factor !== "fog") return undefined;
  const column = score.hours.multiplier[factor];
  let best = 0;
  let worst = 1;
  for (let entry = 0; entry < score.hours.count; entry += 1) {
    if (valueAt(score.minutes, entry) === 0) continue;
    best = Math.max(best, valueAt(column, entry));
    worst = Math.min(worst, valueAt(column, entry));
  }
  if (best === worst || (factor !== "fog" && best - worst < SPREAD_MIN)) return undefined;
  return whenHours(score, (entry) => valueAt(column, entry) < (best + worst) / 2);
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
  return isMostOfIt ? undefined : thirdOf((fromMinute + toMinute) / 2 / durationMinutes);
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

function thirdOf(part: number): When {
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
