// What a cache with too little room costs: the same days with some sizes of FORECAST_CACHE_MB.
import type { Constants } from "./constants.ts";
import { lruTermMs } from "./lru-term.ts";
import { CACHE_MB } from "./needs.ts";
import { simulateDay, type Day, type Fleet } from "./simulate-day.ts";
import { FLEETS } from "./sites.ts";

export interface CacheDay {
  readonly venues: number;
  readonly fleet: Fleet;
  readonly cacheMb: number;
  readonly placesMax: number;
  /** How long a place stays that nobody asks for. */
  readonly unaskedMs: number;
  readonly day: Day;
}

const CACHES = [
  { venues: 100_000, fleet: FLEETS.alone, cacheMb: 32 },
  { venues: 100_000, fleet: FLEETS.alone, cacheMb: 64 },
  { venues: 100_000, fleet: FLEETS.alone, cacheMb: CACHE_MB },
  { venues: 100_000, fleet: FLEETS.alone, cacheMb: 512 },
  { venues: 1_000_000, fleet: FLEETS.sharing, cacheMb: CACHE_MB },
  { venues: 1_000_000, fleet: FLEETS.sharing, cacheMb: 512 },
];

export function simulateCaches(
  { roomBytes }: Constants,
  onProgress?: (what: string, share: number) => void,
): readonly CacheDay[] {
  const work = CACHES.reduce((sum, { venues }) => sum + venues, 0);
  let done = 0;
  return CACHES.map(({ venues, fleet, cacheMb }) => {
    const placesMax = Math.floor((cacheMb * 1024 ** 2) / roomBytes.value);
    const day = simulateDay({
      venues,
      ...fleet,
      placesMax,
      onProgress: (share) =>
        onProgress?.(`${venues} venues, ${cacheMb} MB of cache`, (done + share * venues) / work),
    });
    done += venues;
    const unaskedMs = lruTermMs({ venues, replicas: fleet.replicas, placesMax });
    return { venues, fleet, cacheMb, placesMax, unaskedMs, day };
  });
}
