// From a simulated day and what the service costs, what to run.
import { HOUR_MS } from "../../src/clock.ts";
import { configFromEnvironment } from "../../src/config/config.ts";
import type { Constants } from "./constants.ts";
import { fetchesAnHour } from "./expected-fetches.ts";
import { FETCHES_PER_SECOND } from "./provider-plans.ts";
import type { Day } from "./simulate-day.ts";
import { FLEETS } from "./sites.ts";
import { DAYTIME, HOURLY_SHARE, HOURS } from "./traffic.ts";

/** The busiest minutes of a week beside the mean of the day, assumed: a Saturday noon after a week of rain. */
export const PEAK_FACTOR = 3;

/** What bench/varied asks: of a hundred calls 70 booking-confidences, 15 safe-slots, 15 forecasts. */
const MIX = { booking: 0.7, slots: 0.15, forecast: 0.15 } as const;

/** A process is kept below this share of a core, as the autoscaler does: there is room for the minute that another takes. */
export const CORE_SHARE = 0.7;

/** One zone may go, and a roll-out may take another: k8s/overlays/replicas. */
const REPLICAS_MIN = 3;

/** The growth plan's 100,000 calls are those of so many venues: how many accounts there are. */
export const VENUES_PER_ACCOUNT = 83;
const MONTHS_RETAINED = 13;

const MB = 1024 ** 2;
/** The cache of a service without settings. */
export const CACHE_MB = configFromEnvironment({}).forecastCacheBytes / MB;
const CACHE_STEP_MB = 64;

/** What the manifests have: k8s/base/deployment.yaml, with how it grows with the cache, and redis-server/redis.yaml. */
const MANIFEST = { limitMi: 832, oldSpaceMb: 384, maxmemoryMb: 512 } as const;
const LIMIT_PER_CACHE_MB = 1.25;
const OLD_SPACE_PER_CACHE_MB = 1 / 8;

export interface Needs {
  readonly callsPerSecond: number;
  readonly peakPerSecond: number;
  readonly cores: number;
  /** The same where a sidecar stands before each core, as in the manifests' overlay `replicas`. */
  readonly coresWithSidecars: number;
  readonly replicas: number;
  readonly cacheMb: number;
  readonly memoryMb: number;
  readonly limitMi: number;
  readonly oldSpaceMb: number;
  /** Of what SQLite can count, or of the one core that a Redis works on. */
  readonly storeShare: number;
  /** Without one there is no Redis. */
  readonly redis:
    { readonly cores: number; readonly maxmemoryMb: number; readonly usedMb: number } | undefined;
  readonly peakFetchesPerSecond: number;
  readonly logGbADay: number;
  readonly waitedShare: number;
}

/** CPU of the service for a call as they come, in µs. */
export function callUs(constants: Constants, store: "redis" | "sqlite"): number {
  const us = (name: "BookingUs" | "SlotsUs" | "ForecastUs") => constants[`${store}${name}`].value;
  return MIX.booking * us("BookingUs") + MIX.slots * us("SlotsUs") + MIX.forecast * us("ForecastUs");
}

/** How many calls a second a process answers at the share of a core that it is kept below. */
export function callsPerReplica(constants: Constants, store: "redis" | "sqlite"): number {
  return (CORE_SHARE * 1e6) / callUs(constants, store);
}

export function needsOf(day: Day, venues: number, store: "redis" | "sqlite", constants: Constants): Needs {
  const isRedis = store === "redis";
  const daytime = day.callsByHour.slice(DAYTIME.fromHour, DAYTIME.toHour);
  const callsPerSecond = daytime.reduce((sum, calls) => sum + calls, 0) / ((HOURS.day * HOUR_MS) / 1000);
  const peak = {
    calls: PEAK_FACTOR * callsPerSecond,
    // Popular places are fetched no more often at a peak than before.
    fetches:
      fetchesAnHour(venues, PEAK_FACTOR * HOURLY_SHARE.day, isRedis ? FLEETS.sharing : FLEETS.alone) / 3600,
    reads: PEAK_FACTOR * callsPerSecond * (day.reads / day.calls),
  };
  const { fetchUs, readUs, logBytes } = constants;
  const callCores = (peak.calls * callUs(constants, store)) / 1e6;
  const forecastCores = (peak.fetches * fetchUs.value + peak.reads * readUs.value) / 1e6;
  const cores = callCores + forecastCores;
  const places = isRedis ? day.placesWithin.hour : day.placesWithin.sixHours;
  const roomMb = (places * constants.roomBytes.value) / MB;
  const cacheMb = Math.max(CACHE_MB, Math.ceil(roomMb / CACHE_STEP_MB) * CACHE_STEP_MB);
  const redis = isRedis ? redisNeeds({ day, venues, peak }, constants) : undefined;
  const grownMb = cacheMb - CACHE_MB;
  return {
    callsPerSecond,
    peakPerSecond: peak.calls,
    cores,
    coresWithSidecars: callCores * constants.sidecarTimes.value + forecastCores,
    replicas: Math.max(
      isRedis ? REPLICAS_MIN : 1,
      Math.ceil(cores / CORE_SHARE),
      Math.ceil(peak.fetches / FETCHES_PER_SECOND / CORE_SHARE),
    ),
    cacheMb,
    memoryMb: constants.processMb.value + (places * constants.placeBytes.value) / MB,
    limitMi: MANIFEST.limitMi + grownMb * LIMIT_PER_CACHE_MB,
    oldSpaceMb: MANIFEST.oldSpaceMb + grownMb * OLD_SPACE_PER_CACHE_MB,
    storeShare: redis?.cores ?? peak.calls / constants.sqliteSpendsPerSecond.value,
    redis,
    peakFetchesPerSecond: peak.fetches,
    logGbADay: (day.calls * logBytes.value) / 1024 ** 3,
    waitedShare: day.waited / day.calls,
  };
}

function redisNeeds(
  load: {
    readonly day: Day;
    readonly venues: number;
    readonly peak: { readonly calls: number; readonly fetches: number; readonly reads: number };
  },
  constants: Constants,
): NonNullable<Needs["redis"]> {
  const { redisServerCallUs, redisServerReadUs, redisPlaceBytes, redisAccountBytes, redisAccountMonthBytes } =
    constants;
  const { day, venues, peak } = load;
  // A fetch asks twice: whether another has it, and to cache it.
  const asks = peak.reads + 2 * peak.fetches;
  const accounts = Math.ceil(venues / VENUES_PER_ACCOUNT);
  const accountBytes = redisAccountBytes.value + MONTHS_RETAINED * redisAccountMonthBytes.value;
  const usedMb = (day.placesShared * redisPlaceBytes.value + accounts * accountBytes) / MB;
  return {
    cores: (peak.calls * redisServerCallUs.value + asks * redisServerReadUs.value) / 1e6,
    usedMb,
    // Forecasts are shared only while less than half of it is used.
    maxmemoryMb: Math.max(MANIFEST.maxmemoryMb, 2 ** Math.ceil(Math.log2(2 * usedMb))),
  };
}
