import { valueAt } from "./weather-columns.ts";

/**
 * Writes how many minutes of each hour are in a session, 0 where the hour has no score; returns their sum. The first entry is
 * the hour that the session starts in.
 */
export function fillScoredMinutes(
  minutes: Float64Array,
  score: Float64Array,
  { startMinute, durationMinutes }: { readonly startMinute: number; readonly durationMinutes: number },
): number {
  // Not the remainder, which is negative for a session that starts before the weather does.
  let fromMinute = startMinute - Math.floor(startMinute / 60) * 60;
  let leftMinutes = durationMinutes;
  let coveredMinutes = 0;
  for (let entry = 0; entry < minutes.length; entry += 1) {
    const entryMinutes = Math.min(60 - fromMinute, leftMinutes);
    const counted = Number.isNaN(valueAt(score, entry)) ? 0 : entryMinutes;
    minutes[entry] = counted;
    coveredMinutes += counted;
    leftMinutes -= entryMinutes;
    fromMinute = 0;
  }
  return coveredMinutes;
}
