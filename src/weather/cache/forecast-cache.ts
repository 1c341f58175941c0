// The forecasts cached in this process, packed, up to a number of bytes.
import { LRUCache } from "lru-cache";
import { createGrowingLru } from "../../lib/growing-lru.ts";
import type { Clock } from "../../lib/time/clock.ts";
import { withPastHours } from "../earlier-hours.ts";
import type { HourlyWeather } from "../hourly-weather.ts";
import type { Place } from "../../lib/place.ts";
import { freshShare, FRESH_MS_DEFAULT, USABLE_MS_MAX } from "./age-limits.ts";
import { unpackForecast } from "./packed-forecast.ts";

/** A forecast as it is cached and shared. */
export interface PackedForecast {
  readonly packed: Uint8Array;
  /** Unix ms. */
  readonly fetchedAtMs: number;
}

export interface CachedForecast extends PackedForecast {
  /** The place's share of the freshness. */
  readonly freshShare: number;
}

export type ForecastCache = ReturnType<typeof createForecastCache>;

/** Memory of an entry besides its packed bytes: objects, key, position in the list. Measured. */
const ENTRY_BYTES = 600;

/** How many recently used forecasts are also cached unpacked; some 12 kB each, and 17 kB for what scores take from it. */
const UNPACKED_MAX = 1_000;

/** The least recently used are dropped first. */
export function createForecastCache({
  bytesMax,
  clock,
  freshMs = () => FRESH_MS_DEFAULT,
}: {
  readonly bytesMax: number;
  readonly clock: Clock;
  /** How long forecasts are fresh at the moment. */
  readonly freshMs?: (() => number) | undefined;
}) {
  const forecasts = new LRUCache<string, CachedForecast>({
    maxSize: bytesMax,
    sizeCalculation: ({ packed }) => packed.byteLength + ENTRY_BYTES,
  });
  // Unpacking takes 9 µs, a tenth of a warm call.
  const unpacked = createGrowingLru<CachedForecast, HourlyWeather>(UNPACKED_MAX);
  return {
    /** The packed size of all entries. */
    get bytes(): number {
      return forecasts.calculatedSize;
    },
    get: ({ key }: Place): CachedForecast | undefined => forecasts.get(key),
    /**
     * Caches a forecast unless one as young is cached; returns the younger of the two. The same forecast, from another replica,
     * stays the same object: what is noted of its failures stays too.
     */
    add: (place: Place, forecast: PackedForecast): CachedForecast => {
      const { packed, fetchedAtMs } = forecast;
      const cached = forecasts.get(place.key);
      const nowMs = clock.nowMs();
      if (cached !== undefined && ageMs(cached, nowMs) <= ageMs(forecast, nowMs)) return cached;
      const added: CachedForecast = { packed, fetchedAtMs, freshShare: freshShare(place) };
      forecasts.set(place.key, added);
      return added;
    },
    /** Unpacked, as callers get it. */
    weatherOf: (forecast: CachedForecast): HourlyWeather => {
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

/** Whether it may be used without a refetch, if forecasts are fresh for at most `freshMs`. */
export function isFresh(forecast: CachedForecast, nowMs: number, freshMs: number): boolean {
  return ageMs(forecast, nowMs) <= termMs(forecast, freshMs);
}

function termMs(forecast: CachedForecast, freshMs: number): number {
  return Math.floor(freshMs * forecast.freshShare);
}

/** Whether it may still be used, at least while every source fails. */
export function isUsable(forecast: PackedForecast, nowMs: number): boolean {
  return ageMs(forecast, nowMs) <= USABLE_MS_MAX;
}

/**
 * Since the fetch. A time in the future counts by its distance: after the clock is set back, such a forecast must neither
 * stay fresh forever nor block newer ones.
 */
export function ageMs({ fetchedAtMs }: PackedForecast, nowMs: number): number {
  return Math.abs(nowMs - fetchedAtMs);
}
