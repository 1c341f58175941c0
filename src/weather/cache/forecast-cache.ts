// The forecasts cached in this process, packed, up to so many bytes.
import { LRUCache } from "lru-cache";
import type { Clock } from "../../clock.ts";
import { withPastHours } from "../earlier-hours.ts";
import type { HourlyWeather } from "../hourly-weather.ts";
import type { Place } from "../place.ts";
import { freshShare, FRESH_MS_DEFAULT, USABLE_MS_MAX } from "./age-limits.ts";
import { unpackForecast } from "./packed-forecast.ts";

/** A forecast as it is cached and shared. */
export interface PackedForecast {
  readonly packed: Uint8Array;
  /** Unix ms. */
  readonly fetchedAtMs: number;
}

/** One in this cache, and what has come of fetching it anew. */
export interface CachedForecast extends PackedForecast {
  /** Of the time that forecasts are fresh, how much this one is. */
  readonly freshShare: number;
  /** The last fetch failed, and until then there is not to be another. Unix ms. */
  holdOffUntilMs: number | undefined;
}

export interface ForecastCache {
  get(place: Place): CachedForecast | undefined;
  /** Caches a forecast, unless a younger one is cached; returns the younger of the two. */
  add(place: Place, forecast: PackedForecast): CachedForecast;
  /** What is cached, packed. */
  readonly bytes: number;
  /** As callers get it. */
  weatherOf(forecast: CachedForecast): HourlyWeather;
}

/** What an entry takes besides its packed bytes: the objects around them, its key, its place in the list. Measured. */
const ENTRY_BYTES = 600;

/** How many of the forecasts that were asked for of late are cached unpacked too; some 11 kB each. */
const UNPACKED_MAX = 1_000;

/** The least recently asked for go first. */
export function createForecastCache({
  bytesMax,
  clock,
  freshMs = () => FRESH_MS_DEFAULT,
}: {
  readonly bytesMax: number;
  readonly clock: Clock;
  /** How long forecasts are fresh, as things stand. */
  readonly freshMs?: (() => number) | undefined;
}): ForecastCache {
  const forecasts = new LRUCache<string, CachedForecast>({
    maxSize: bytesMax,
    sizeCalculation: ({ packed }) => packed.byteLength + ENTRY_BYTES,
  });
  // Unpacking takes 9 µs, a tenth of a warm call.
  const unpacked = new LRUCache<CachedForecast, HourlyWeather>({ max: UNPACKED_MAX });
  return {
    get bytes() {
      return forecasts.calculatedSize;
    },
    get: ({ key }) => forecasts.get(key),
    add: (place, forecast) => {
      const { packed, fetchedAtMs } = forecast;
      const cached = forecasts.get(place.key);
      const nowMs = clock.nowMs();
      if (cached !== undefined && ageMs(cached, nowMs) < ageMs(forecast, nowMs)) {
        return cached;
      }
      const added: CachedForecast = {
        packed,
        fetchedAtMs,
        freshShare: freshShare(place),
        holdOffUntilMs: undefined,
      };
      forecasts.set(place.key, added);
      return added;
    },
    weatherOf: (forecast) => {
      const { packed, fetchedAtMs } = forecast;
      const freshUntilMs = fetchedAtMs + termMs(forecast, freshMs());
      const ready = unpacked.get(forecast);
      if (ready?.freshUntilMs === freshUntilMs) return ready;
      const weather = { ...(ready ?? withPastHours(unpackForecast(packed), fetchedAtMs)), freshUntilMs };
      unpacked.set(forecast, weather);
      return weather;
    },
  };
}

/** Whether it is answered from without being fetched anew, where forecasts are fresh for `freshMs` at most. */
export function isFresh(forecast: CachedForecast, nowMs: number, freshMs: number): boolean {
  return ageMs(forecast, nowMs) <= termMs(forecast, freshMs);
}

function termMs(forecast: CachedForecast, freshMs: number): number {
  return Math.floor(freshMs * forecast.freshShare);
}

/** Whether it may be answered from at all. */
export function isUsable(forecast: PackedForecast, nowMs: number): boolean {
  return ageMs(forecast, nowMs) <= USABLE_MS_MAX;
}

/**
 * Since it was fetched. One from the future is as old as it is ahead: when a clock is set back it must neither stay fresh
 * for good nor keep out what is fetched from then on.
 */
export function ageMs({ fetchedAtMs }: PackedForecast, nowMs: number): number {
  return Math.abs(nowMs - fetchedAtMs);
}
