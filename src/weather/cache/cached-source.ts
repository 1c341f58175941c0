// Caches a source's forecasts. A fresh one is answered from. A stale one is too, while it is fetched anew. An older one is
// only if that fails, and after six hours none is. What is fetched is shared with other replicas where there are any.
import type { Clock } from "../../clock.ts";
import type { HourlyWeather } from "../hourly-weather.ts";
import type { Place } from "../place.ts";
import { untilAborted } from "../until-aborted.ts";
import type { WeatherSource } from "../weather-source.ts";
import { STALE_MS_MAX, USABLE_MS_MAX } from "./age-limits.ts";
import { createFetches, isHeldOff } from "./fetches.ts";
import { ageMs, type CachedForecast, createForecastCache } from "./forecast-cache.ts";
import type { SharedForecasts } from "./redis/forecasts.ts";

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
  /** How long a caller waits for a new forecast when there is an old one to answer from. */
  readonly patienceMs?: number;
  readonly onResult?: ((result: CacheResult) => void) | undefined;
  /** Told of every forecast that a caller gets. */
  readonly onForecast?: ((forecast: HourlyWeather) => void) | undefined;
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
 * source fails, what is cached is answered from at once, and a failure is handed only to those for whom nothing is.
 */
export function createCachedSource(options: CachedSourceOptions): WeatherSource {
  const { source, clock, bytesMax, shared, patienceMs = 2_000, onResult, onForecast, onBug } = options;
  const cache = createForecastCache({ bytesMax, clock });
  const fetches = createFetches({ source, clock, cache, shared, patienceMs, onBug });

  const usable = (place: Place): CachedForecast | undefined => {
    const cached = cache.get(place);
    return cached !== undefined && ageMs(cached, clock.nowMs()) <= USABLE_MS_MAX ? cached : undefined;
  };

  /** What can be answered without waiting. Sees to it that a forecast which is no longer fresh is being fetched. */
  const atOnce = (place: Place): Outcome | undefined => {
    const cached = usable(place);
    if (cached === undefined) return undefined;
    const nowMs = clock.nowMs();
    const age = ageMs(cached, nowMs);
    let result: CacheResult = "fresh";
    if (age > cached.freshUntilMs - cached.fetchedAtMs) {
      if (!isHeldOff(cached, nowMs)) fetches.join(place);
      result = cached.holdOffUntilMs === undefined ? "stale" : "stale_error";
      if (result === "stale" && age > STALE_MS_MAX) return undefined;
    }
    return { result, weather: cache.weatherOf(cached) };
  };

  /** What a fetch brings; when it fails or is late, what is cached, if anything is. */
  const fetchOrFallBack = async (place: Place): Promise<Outcome> => {
    const { fetched, late } = fetches.join(place);
    const fallback = (): Outcome | undefined => {
      const cached = usable(place);
      return cached && { result: "stale_error", weather: cache.weatherOf(cached) };
    };
    try {
      return (await Promise.race([fetched, late])) ?? fallback() ?? (await fetched);
    } catch (error) {
      const outcome = fallback();
      if (outcome === undefined) throw error;
      return outcome;
    }
  };

  return {
    name: source.name,
    async forecast(place, signal) {
      signal.throwIfAborted();
      // Looked for first, as the next line may begin one.
      const isUnderWay = fetches.isUnderWay(place);
      let outcome = atOnce(place);
      if (outcome === undefined) {
        try {
          outcome = await untilAborted(fetchOrFallBack(place), signal);
        } catch (error) {
          if (!signal.aborted) onResult?.(isUnderWay ? "deduped" : "miss");
          throw error;
        }
        if (isUnderWay && outcome.result !== "stale_error") outcome = { ...outcome, result: "deduped" };
      }
      onResult?.(outcome.result);
      onForecast?.(outcome.weather);
      return outcome.weather;
    },
  };
}
