// Computes the resources that a site needs from a simulated day and the measured costs.
import { configFromEnvironment } from "../../src/app/settings/config.ts";
import type { Finding } from "../harness/bench-case.ts";
import type { Constants } from "./constants.ts";
import { fetchesAnHour } from "./expected-fetches.ts";
import { FETCHES_PER_SECOND } from "./provider-plans.ts";
import type { Day } from "./simulate-day.ts";
import { FLEETS } from "./sites.ts";
import { DAYTIME, HOURLY_SHARE, HOURS } from "./traffic.ts";

/** Assumed: the calls of a week's busiest minutes, a Saturday noon after a week of rain, as a multiple of the daytime mean. */
const PEAK_FACTOR = 3;

/** The autoscaler keeps a process below this share of a core, which leaves room until another one has started. */
export const CORE_SHARE = 0.7;

/** A zone may fail while a roll-out replaces another replica (k8s/overlays/replicas). */
const REPLICAS_MIN = 3;

/** The 100,000 calls of the growth plan serve this many venues, which gives the number of accounts. */
const VENUES_PER_ACCOUNT = 83;

const HOUR_SECONDS = 3_600;
const MB = 1024 ** 2;
/** The cache of a service without settings. */
const CACHE_MB = configFromEnvironment({}).forecastCacheBytes / MB;
const CACHE_STEP_MB = 64;

/** The limits in k8s/base/deployment.yaml, and how they grow with the cache. */
const MANIFEST = { limitMi: 832, oldSpaceMb: 384 } as const;
const LIMIT_PER_CACHE_MB = 1.25;
const OLD_SPACE_PER_CACHE_MB = 1 / 8;

/** A cached forecast of Open-Meteo (4,290 bytes) with its cache entry: weather/cache/forecast-cache.ts. */
const PLACE_BYTES = 4_890;

/** Disk of PostgreSQL: a shared forecast with its row and index, and an account that calls three methods a day for 13 months. */
const SHARED_PLACE_BYTES = 5_000;
const ACCOUNT_BYTES = 330_000;

/** The log line of a call. */
const LOG_BYTES = 310;

export type Store = "postgres" | "sqlite";

export interface Needs {
  readonly callsPerSecond: number;
  readonly peakPerSecond: number;
  readonly cores: number;
  /** With a sidecar before each core, as in the overlay `replicas` of the manifests. */
  readonly coresWithSidecars: number;
  readonly replicas: number;
  readonly cacheMb: number;
  readonly memoryMb: number;
  readonly limitMi: number;
  readonly oldSpaceMb: number;
  /** Undefined on SQLite. */
  readonly postgres: { readonly cores: number; readonly diskMb: number } | undefined;
  /** The calls at the peak, as a share of the calls that SQLite can count. */
  readonly sqliteShare: number;
  readonly peakFetchesPerSecond: number;
  readonly logGbADay: number;
  /** The calls that wait for the provider. */
  readonly waitedShare: number;
}

/** The CPU time of the service for an average call, µs. */
export function callUs(constants: Constants, store: Store): number {
  return constants[`${store}CallUs`].value;
}

/** The calls a second of a process at `CORE_SHARE`. */
export function callsPerReplica(constants: Constants, store: Store): number {
  return (CORE_SHARE * 1e6) / callUs(constants, store);
}

export function needsOf(day: Day, venues: number, store: Store, constants: Constants): Needs {
  const isFleet = store === "postgres";
  const daytime = day.callsByHour.slice(DAYTIME.fromHour, DAYTIME.toHour);
  const callsPerSecond = daytime.reduce((sum, calls) => sum + calls, 0) / (HOURS.day * HOUR_SECONDS);
  const peak = {
    calls: PEAK_FACTOR * callsPerSecond,
    // A peak adds calls for popular places, but hardly any fetches of them.
    fetches:
      fetchesAnHour(venues, PEAK_FACTOR * HOURLY_SHARE.day, isFleet ? FLEETS.sharing : FLEETS.alone) /
      HOUR_SECONDS,
    reads: PEAK_FACTOR * callsPerSecond * (day.reads / day.calls),
  };
  const { coldCallUs, foundCallUs, postgresCallUs, sidecarCallUs, sqliteCallUs } = constants;
  const callCores = (peak.calls * callUs(constants, store)) / 1e6;
  // The extra cost of a call that waits for a forecast.
  const beyond = ({ value }: Finding) => Math.max(0, value - postgresCallUs.value);
  const forecastCores = (peak.fetches * beyond(coldCallUs) + peak.reads * beyond(foundCallUs)) / 1e6;
  const cores = callCores + forecastCores;
  // Both were measured on SQLite.
  const sidecarFactor = sidecarCallUs.value / sqliteCallUs.value;
  const places = isFleet ? day.placesWithin.hour : day.placesWithin.sixHours;
  const roomMb = (places * PLACE_BYTES) / MB;
  const cacheMb = Math.max(CACHE_MB, Math.ceil(roomMb / CACHE_STEP_MB) * CACHE_STEP_MB);
  const grownMb = cacheMb - CACHE_MB;
  return {
    callsPerSecond,
    peakPerSecond: peak.calls,
    cores,
    coresWithSidecars: callCores * sidecarFactor + forecastCores,
    replicas: Math.max(
      isFleet ? REPLICAS_MIN : 1,
      Math.ceil(cores / CORE_SHARE),
      Math.ceil(peak.fetches / FETCHES_PER_SECOND / CORE_SHARE),
    ),
    cacheMb,
    memoryMb: constants.processMb.value + roomMb,
    limitMi: MANIFEST.limitMi + grownMb * LIMIT_PER_CACHE_MB,
    oldSpaceMb: MANIFEST.oldSpaceMb + grownMb * OLD_SPACE_PER_CACHE_MB,
    postgres: isFleet ? postgresNeeds({ day, venues, peak }, constants) : undefined,
    sqliteShare: peak.calls / constants.sqliteSpendsPerSecond.value,
    peakFetchesPerSecond: peak.fetches,
    logGbADay: (day.calls * LOG_BYTES) / 1024 ** 3,
    waitedShare: day.waited / day.calls,
  };
}

function postgresNeeds(
  load: {
    readonly day: Day;
    readonly venues: number;
    readonly peak: { readonly calls: number; readonly fetches: number; readonly reads: number };
  },
  constants: Constants,
): NonNullable<Needs["postgres"]> {
  const { postgresServerCallUs, postgresFoundUs } = constants;
  const { day, venues, peak } = load;
  // A fetch queries the store twice: to find a shared forecast, and to share its own.
  const asks = peak.reads + 2 * peak.fetches;
  const accounts = Math.ceil(venues / VENUES_PER_ACCOUNT);
  return {
    cores: (peak.calls * postgresServerCallUs.value + asks * postgresFoundUs.value) / 1e6,
    diskMb: (day.placesShared * SHARED_PLACE_BYTES + accounts * ACCOUNT_BYTES) / MB,
  };
}
