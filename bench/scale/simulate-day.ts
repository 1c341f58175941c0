// Simulates a day of a site call by call. A call is answered from the replica's own cache, from another replica's
// forecast in PostgreSQL, or after a fetch. The age limits and the fresh term of each place are the service's own.
//
// The cache has room for all venues, so venues do not affect each other and are simulated one after another. Fetches take no
// time and never fail, and every venue is a place of its own.
import { HOUR_MS } from "../../src/lib/time/clock.ts";
import { placeAt, type Place } from "../../src/lib/place.ts";
import {
  freshTermMs,
  FRESH_MS_DEFAULT,
  staleMsMax,
  USABLE_MS_MAX,
} from "../../src/weather/cache/age-limits.ts";
import { createRandom } from "../random.ts";
import { callsByVenue, DAYTIME, hourAtShare } from "./traffic.ts";

export interface Fleet {
  readonly replicas: number;
  /** Whether they share forecasts. */
  readonly isShared: boolean;
  /** How long forecasts are fresh; by default as in the service. */
  readonly freshMs?: number;
}

/** The calls of each kind, and the fetches and reads that they caused. */
export interface Day {
  readonly calls: number;
  /** Answered at once from a fresh forecast. */
  readonly fresh: number;
  /** Answered at once from a stale forecast, while it was refetched. */
  readonly stale: number;
  /** Answered with a fresh or stale forecast of another replica, because the replica's own forecast was too old. */
  readonly found: number;
  /** Answered after waiting for the provider. */
  readonly waited: number;
  /** Forecasts fetched from the provider. */
  readonly fetches: number;
  /** Forecasts of other replicas read from PostgreSQL, also in the background. */
  readonly reads: number;
  readonly callsByHour: readonly number[];
  readonly fetchesByHour: readonly number[];
  /**
   * Places that a replica was asked for within these times before the end of the daytime; the mean of the replicas. The hour is
   * the time for which stale forecasts are used.
   */
  readonly placesWithin: { readonly hour: number; readonly sixHours: number };
  /** Places that any replica fetched within six hours before the end of the daytime: the entries of a shared cache. */
  readonly placesShared: number;
}

/** This share of a day's calls fills the caches before midnight: about two hours, while stale forecasts are used for one. */
const WARM_UP_SHARE = 0.04;
const SEED = 1;
const DAYTIME_ENDS_MS = DAYTIME.toHour * HOUR_MS;

interface DayOptions extends Fleet {
  readonly venues: number;
  readonly onProgress?: (share: number) => void;
}

export function simulateDay({ venues, onProgress, ...options }: DayOptions): Day {
  const tally = createTally();
  const simulateVenue = createVenueSimulation({ ...options, tally });
  callsByVenue(venues).forEach((callsADay, index) => {
    simulateVenue(venueAt(index), callsADay);
    if (index % 10_000 === 0) onProgress?.(index / venues);
  });
  const { placesWithin, ...counts } = tally;
  const perReplica = (places: number) => Math.round(places / options.replicas);
  return {
    ...counts,
    placesWithin: { hour: perReplica(placesWithin.hour), sixHours: perReplica(placesWithin.sixHours) },
  };
}

/** Venues are at least 0.01° apart, so each is a place of its own. */
export function venueAt(index: number): Place {
  return placeAt(-60 + (index % 12_000) / 100, -180 + Math.floor(index / 12_000) / 10);
}

type Tally = ReturnType<typeof createTally>;

function createTally() {
  return {
    calls: 0,
    fresh: 0,
    stale: 0,
    found: 0,
    waited: 0,
    fetches: 0,
    reads: 0,
    callsByHour: Array.from({ length: 24 }, () => 0),
    fetchesByHour: Array.from({ length: 24 }, () => 0),
    placesWithin: { hour: 0, sixHours: 0 },
    placesShared: 0,
  };
}

/** Returns a function that simulates the day of one venue. All venues reuse the same arrays. */
function createVenueSimulation(options: Omit<DayOptions, "venues"> & { readonly tally: Tally }) {
  const { replicas, isShared, freshMs: freshMsMax = FRESH_MS_DEFAULT, tally } = options;
  const staleMs = staleMsMax(freshMsMax);
  const random = createRandom(SEED);
  const fetchedAtMs = new Float64Array(replicas);
  const askedAtMs = new Float64Array(replicas);

  return (venue: Place, callsADay: number): void => {
    const freshMs = freshTermMs(venue, freshMsMax);
    fetchedAtMs.fill(-Infinity);
    askedAtMs.fill(-Infinity);
    let sharedAtMs = -Infinity;
    let isDaytimeOver = false;
    for (let share = -WARM_UP_SHARE; ;) {
      // Intervals between independent calls are exponentially distributed.
      share -= Math.log(random()) / callsADay;
      const nowMs = share < 1 ? hourAtShare(share) * HOUR_MS : Infinity;
      if (!isDaytimeOver && nowMs >= DAYTIME_ENDS_MS) {
        isDaytimeOver = true;
        notePlaces(askedAtMs, sharedAtMs, staleMs, tally);
      }
      if (share >= 1) return;
      const replica = replicas === 1 ? 0 : Math.floor(random() * replicas);
      const ageMs = nowMs - (fetchedAtMs[replica] ?? 0);
      askedAtMs[replica] = nowMs;
      const isFresh = ageMs <= freshMs;
      const sharedAgeMs = isShared ? nowMs - sharedAtMs : Infinity;
      const isRead = !isFresh && sharedAgeMs <= freshMs;
      if (!isFresh) {
        // A forecast that is not found is fetched, and shared.
        if (!isRead) sharedAtMs = nowMs;
        fetchedAtMs[replica] = sharedAtMs;
      }
      if (share >= 0) {
        count(tally, { hour: Math.floor(nowMs / HOUR_MS), ageMs, sharedAgeMs, staleMs, isFresh, isRead });
      }
    }
  };
}

function count(
  tally: Tally,
  call: {
    readonly hour: number;
    readonly ageMs: number;
    readonly sharedAgeMs: number;
    readonly staleMs: number;
    readonly isFresh: boolean;
    readonly isRead: boolean;
  },
): void {
  const { hour, ageMs, sharedAgeMs, staleMs, isFresh, isRead } = call;
  tally.calls += 1;
  tally.callsByHour[hour] = (tally.callsByHour[hour] ?? 0) + 1;
  if (isFresh) {
    tally.fresh += 1;
    return;
  }
  if (ageMs <= staleMs) tally.stale += 1;
  else if (sharedAgeMs <= staleMs) tally.found += 1;
  else tally.waited += 1;
  if (isRead) {
    tally.reads += 1;
  } else {
    tally.fetches += 1;
    tally.fetchesByHour[hour] = (tally.fetchesByHour[hour] ?? 0) + 1;
  }
}

function notePlaces(askedAtMs: Float64Array, sharedAtMs: number, staleMs: number, tally: Tally): void {
  const { placesWithin } = tally;
  for (const atMs of askedAtMs) {
    const unaskedMs = DAYTIME_ENDS_MS - atMs;
    if (unaskedMs <= staleMs) placesWithin.hour += 1;
    if (unaskedMs <= USABLE_MS_MAX) placesWithin.sixHours += 1;
  }
  if (DAYTIME_ENDS_MS - sharedAtMs <= USABLE_MS_MAX) tally.placesShared += 1;
}
