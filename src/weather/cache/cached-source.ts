// Caches a source's forecasts. A fresh one is answered from. A stale one is too, while it is fetched anew. An older one is
// only if that fails, and after six hours none is. What is fetched is shared with other replicas where there are any.
import { type Clock, MINUTE_MS } from "../../clock.ts";
import type { HourlyWeather } from "../hourly-weather.ts";
import type { Place } from "../place.ts";
import { untilAborted } from "../until-aborted.ts";
import { type FetchOwner, NewPlacesLimited } from "../fetch-owner.ts";
import type { Forecasts, WeatherSource } from "../weather-source.ts";
import { FRESH_MS_DEFAULT, staleMsMax } from "./age-limits.ts";
import { createFetches, type Fetch, type FetchesOptions } from "./fetches.ts";
import { ageMs, type CachedForecast, createForecastCache, isFresh, isUsable } from "./forecast-cache.ts";
import type { CallsOfDay } from "./fair-day.ts";
import { createNewPlaces } from "./new-places.ts";
import type { SharedForecasts } from "./shared-forecasts.ts";

/** How a caller came by a forecast; a metrics label, so the set is closed. */
export type CacheResult =
  | "fresh" // cached
  | "stale" // cached, and being fetched anew
  | "stale_error" // cached, since fetching it anew has failed or takes too long
  | "miss" // asked of the source, whether or not it answered
  | "shared" // another replica had fetched it
  | "deduped"; // by waiting for what another caller had asked for

export interface CachedSourceOptions {
  readonly source: WeatherSource;
  readonly clock: Clock;
  /** Memory for forecasts; the least recently asked for go first. */
  readonly bytesMax: number;
  readonly shared?: SharedForecasts | undefined;
  /** How long forecasts are fresh, as things stand. */
  readonly freshMs?: (() => number) | undefined;
  /** How a provider's calls of the day stand, where they are counted. */
  readonly callsOfDay?: CallsOfDay | undefined;
  readonly onResult?: ((result: CacheResult) => void) | undefined;
  /** Told of every forecast that a caller gets. */
  readonly onForecast?: ((forecast: HourlyWeather) => void) | undefined;
  /** Told of every caller whose account may not have another new place fetched yet. */
  readonly onLimited?: (() => void) | undefined;
  /** Told of what a fetch threw that is no WeatherError: it may happen where no caller hears of it. */
  readonly onBug?: ((error: unknown) => void) | undefined;
}

/** What a caller gets. */
interface Outcome {
  readonly result: CacheResult;
  readonly weather: HourlyWeather;
}

/**
 * However many callers want a place at once, it is fetched once; a caller who gives up ends only its own wait. While the
 * source fails, what is cached is answered from at once, and a failure is handed only to those for whom nothing is. A place
 * that is not cached is fetched within the limits of an account that waits for it (NewPlacesLimited where that has none left).
 */
export function createCachedSource(
  options: CachedSourceOptions,
): Forecasts & { readonly cachedBytes: number } {
  const { source, clock, bytesMax, shared, onResult, onForecast, onBug } = options;
  const { freshMs = () => FRESH_MS_DEFAULT, callsOfDay } = options;
  const cache = createForecastCache({ bytesMax, clock, freshMs });
  const newPlaces = createNewPlaces({ clock, callsOfDay });
  const fetches = createFetches({ source, clock, cache, freshMs, shared, newPlaces, onBug });
  const { atOnce, wait } = createAnswers({ clock, cache, freshMs, fetches });

  const told = ({ result, weather }: Outcome, place: Place, owner: FetchOwner | undefined): HourlyWeather => {
    owner?.whenCounted(() => newPlaces.noteTaken(owner, place));
    onResult?.(result);
    onForecast?.(weather);
    return weather;
  };

  return {
    name: source.name,
    get cachedBytes() {
      return cache.bytes;
    },
    cached: (place, owner) => {
      const outcome = atOnce(place, owner);
      return outcome && told(outcome, place, owner);
    },
    async forecast(place, signal, owner) {
      signal.throwIfAborted();
      // Looked for first, as the next line may begin one.
      const isUnderWay = fetches.isUnderWay(place);
      let outcome = atOnce(place, owner);
      if (outcome === undefined) {
        try {
          outcome = await wait(place, signal, owner);
        } catch (error) {
          if (error instanceof NewPlacesLimited) options.onLimited?.();
          else if (!signal.aborted) onResult?.(isUnderWay ? "deduped" : "miss");
          throw error;
        }
        if (isUnderWay && outcome.result !== "stale_error") outcome = { ...outcome, result: "deduped" };
      }
      return told(outcome, place, owner);
    },
  };
}

