// How much of a session is in the dark.
import type { SessionScore } from "../scoring/session-score.ts";
import type { Darkness } from "./language.ts";

/** It gets dark soon after the start within this share of the session, or so many minutes if that is in its first half. */
const SOON = 1 / 4;
const SOON_MINUTES = 30;

/** It gets dark halfway through within these shares. */
const MIDWAY_FROM = 0.4;
const MIDWAY_TO = 0.6;

export function darkness(score: SessionScore): Darkness {
  const { session, hours, minutes } = score;
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
  if (changes > 1) return nightMinutes(score) * 2 > session.durationMinutes ? "most" : "part";
  if (isDarkFirst) return changedAt > 0.5 ? "most" : "first";
  if (changedAt < SOON || (changedAt < 1 / 2 && changedAt * session.durationMinutes <= SOON_MINUTES))
    return "soon";
  if (changedAt < MIDWAY_FROM) return "most";
  return changedAt <= MIDWAY_TO ? "midway" : "end";
}

/** Of the scored minutes, those in the dark. */
export function nightMinutes({ session, hours, minutes }: SessionScore): number {
  let night = 0;
  for (let entry = 0; entry < minutes.length; entry += 1) {
    if (session.weather.isDay[hours.first + entry] === 0) night += minutes[entry] ?? 0;
  }
  return night;
}
