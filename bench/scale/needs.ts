// From a simulated day and what the service costs, what to run.
import { HOUR_MS } from "../../src/clock.ts";
import { configFromEnvironment } from "../../src/config/config.ts";
import type { Finding } from "../harness/bench-case.ts";
import type { Constants } from "./constants.ts";
import { fetchesAnHour } from "./expected-fetches.ts";
import { FETCHES_PER_SECOND } from "./provider-plans.ts";
import type { Day } from "./simulate-day.ts";
import { FLEETS } from "./sites.ts";
import { DAYTIME, HOURLY_SHARE, HOURS } from "./traffic.ts";

/** The busiest minutes of a week beside the mean of the day, assumed: a Saturday noon after a week of rain. */
const PEAK_FACTOR = 3;

/** A process is kept below this share of a core, as the autoscaler does: there is room for the minute that another takes. */
export const CORE_SHARE = 0.7;

/** One zone may go, and a roll-out may take another: k8s/overlays/replicas. */
const REPLICAS_MIN = 3;

/** The growth plan's 100,000 calls are those of so many venues: how many accounts there are. */
const VENUES_PER_ACCOUNT = 83;

const MB = 1024 ** 2;
/** The cache of a service without settings. */
const CACHE_MB = configFromEnvironment({}).forecastCacheBytes / MB;
const CACHE_STEP_MB = 64;

/** What the manifests have: k8s/base/deployment.yaml, with how it grows with the cache. */
const MANIFEST = { limitMi: 832, oldSpaceMb: 384 } as const;
const LIMIT_PER_CACHE_MB = 1.25;
const OLD_SPACE_PER_CACHE_MB = 1 / 8;

/** A forecast of Open-Meteo as it is cached (4,290), with what is around it: weather/cache/forecast-cache.ts. */
const PLACE_BYTES = 4_890;

/** On the disk of PostgreSQL: a shared forecast with its row and its key, and an account that calls three methods a day for 13 months. */
const SHARED_PLACE_BYTES = 5_000;
const ACCOUNT_BYTES = 330_000;

/** A line a call, as every run of the benchmark has it. */
const LOG_BYTES = 310;

export type Store = "postgres" | "sqlite";

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
  /** Undefined on SQLite. */
  readonly postgres: { readonly cores: number; readonly diskMb: number } | undefined;
  /** Of the calls that SQLite can count. */
  readonly sqliteShare: number;
  readonly peakFetchesPerSecond: number;
  readonly logGbADay: number;
  readonly waitedShare: number;
}

/** CPU of the service for a call as they come, in µs. */
export function callUs(constants: Constants, store: Store): number {
  return constants[`${store}CallUs`].value;
}

/** How many calls a second a process answers at the share of a core that it is kept below. */
export function callsPerReplica(constants: Constants, store: Store): number {
  return (CORE_SHARE * 1e6) / callUs(constants, store);
}

export function needsOf(day: Day, venues: number, store: Store, constants: Constants): Needs {
  const isFleet = store === "postgres";
  const daytime = day.callsByHour.slice(DAYTIME.fromHour, DAYTIME.toHour);
  const callsPerSecond = daytime.reduce((sum, calls) => sum + calls, 0) / ((HOURS.day * HOUR_MS) / 1000);
  const peak = {
    calls: PEAK_FACTOR * callsPerSecond,
    // Popular places are fetched no more often at a peak than before.
    fetches:
      fetchesAnHour(venues, PEAK_FACTOR * HOURLY_SHARE.day, isFleet ? FLEETS.sharing : FLEETS.alone) / 3600,
    reads: PEAK_FACTOR * callsPerSecond * (day.reads / day.calls),
  };
  const { coldCallUs, foundCallUs, postgresCallUs, sidecarCallUs, sqliteCallUs } = constants;
  const callCores = (peak.calls * callUs(constants, store)) / 1e6;
  // Of a call that waits for a forecast, what it costs beyond one that finds it.
  const beyond = ({ value }: Finding) => Math.max(0, value - postgresCallUs.value);
  const forecastCores = (peak.fetches * beyond(coldCallUs) + peak.reads * beyond(foundCallUs)) / 1e6;
  const cores = callCores + forecastCores;
  const places = isFleet ? day.placesWithin.hour : day.placesWithin.sixHours;
  const roomMb = (places * PLACE_BYTES) / MB;
  const cacheMb = Math.max(CACHE_MB, Math.ceil(roomMb / CACHE_STEP_MB) * CACHE_STEP_MB);
  const grownMb = cacheMb - CACHE_MB;
  return {
    callsPerSecond,
    peakPerSecond: peak.calls,
    cores,
    coresWithSidecars: (callCores * sidecarCallUs.value) / sqliteCallUs.value + forecastCores,
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
  // A fetch asks twice: whether another has it, and to share it.
  const asks = peak.reads + 2 * peak.fetches;
  const accounts = Math.ceil(venues / VENUES_PER_ACCOUNT);
  return {
    cores: (peak.calls * postgresServerCallUs.value + asks * postgresFoundUs.value) / 1e6,
    diskMb: (day.placesShared * SHARED_PLACE_BYTES + accounts * ACCOUNT_BYTES) / MB,
  };
}