/** What a caller can be answered with, at once or after a wait. */
function createAnswers({
  clock,
  cache,
  freshMs,
  fetches,
}: Pick<FetchesOptions, "clock" | "cache" | "freshMs"> & {
  readonly fetches: ReturnType<typeof createFetches>;
}) {
  const usable = (place: Place): CachedForecast | undefined => {
    const cached = cache.get(place);
    return cached !== undefined && isUsable(cached, clock.nowMs()) ? cached : undefined;
  };

  /** Nobody pays for what is fetched for nobody: the call that it is due to has to count. */
  const refetch = (place: Place, owner: FetchOwner | undefined): void => {
    if (owner === undefined) fetches.refetch(place);
    else owner.whenCounted(() => fetches.refetch(place));
  };

  /** What a fetch brings; when it fails or nobody need wait for it, what is cached, if anything is. */
  const fetchedOrCached = async (
    place: Place,
    owner: FetchOwner | undefined,
    { fetched, patience }: Fetch,
  ): Promise<Outcome> => {
    const fallback = (): Outcome | undefined => {
      const cached = usable(place);
      return (
        cached && { result: staleResult(cached, clock.nowMs(), freshMs()), weather: cache.weatherOf(cached) }
      );
    };
    try {
      return (await Promise.race([fetched, patience])) ?? fallback() ?? (await fetched);
    } catch (error) {
      const outcome = fallback();
      if (outcome === undefined) throw error;
      if (error instanceof NewPlacesLimited) refetch(place, owner);
      return outcome;
    }
  };

  return {
    /** What can be answered without waiting. Sees to it that one which is no longer fresh is fetched anew. */
    atOnce(place: Place, owner: FetchOwner | undefined): Outcome | undefined {
      const cached = usable(place);
      if (cached === undefined) return undefined;
      const nowMs = clock.nowMs();
      const result = isFresh(cached, nowMs, freshMs()) ? "fresh" : staleResult(cached, nowMs, freshMs());
      // Fetched for the account that waits, which may not wait for long.
      if (result === "stale_error" && !hasFailedOfLate(cached, nowMs)) return undefined;
      if (result !== "fresh") refetch(place, owner);
      return { result, weather: cache.weatherOf(cached) };
    },
    /** Waits for a fetch on behalf of an account, until it ends or the signal says so. */
    async wait(place: Place, signal: AbortSignal, owner: FetchOwner | undefined): Promise<Outcome> {
      const { leave, ...fetch } = fetches.join(place, owner);
      try {
        return await untilAborted(fetchedOrCached(place, owner, fetch), signal);
      } finally {
        leave();
      }
    },
  };
}

/** As what one that is no longer fresh is answered from. */
function staleResult(cached: CachedForecast, nowMs: number, freshMs: number): "stale" | "stale_error" {
  const isYoung = ageMs(cached, nowMs) <= staleMsMax(freshMs);
  return isYoung && !hasFailedOfLate(cached, nowMs) ? "stale" : "stale_error";
}

/** Whether fetching it anew has failed; what did so longer ago was not tried since, and the source may be well. */
function hasFailedOfLate({ holdOffUntilMs }: CachedForecast, nowMs: number): boolean {
  return holdOffUntilMs !== undefined && nowMs - holdOffUntilMs < MINUTE_MS;
}
