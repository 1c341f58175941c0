import { LRUCache } from "lru-cache";
import type { Clock } from "../clock.ts";
import type { HourlyWeather } from "./hourly-weather.ts";
import type { Place } from "./place.ts";
import type { WeatherSource } from "./weather-source.ts";

/** How a forecast was come by: from the cache, fetched, or by waiting for a fetch that was already under way. */
export type CacheResult = "fresh" | "miss" | "deduped";

export interface CachedSourceOptions {
  readonly source: WeatherSource;
  readonly clock: Clock;
  /** For how long a forecast is answered from before it is fetched anew. */
  readonly freshMs: number;
  /** The least recently asked for go first. */
  readonly maxPlaces: number;
  readonly onResult?: ((result: CacheResult) => void) | undefined;
}

/**
 * Keeps a source's forecasts. However many callers want a place at once, it is fetched once; a caller who gives up ends
 * only its own wait. A failure is handed to those who waited for it and not kept.
 */
export function createCachedSource(options: CachedSourceOptions): WeatherSource {
  const { source, clock, freshMs, maxPlaces, onResult } = options;
  const forecasts = new LRUCache<string, HourlyWeather, Place>({
    max: maxPlaces,
    ttl: freshMs,
    perf: { now: () => clock.nowMs() },
    // Otherwise the cache keeps its own copy of the time on a timer.
    ttlResolution: 0,
    // A forecast pushed out while it is being fetched still goes to those who wait for it.
    ignoreFetchAbort: true,
    // Nobody's signal: the fetch is everybody's, and the source bounds its time.
    fetchMethod: (_key, _stale, { context }) => source.forecast(context, new AbortController().signal),
  });

  return {
    name: source.name,
    async forecast(place, signal) {
      signal.throwIfAborted();
      const status: LRUCache.Status<string, HourlyWeather, Place> = {};
      const forecast = forecasts.forceFetch(place.key, { context: place, status });
      onResult?.(cacheResult(status.fetch));
      return untilAborted(forecast, signal);
    },
  };
}

function cacheResult(fetch: LRUCache.Status<string, HourlyWeather, Place>["fetch"]): CacheResult {
  if (fetch === "hit") return "fresh";
  return fetch === "inflight" ? "deduped" : "miss";
}

/** The promise's outcome, or the signal's reason if that comes first. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: outcome, resolve, reject } = Promise.withResolvers<T>();
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  return outcome;
}
