import type { Factor } from "../factor.ts";
import type { SessionScore } from "../session-score.ts";
import { valueAt } from "../weather-columns.ts";
import { effectiveWindKmh } from "../wind.ts";

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
