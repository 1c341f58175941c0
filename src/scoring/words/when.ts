// Which part of a session something is in. Hours are told apart by their place in the session; none is named, as a
// sentence knows no time zone.
import type { Factor } from "../factor.ts";
import type { SessionScore } from "../session-score.ts";
import { valueAt } from "../weather-columns.ts";
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
