// Caches a source's forecasts: fresh ones are used as they are, stale ones while they are refetched, older ones only if
// the refetch fails, none after six hours. Replicas share what they fetch.
import { type Clock, MINUTE_MS } from "../../lib/time/clock.ts";
import type { HourlyWeather } from "../hourly-weather.ts";
import type { Place } from "../../lib/place.ts";
import { untilAborted } from "../until-aborted.ts";
import { type FetchOwner, NewPlacesLimited } from "../fetch-owner.ts";
import type { Forecasts, UsedForecast } from "../weather-source.ts";
import { FRESH_MS_DEFAULT, staleMsMax } from "./age-limits.ts";
import { createFetches, type Fetch, type FetchesOptions } from "./fetch.ts";
import { ageMs, type CachedForecast, createForecastCache, isFresh, isUsable } from "./forecast-cache.ts";
import type { CallsOfDay } from "./daily-share.ts";
import { createNewPlaces } from "./fetch-limits.ts";

/** Where a caller's forecast came from. It is a metrics label, so the set is closed. */
export type CacheResult =
  | "fresh" // cached
  | "stale" // cached, and being fetched anew
  | "stale_error" // cached, because fetching it anew has failed or takes too long
  | "miss" // requested from the source, whether or not it answered
  | "shared" // another replica had fetched it
  | "deduped"; // from a fetch that another caller had started

export interface CachedSourceOptions
  extends
    Pick<FetchesOptions, "source" | "clock">,
    Partial<Pick<FetchesOptions, "freshMs" | "shared" | "onFetched" | "onBug">> {
  /** Memory for forecasts; the least recently used are dropped first. */
  readonly bytesMax: number;
  /** The provider's calls of the day, if they are counted. */
  readonly callsOfDay?: CallsOfDay | undefined;
  readonly onResult?: ((result: CacheResult) => void) | undefined;
  /** Called with every forecast that a caller gets. */
  readonly onForecast?: ((forecast: HourlyWeather) => void) | undefined;
  /** Called when the limits of an account refuse a fetch. */
  readonly onLimited?: (() => void) | undefined;
}

interface Outcome {
  readonly result: CacheResult;
  readonly weather: HourlyWeather;
  /** Whether the call, once it is counted, causes another fetch. */
  readonly isStale?: boolean;
}

/**
 * A place is fetched once for any number of concurrent callers; a caller that cancels ends only its own wait. While the
 * source fails, a cached forecast is used at once, and only callers without one get the error. A place that is not cached
 * is fetched only if the limits of an account that waits for it allow that; otherwise callers get NewPlacesLimited.
 */
export function createCachedSource(
  options: CachedSourceOptions,
): Forecasts & { readonly cachedBytes: number } {
  const { source, clock, bytesMax, shared, onResult, onForecast, onFetched, onBug } = options;
  const { freshMs = () => FRESH_MS_DEFAULT, callsOfDay } = options;
  const cache = createForecastCache({ bytesMax, clock, freshMs });
  const newPlaces = createNewPlaces({ clock, callsOfDay });
  const fetches = createFetches({ source, clock, cache, freshMs, shared, newPlaces, onFetched, onBug });
  const wait = createWait({ clock, cache, freshMs, fetches });

  const used = (place: Place, { result, weather, isStale = false }: Outcome): UsedForecast => {
    onResult?.(result);
    onForecast?.(weather);
    return { place, weather, isStale };
  };

  /** The cached forecast, if it can be used now. If it is no longer fresh, it is refetched as soon as its use is counted. */
  const cached = (place: Place, owner?: FetchOwner): UsedForecast | undefined => {
    const forecast = cache.get(place);
    if (forecast === undefined) return undefined;
    const nowMs = clock.nowMs();
    if (isFresh(forecast, nowMs, freshMs())) {
      return used(place, { result: "fresh", weather: cache.weatherOf(forecast) });
    }
    if (!isUsable(forecast, nowMs)) return undefined;
    const result = staleResult(forecast, clock, freshMs());
    // A forecast this old is refetched on behalf of the account, and the caller waits briefly for the new one.
    if (result === "stale_error" && !hasFailedOfLate(forecast, clock)) return undefined;
    // Nothing is counted without an account.
    if (owner === undefined) fetches.refetch(place);
    return used(place, { result, weather: cache.weatherOf(forecast), isStale: true });
  };

  return {
    name: source.name,
    get cachedBytes() {
      return cache.bytes;
    },
    cached,
    async forecast(place, signal, owner) {
      signal.throwIfAborted();
      // Checked first, because the next line may begin a fetch.
      const isUnderWay = fetches.isInFlight(place);
      const ready = cached(place, owner);
      if (ready !== undefined) return ready;
      let outcome: Outcome;
      try {
        outcome = await wait(place, signal, owner);
      } catch (error) {
        if (error instanceof NewPlacesLimited) options.onLimited?.();
        else if (!signal.aborted) onResult?.(isUnderWay ? "deduped" : "miss");
        throw error;
      }
      const { result } = outcome;
      return used(
        place,
        isUnderWay && result !== "stale_error" ? { ...outcome, result: "deduped" } : outcome,
      );
    },
    noteCounted({ place, isStale }, owner) {
      // Charged to no account.
      if (isStale) fetches.refetch(place);
      newPlaces.noteCounted(owner, place);
    },
  };
}

/** Waits for a fetch on behalf of an account, until it ends or the signal aborts. */
function createWait({
  clock,
  cache,
  freshMs,
  fetches,
}: Pick<FetchesOptions, "clock" | "cache" | "freshMs"> & {
  readonly fetches: ReturnType<typeof createFetches>;
}) {
  /** The cached forecast, used because the fetch failed or takes too long. */
  const fallback = (place: Place): Outcome | undefined => {
    const cached = cache.get(place);
    if (cached === undefined || !isUsable(cached, clock.nowMs())) return undefined;
    return { result: staleResult(cached, clock, freshMs()), weather: cache.weatherOf(cached) };
  };

  /** The fetched forecast, or the cached one if the fetch fails or takes too long. */
  const fetchedOrCached = async (place: Place, { fetched, patience }: Fetch): Promise<Outcome> => {
    try {
      return (await Promise.race([fetched, patience])) ?? fallback(place) ?? (await fetched);
    } catch (error) {
      const outcome = fallback(place);
      if (outcome === undefined) throw error;
      return error instanceof NewPlacesLimited ? { ...outcome, isStale: true } : outcome;
    }
  };

  return async (place: Place, signal: AbortSignal, owner: FetchOwner | undefined): Promise<Outcome> => {
    const { leave, refusal, ...fetch } = fetches.join(place, owner);
    try {
      return await untilAborted(fetchedOrCached(place, fetch), signal);
    } catch (error) {
      // The caller gets the refusal of its own account, not of another.
      throw error instanceof NewPlacesLimited ? (refusal() ?? error) : error;
    } finally {
      leave();
    }
  };
}

/** The cache result for a forecast that is no longer fresh. */
function staleResult(cached: CachedForecast, clock: Clock, freshMs: number): "stale" | "stale_error" {
  const isYoung = ageMs(cached, clock.nowMs()) <= staleMsMax(freshMs);
  return isYoung && !hasFailedOfLate(cached, clock) ? "stale" : "stale_error";
}

/**
 * Whether the refetch failed recently. An earlier failure is ignored: no fetch was tried since, and the source may be back.
 */
function hasFailedOfLate({ backoffUntilMs }: CachedForecast, clock: Clock): boolean {
  return backoffUntilMs !== undefined && clock.elapsedMs() - backoffUntilMs < MINUTE_MS;
}
