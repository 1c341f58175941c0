// After a failed fetch: how long a place is not fetched again.
import { type Clock, DAY_MS, MINUTE_MS, SECOND_MS } from "../../lib/time/clock.ts";
import { createTtlCache } from "../../lib/ttl-cache.ts";
import type { Place } from "../../lib/place.ts";
import { failuresOf, isOfPlace, WeatherError, type WeatherErrorKind } from "../weather-error.ts";
import { type CachedForecast, type ForecastCache, isUsable } from "./forecast-cache.ts";

/**
 * How long a place with a cached forecast is not fetched again; shorter if the source gives a shorter Retry-After. A source
 * that is down then gets at most four fetches a minute for a place from each replica, and its recovery is noticed within a
 * minute.
 */
const CACHED_BACKOFF_MS = 15 * SECOND_MS;

/**
 * The same after a failure that the place may have caused. Such failures do not pause the source, so refetches four times
 * a minute of a region without usable answers would use up the day's calls. A place is not mended as fast as a source: it
 * takes the next run of the model, or a change of the provider.
 */
const CACHED_PLACE_BACKOFF_MS = 5 * MINUTE_MS;

/**
 * How long a place without a cached forecast is not fetched again after each kind of failure that depends on it. The next
 * answer may be usable within seconds; a provider that refuses a place may be mended within minutes; the area that a source
 * covers does not change within a day. After any other failure it is fetched again at once: nobody has a forecast of it.
 */
const BACKOFF_MS: Partial<Record<WeatherErrorKind, number>> = {
  unusable: 15 * SECOND_MS,
  place_refused: 5 * MINUTE_MS,
  uncovered: DAY_MS,
};

/** Places without a cached forecast; the least recently used are dropped first. */
const PLACES_MAX = 10_000;

export type Backoff = ReturnType<typeof createBackoff>;

export function createBackoff({
  clock,
  cache,
}: {
  readonly clock: Clock;
  readonly cache: Pick<ForecastCache, "get">;
}) {
  /** When the next fetch may begin, in elapsed time. A newer forecast of the place is another object, without a failure. */
  const untilMs = new WeakMap<CachedForecast, number>();
  const uncached = createTtlCache<WeatherError>({ clock, max: PLACES_MAX, ttlMs: DAY_MS });

  return {
    /** Called with the error of a fetch. */
    note(place: Place, error: unknown): void {
      const cached = cache.get(place);
      if (cached !== undefined) untilMs.set(cached, clock.elapsedMs() + cachedBackoffMs(error));
      if (cached !== undefined && isUsable(cached, clock.nowMs())) return;
      const ttl = backoffMs(error);
      if (ttl > 0) uncached.set(place.key, error as WeatherError, { ttl });
    },
    /** Whether the last refetch of a cached forecast failed too recently for another. */
    isBackingOff: (cached: CachedForecast): boolean => clock.elapsedMs() < (untilMs.get(cached) ?? -Infinity),
    /**
     * Whether the last refetch of a cached forecast failed recently. An earlier failure is ignored: no fetch was tried since,
     * and the source may be back.
     */
    hasFailedOfLate: (cached: CachedForecast): boolean =>
      clock.elapsedMs() - (untilMs.get(cached) ?? -Infinity) < MINUTE_MS,
    /** The error of the last fetch of a place without a cached forecast, if that was too recent for another. */
    errorOf: ({ key }: Place): WeatherError | undefined => uncached.get(key),
  };
}

function cachedBackoffMs(error: unknown): number {
  if (error instanceof WeatherError && failuresOf(error).every(isOfPlace)) return CACHED_PLACE_BACKOFF_MS;
  const retryAfterSeconds = error instanceof WeatherError ? error.retryAfterSeconds : undefined;
  return retryAfterSeconds === undefined
    ? CACHED_BACKOFF_MS
    : Math.min(CACHED_BACKOFF_MS, retryAfterSeconds * SECOND_MS);
}

/** For a place without a cached forecast: 0 unless every source that was asked failed because of the place. */
export function backoffMs(error: unknown): number {
  if (!(error instanceof WeatherError)) return 0;
  return Math.min(...failuresOf(error).map(({ kind }) => BACKOFF_MS[kind] ?? 0));
}
