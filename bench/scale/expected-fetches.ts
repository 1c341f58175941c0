// Computes how many forecasts a site of any size fetches, without simulating its calls. A forecast is fresh for its
// place's term. After that, the next call fetches again; on average it comes one interval between calls later. Caches must
// have room for all places. test/bench/scale.far.test.ts compares the results with the simulation's.
import { DAY_MS, HOUR_MS } from "../../src/lib/time/clock.ts";
import { FRESH_MS_DEFAULT, freshShare } from "../../src/weather/cache/age-limits.ts";
import { venueAt, type Fleet } from "./simulate-day.ts";
import { callsByVenue, HOURLY_SHARE, HOURS } from "./traffic.ts";

/** The mean over a thousand places, whose terms differ. */
const MEAN_FRESH_SHARE =
  Array.from({ length: 1_000 }, (_, index) => freshShare(venueAt(index))).reduce(
    (sum, share) => sum + share,
  ) / 1_000;

/** The fetches in an hour that gets this share of a day's calls. */
export function fetchesAnHour(venues: number, hourlyShare: number, fleet: Fleet): number {
  const { replicas, isShared, freshMs = FRESH_MS_DEFAULT } = fleet;
  const caches = isShared ? 1 : replicas;
  return callsByVenue(venues).reduce((sum, callsADay) => {
    const betweenCallsMs = (HOUR_MS * caches) / (callsADay * hourlyShare);
    return sum + (caches * HOUR_MS) / (MEAN_FRESH_SHARE * freshMs + betweenCallsMs);
  }, 0);
}

export function fetchesADay(venues: number, fleet: Fleet): number {
  return (
    HOURS.day * fetchesAnHour(venues, HOURLY_SHARE.day, fleet) +
    HOURS.night * fetchesAnHour(venues, HOURLY_SHARE.night, fleet)
  );
}

/** The largest site, in venues, for which a fleet fetches at most `fetchesMax` forecasts a day. */
export function venuesWithin(fetchesMax: number, fleet: Fleet): number {
  // A lower bound: this many venues fit even if every replica refetches every place as soon as it is no longer fresh.
  const { replicas, freshMs = FRESH_MS_DEFAULT } = fleet;
  let low = Math.floor((fetchesMax * MEAN_FRESH_SHARE * freshMs) / DAY_MS / replicas);
  let high = low + 1;
  while (fetchesADay(high, fleet) <= fetchesMax) high *= 2;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fetchesADay(middle, fleet) <= fetchesMax) low = middle;
    else high = middle;
  }
  return low;
}
