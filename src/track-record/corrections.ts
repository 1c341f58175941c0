// Caches the corrections of places for an hour, which makes no difference to half a year of outcomes.
import { LRUCache } from "lru-cache";
import { type Clock, HOUR_MS } from "../lib/time/clock.ts";
import { MODEL_VERSION } from "../scoring/model-version.ts";
import type { OddsCorrection } from "../scoring/odds/odds.ts";
import type { Place } from "../lib/place.ts";
import { oddsCorrection } from "./correction.ts";
import { sunDay } from "./days.ts";
import type { RecordStore } from "./record-store.ts";

/** The correction of a session's odds; undefined for none. */
type CorrectionOf = (session: {
  readonly forecastMs: number;
  readonly startMs: number;
}) => OddsCorrection | undefined;

/** Finds the corrections for a place and the id of a built-in sport. */
export type FindCorrection = (place: Place, sport: string) => Promise<CorrectionOf>;

const PLACES_MAX = 5_000;

/** If the store is unavailable, the odds of the place and sport are not corrected for an hour. */
export function createFindCorrection({
  store,
  clock,
}: {
  readonly store: Pick<RecordStore, "tallies">;
  readonly clock: Clock;
}): FindCorrection {
  const found = new LRUCache<string, { readonly untilMs: number; readonly of: Promise<CorrectionOf> }>({
    max: PLACES_MAX,
  });
  const read = async (place: Place, sport: string): Promise<CorrectionOf> => {
    const tallies = await store
      .tallies({ modelVersion: MODEL_VERSION, place: place.key, sport })
      .catch(() => []);
    const byDaysAhead = new Map(tallies.map((tally) => [tally.daysAhead, oddsCorrection(tally)]));
    return ({ forecastMs, startMs }) => byDaysAhead.get(sunDay(place, startMs) - sunDay(place, forecastMs));
  };
  return (place, sport) => {
    const key = `${sport} ${place.key}`;
    const nowMs = clock.nowMs();
    const known = found.get(key);
    if (known !== undefined && nowMs < known.untilMs && known.untilMs <= nowMs + HOUR_MS) return known.of;
    const of = read(place, sport);
    found.set(key, { untilMs: nowMs + HOUR_MS, of });
    return of;
  };
}
