import type { Clock } from "../../clock.ts";
import type { HourlyWeather } from "../hourly-weather.ts";
import type { Place } from "../place.ts";
import { WeatherError } from "../weather-error.ts";
import type { WeatherSource } from "../weather-source.ts";
import type { CachedForecast, ForecastCache } from "./forecast-cache.ts";
import { packForecast } from "./packed-forecast.ts";
import type { SharedForecasts } from "./redis/forecasts.ts";

/**
 * How long a place is left alone after a failure, unless the source wants to be asked earlier: one that is down costs a
 * warm place four fetches a minute, and one that is back is noticed well within the minute.
 */
const HOLD_OFF_MS_MAX = 15_000;

/** Aborts never: a fetch is everybody's, and the source bounds its time. */
const NEVER = new AbortController().signal;

export interface FetchesOptions {
  readonly source: WeatherSource;
  readonly clock: Clock;
  readonly cache: ForecastCache;
  readonly shared: SharedForecasts | undefined;
  readonly patienceMs: number;
  readonly onBug: ((error: unknown) => void) | undefined;
}

/** A forecast that was fetched from the source (`miss`), or that another replica had fetched. */
export interface Fetched {
  readonly result: "miss" | "shared";
  readonly weather: HourlyWeather;
}

/** One under way, for everybody who wants the place. */
export interface Fetch {
  readonly fetched: Promise<Fetched>;
  /** Resolves when it has taken longer than anybody with something to answer from would wait. */
  readonly late: Promise<undefined>;
}

/** Fetches forecasts into the cache, each place once at a time. */
export function createFetches(options: FetchesOptions) {
  const underWay = new Map<string, Fetch>();

  const begin = (place: Place): Fetch => {
    const { promise: late, resolve } = Promise.withResolvers<undefined>();
    const patience = setTimeout(resolve, options.patienceMs, undefined);
    const fetched = fetchInto(place, options).finally(() => {
      clearTimeout(patience);
      underWay.delete(place.key);
    });
    // It may fail when nobody waits for it any more.
    fetched.catch(() => undefined);
    const fetch = { fetched, late };
    underWay.set(place.key, fetch);
    return fetch;
  };

  return {
    isUnderWay: ({ key }: Place): boolean => underWay.has(key),
    /** The one under way for a place, begun if there is none. */
    join: (place: Place): Fetch => underWay.get(place.key) ?? begin(place),
  };
}

/** Whether a failure was too short a while ago for another fetch. */
export function isHeldOff({ holdOffUntilMs = Number.NaN }: CachedForecast, nowMs: number): boolean {
  const leftMs = holdOffUntilMs - nowMs;
  // More than the maximum is left only after a clock was set back.
  return leftMs > 0 && leftMs <= HOLD_OFF_MS_MAX;
}

/** Gets a forecast from another replica or else from the source, and caches it; a failure holds off the next fetch. */
async function fetchInto(place: Place, options: FetchesOptions): Promise<Fetched> {
  const { source, clock, cache, shared, onBug } = options;
  const answer = shared && (await shared.ask(place, clock.nowMs()));
  if (answer?.kind === "Found") {
    return { result: "shared", weather: cache.weatherOf(cache.add(place, answer.forecast)) };
  }
  if (answer?.older !== undefined) cache.add(place, answer.older);
  try {
    const weather = await source.forecast(place, NEVER);
    const forecast = { packed: packForecast(weather), fetchedAtMs: clock.nowMs() };
    void answer?.settle(forecast);
    return { result: "miss", weather: { ...weather, freshUntilMs: cache.add(place, forecast).freshUntilMs } };
  } catch (error) {
    void answer?.settle(undefined);
    const cached = cache.get(place);
    if (cached !== undefined) cached.holdOffUntilMs = clock.nowMs() + holdOffMs(error);
    if (!(error instanceof WeatherError)) onBug?.(error);
    throw error;
  }
}

function holdOffMs(error: unknown): number {
  const retryAfterSeconds = error instanceof WeatherError ? error.retryAfterSeconds : undefined;
  return retryAfterSeconds === undefined
    ? HOLD_OFF_MS_MAX
    : Math.min(HOLD_OFF_MS_MAX, retryAfterSeconds * 1000);
}
