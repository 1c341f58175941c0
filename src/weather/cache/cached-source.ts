// Where a forecast comes from. A fresh one is used as it is, a stale one while it is refetched, an older one only if the
// refetch fails, none after six hours (age-limits.ts). Replicas share what they fetch (shared-forecasts.ts).
//
//   who fetches?   the first caller that finds no forecast younger than an hour; or, once it is counted, a call that used a
//                  stale one: a refetch, for which nobody waits
//   who waits?     that caller and those that come meanwhile, for the same fetch: two seconds if there is an older forecast
//                  to use, otherwise to its end (fetch.ts)
//   who pays?      the first waiting account with budget left; nobody for a refetch (fetch-limits.ts)
import type { HourlyWeather } from "../hourly-weather.ts";
import type { Place } from "../../lib/place.ts";
import { untilAborted } from "../until-aborted.ts";
import { type FetchOwner, NewPlacesLimited } from "../fetch-owner.ts";
import type { Forecasts, UsedForecast } from "../weather-source.ts";
import { FRESH_MS_DEFAULT, staleMsMax } from "./age-limits.ts";
import { createBackoff } from "./backoff.ts";
import { createFetches, type Fetches, type FetchesOptions } from "./fetch.ts";
import { type CallsOfDay, createFetchLimits, FetchRefused } from "./fetch-limits.ts";
import { ageMs, type CachedForecast, createForecastCache, isFresh, isUsable } from "./forecast-cache.ts";

/** Where a caller's forecast came from. It is a metrics label, so the set is closed. */
export type CacheResult =
  | "fresh" // cached
  | "stale" // cached, and being fetched anew
  | "stale_error" // cached, because fetching it anew has failed, takes too long or is refused
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
  /** Called when the limits of an account refuse a fetch, and the caller gets no forecast. */
  readonly onLimited?: (() => void) | undefined;
}

/** A forecast for a caller. */
interface Outcome {
  readonly result: CacheResult;
  readonly weather: HourlyWeather;
  /** Whether the call causes a refetch once it is counted. */
  readonly isStale?: boolean;
}

/**
 * A caller that cancels ends only its own wait. While the source fails, a cached forecast is used at once, and only callers
 * without one get the error. A place that is not cached is fetched only if the limits of an account that waits for it allow
 * that; otherwise callers get NewPlacesLimited.
 */
export function createCachedSource(
  options: CachedSourceOptions,
): Forecasts & { readonly cachedBytes: number } {
  const { source, onResult, onForecast, onLimited } = options;
  const parts = createParts(options);
  const { cache, fetches, limits } = parts;
  const findCached = createFindCached(parts);
  const wait = createWait(parts);

  const used = (place: Place, { result, weather, isStale = false }: Outcome): UsedForecast => {
    onResult?.(result);
    onForecast?.(weather);
    return { place, weather, isStale };
  };

  const cached = (place: Place, owner?: FetchOwner): UsedForecast | undefined => {
    const outcome = findCached(place);
    // A stale forecast is refetched as soon as its use is counted. Nothing is counted without an account.
    if (outcome?.isStale === true && owner === undefined) fetches.refetch(place);
    return outcome && used(place, outcome);
  };

  return {
    name: source.name,
    get cachedBytes() {
      return cache.bytes;
    },
    cached,
    async forecast(place, signal, owner) {
      signal.throwIfAborted();
      // Checked first, because `wait` may begin a fetch.
      const isUnderWay = fetches.isInFlight(place);
      const ready = cached(place, owner);
      if (ready !== undefined) return ready;
      let outcome: Outcome;
      try {
        outcome = await wait(place, signal, owner);
      } catch (error) {
        if (error instanceof NewPlacesLimited) onLimited?.();
        else if (!signal.aborted) onResult?.(isUnderWay ? "deduped" : "miss");
        throw error;
      }
      const isDeduped = isUnderWay && outcome.result !== "stale_error";
      return used(place, isDeduped ? { ...outcome, result: "deduped" } : outcome);
    },
    noteCounted({ place, isStale }, owner) {
      if (isStale) fetches.refetch(place);
      limits.noteCounted(owner, place);
    },
  };
}

type Parts = ReturnType<typeof createParts>;

function createParts(options: CachedSourceOptions) {
  const { source, clock, bytesMax, shared, callsOfDay, onFetched, onBug } = options;
  const { freshMs = () => FRESH_MS_DEFAULT } = options;
  const cache = createForecastCache({ bytesMax, clock, freshMs });
  const backoff = createBackoff({ clock, cache });
  const limits = createFetchLimits({ clock, callsOfDay });
  const fetching = { source, clock, cache, backoff, limits, freshMs, shared, onFetched, onBug };
  return { clock, cache, backoff, limits, freshMs, fetches: createFetches(fetching) };
}

/** Finds the cached forecast, if it can be used without waiting. */
function createFindCached(parts: Parts) {
  const { clock, cache, backoff, freshMs } = parts;
  return (place: Place): Outcome | undefined => {
    const forecast = cache.get(place);
    if (forecast === undefined) return undefined;
    const nowMs = clock.nowMs();
    if (isFresh(forecast, nowMs, freshMs())) return { result: "fresh", weather: cache.weatherOf(forecast) };
    if (!isUsable(forecast, nowMs)) return undefined;
    const result = staleResult(forecast, parts);
    // A forecast this old is refetched on behalf of the account, and the caller waits briefly for the new one.
    if (result === "stale_error" && !backoff.hasFailedOfLate(forecast)) return undefined;
    return { result, weather: cache.weatherOf(forecast), isStale: true };
  };
}

/** The result for a cached forecast that is no longer fresh. */
function staleResult(forecast: CachedForecast, { clock, freshMs, backoff }: Parts): "stale" | "stale_error" {
  const isYoung = ageMs(forecast, clock.nowMs()) <= staleMsMax(freshMs());
  return isYoung && !backoff.hasFailedOfLate(forecast) ? "stale" : "stale_error";
}

/** Waits for a fetch on behalf of an account, until it ends or the signal aborts. */
function createWait(parts: Parts) {
  const { clock, cache, fetches } = parts;

  /** The cached forecast, used because the fetch failed or takes too long. */
  const fallback = (place: Place): Outcome | undefined => {
    const forecast = cache.get(place);
    if (forecast === undefined || !isUsable(forecast, clock.nowMs())) return undefined;
    return { result: staleResult(forecast, parts), weather: cache.weatherOf(forecast) };
  };

  /** The fetched forecast, or the cached one if the fetch fails or takes too long. */
  const fetchedOrCached = async (
    place: Place,
    { fetched, patience }: Pick<ReturnType<Fetches["join"]>, "fetched" | "patience">,
  ): Promise<Outcome> => {
    try {
      return (await Promise.race([fetched, patience])) ?? fallback(place) ?? (await fetched);
    } catch (error) {
      const outcome = fallback(place);
      if (outcome === undefined) throw error;
      return error instanceof FetchRefused ? { ...outcome, isStale: true } : outcome;
    }
  };

  return async (place: Place, signal: AbortSignal, owner: FetchOwner | undefined): Promise<Outcome> => {
    const { leave, ...fetch } = fetches.join(place, owner);
    try {
      return await untilAborted(fetchedOrCached(place, fetch), signal);
    } catch (error) {
      throw error instanceof FetchRefused ? (error.of(owner) ?? error) : error;
    } finally {
      leave();
    }
  };
}
