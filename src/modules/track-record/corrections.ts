// Caches the corrections of places for an hour, which makes no difference to half a year of outcomes.
import type { CorrectionOf, FindCorrection } from "../../api/answering/odds-at.ts";
import { type Clock, HOUR_MS } from "../../lib/time/clock.ts";
import { createTtlCache } from "../../lib/ttl-cache.ts";
import { MODEL_VERSION } from "../../scoring/model-version.ts";
import type { Place } from "../../lib/place.ts";
import { oddsCorrection } from "./correction.ts";
import { sunDay } from "../../lib/time/sun-day.ts";
import type { RecordStore } from "./record-store.ts";

const PLACES_MAX = 5_000;

/** If the store is unavailable, the odds of the place and sport are not corrected for an hour. */
export function createFindCorrection({
  store,
  clock,
}: {
  readonly store: Pick<RecordStore, "tallies">;
  readonly clock: Clock;
}): FindCorrection {
  const found = createTtlCache<Promise<CorrectionOf>>({ clock, max: PLACES_MAX, ttlMs: HOUR_MS });
  const read = async (place: Place, sport: string): Promise<CorrectionOf> => {
    const tallies = await store
      .tallies({ modelVersion: MODEL_VERSION, place: place.key, sport })
      .catch(() => []);
    const byDaysAhead = new Map(tallies.map((tally) => [tally.daysAhead, oddsCorrection(tally)]));
    return ({ forecastMs, startMs }) => byDaysAhead.get(sunDay(place, startMs) - sunDay(place, forecastMs));
  };
  return (place, sport) => {
    const key = `${sport} ${place.key}`;
    const cached = found.get(key);
    if (cached !== undefined) return cached;
    const correction = read(place, sport);
    found.set(key, correction);
    return correction;
  };
}
