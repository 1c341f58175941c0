// What scoreSession makes of many starts of one length, with each hour scored once for all of them.
import { aggregate } from "./aggregate.ts";
import type { ScoredHours } from "./hour-score.ts";
import { stormScoreMax } from "./session-score.ts";
import { valueAt, type WeatherColumns } from "./weather-columns.ts";

/**
 * The unrounded score of a session at each start: `raw` of scoreSession to the last bit, NaN where that has none. `hours` are
 * to hold every hour that a session touches.
 */
export function scoreStarts({
  weather,
  hours,
  startMinutes,
  durationMinutes,
}: {
  readonly weather: WeatherColumns;
  readonly hours: ScoredHours;
  readonly startMinutes: readonly number[];
  readonly durationMinutes: number;
}): Float64Array {
  // As many hours as any session touches: one that touches fewer has no minutes in the last of them.
  const minutes = new Float64Array(Math.ceil(durationMinutes / 60) + 1);
  const raw = new Float64Array(startMinutes.length).fill(Number.NaN);
  startMinutes.forEach((startMinute, start) => {
    const first = Math.floor(startMinute / 60) - hours.first;
    const score = hours.score.subarray(first, first + minutes.length);
    const coveredMinutes = fillScoredMinutes(minutes, score, { startMinute, durationMinutes });
    if (coveredMinutes * 2 < durationMinutes) return;
    raw[start] = Math.min(
      aggregate(score, minutes),
      stormScoreMax({ weather, startMinute, durationMinutes }),
    );
  });
  return raw;
}

/** Writes how many minutes of each hour are in the session, 0 where it has no score; returns their sum. */
function fillScoredMinutes(
  minutes: Float64Array,
  score: Float64Array,
  { startMinute, durationMinutes }: { readonly startMinute: number; readonly durationMinutes: number },
): number {
  let fromMinute = startMinute % 60;
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
