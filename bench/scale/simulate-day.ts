// A day of a site, call by call: which are answered from a replica's own cache, which from another's through PostgreSQL, and for
// which a forecast is fetched. The age limits and each place's fresh term are the service's own.
//
// Venues have nothing to do with each other, as there is room for all in the cache; so they are followed one after the other,
// each through its whole day. A fetch takes no time here, every venue is a place of its own, and no fetch fails.
import { HOUR_MS } from "../../src/clock.ts";
import { placeAt, type Place } from "../../src/weather/place.ts";
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
  /** How long forecasts are fresh, where that is set. */
  readonly freshMs?: number;
}

/** How many calls there were of each kind, and what they needed. */
export interface Day {
  readonly calls: number;
  /** Answered at once from a fresh forecast. */
  readonly fresh: number;
  /** Answered at once, while the forecast was fetched anew. */
  readonly stale: number;
  /** Answered with what another replica had fetched, fresh or while it was fetched anew. */
  readonly found: number;
  /** Answered when the provider had answered. */
  readonly waited: number;
  /** Forecasts asked of the provider. */
  readonly fetches: number;
  /** Forecasts read that another replica had shared, by calls that were answered at once and by those that were not. */
  readonly reads: number;
  readonly callsByHour: readonly number[];
  readonly fetchesByHour: readonly number[];
  /** Places that one replica was asked for within these times, when the day's bustle ends. */
  readonly placesWithin: { readonly hour: number; readonly sixHours: number };
  /** Places fetched within six hours by all replicas: what a shared cache holds then. */
  readonly placesShared: number;
}

/** Long enough before midnight that a forecast from then would be stale. */
const WARM_UP_SHARE = 0.04;
const BUSTLE_ENDS_MS = DAYTIME.toHour * HOUR_MS;

export interface DayOptions extends Fleet {
  readonly venues: number;
  readonly seed?: number;
  readonly onProgress?: (share: number) => void;
}

export function simulateDay({ venues, onProgress, ...options }: DayOptions): Day {
  const tally = createTally();
  const follow = createFollower({ ...options, tally });
  callsByVenue(venues).forEach((callsADay, index) => {
    follow(venueAt(index), callsADay);
    if (index % 10_000 === 0) onProgress?.(index / venues);
  });
  const { placesWithin, ...counts } = tally;
  const perReplica = (places: number) => Math.round(places / options.replicas);
  return {
    ...counts,
    placesWithin: {
      hour: perReplica(placesWithin.hour),
      sixHours: perReplica(placesWithin.sixHours),
    },
  };
}

/** 0.01° from the next, so that each is a place of its own. */
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

/** Follows a venue through the day, with one room for what its replicas have cached: a million venues use it in turn. */
function createFollower(options: Omit<DayOptions, "venues"> & { readonly tally: Tally }) {
  const { replicas, isShared, seed = 1, tally } = options;
  const { freshMs: freshMsMax = FRESH_MS_DEFAULT } = options;
  const staleMs = staleMsMax(freshMsMax);
  const random = createRandom(seed);
  const fetchedAtMs = new Float64Array(replicas);
  const askedAtMs = new Float64Array(replicas);

  return (venue: Place, callsADay: number): void => {
    const freshMs = freshTermMs(venue, freshMsMax);
    fetchedAtMs.fill(-Infinity);
    askedAtMs.fill(-Infinity);
    let sharedAtMs = -Infinity;
    let isBustleOver = false;
    for (let share = -WARM_UP_SHARE; ;) {
      // The times between calls that come independently of each other.
      share -= Math.log(random()) / callsADay;
      const nowMs = share < 1 ? hourAtShare(share) * HOUR_MS : Infinity;
      if (!isBustleOver && nowMs >= BUSTLE_ENDS_MS) {
        isBustleOver = true;
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
    const unaskedMs = BUSTLE_ENDS_MS - atMs;
    if (unaskedMs <= staleMs) placesWithin.hour += 1;
    if (unaskedMs <= USABLE_MS_MAX) placesWithin.sixHours += 1;
  }
  if (BUSTLE_ENDS_MS - sharedAtMs <= USABLE_MS_MAX) tally.placesShared += 1;
}
