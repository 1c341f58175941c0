// What scoreSession makes of many starts of one length, with each hour scored once for all of them.
import { aggregate } from "./aggregate.ts";
import type { ScoredHours } from "./hour-score.ts";
import { fillScoredMinutes } from "./scored-minutes.ts";
import { stormScoreMax } from "./session-score.ts";
import type { WeatherColumns } from "./weather-columns.ts";

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
  // Room for as many hours as a session can touch. Where it touches fewer, the others have no minutes.
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
