import type { FetchOwner } from "./fetch-owner.ts";
import type { HourlyWeather } from "./hourly-weather.ts";
import type { Place } from "../lib/place.ts";

/**
 * Where a forecast comes from: a provider, the simulation, or a cache in front of either.
 * Promises: the answer contains the hour it was fetched in, has no missing hour between its first and last (a value may
 * be NaN), and reaches PAST_HOURS back and HOURS_AHEAD ahead, with EARLIER_HOURS in `earlier`, unless the source knows
 * fewer hours; so readers check that an hour is there. A source that cannot promise this throws a WeatherError. `signal` ends the wait, with its reason; the fetch continues if others wait for it too.
 */
export interface WeatherSource {
  /** Lower-case, used as a metrics label and in log lines: `open-meteo`. */
  readonly name: string;
  forecast(place: Place, signal: AbortSignal, requester?: Requester): Promise<HourlyWeather>;
}

/** On whose behalf a provider is asked. */
export interface Requester {
  /** The account; undefined for a refetch. */
  readonly owner: string | undefined;
  /**
   * Called for each request, before its calls are counted for the provider's day and it is sent. Before the first, the fetch can
   * be cancelled at no cost.
   */
  onSent(): void;
  /** Called after `onSent` if the request is not sent after all, because its calls could not be counted. */
  onNotSent(): void;
  /**
   * Set for a retry. A request for several places that failed is retried in parts, each identified by an object, because
   * one of the places may have made it fail. The retry shares its request only with places of the same part.
   */
  readonly part?: object | undefined;
}

/** The same, for a retry that shares its request only with places of `part`. Without a `part`, the place is asked alone. */
export function apartIn(requester: Requester | undefined, part: object = {}): Requester {
  return { owner: undefined, onSent: () => undefined, onNotSent: () => undefined, ...requester, part };
}

/** Forecasts for operations. Without an `owner`, no limits of an account apply. */
export interface Forecasts {
  readonly name: string;
  /** What can be returned without waiting; undefined if `forecast` has to be called. */
  cached(place: Place, owner?: FetchOwner): UsedForecast | undefined;
  forecast(place: Place, signal: AbortSignal, owner?: FetchOwner): Promise<UsedForecast>;
  /** Has to be called for each forecast that a counted call of an account has used. */
  noteCounted(used: UsedForecast, owner: FetchOwner): void;
}

/** The forecast that a call uses. */
export interface UsedForecast {
  readonly place: Place;
  readonly weather: HourlyWeather;
  /** Whether it is to be fetched anew as soon as the call is counted. */
  readonly isStale: boolean;
}

/** A source with connections. */
export interface ClosableSource extends WeatherSource {
  /** Closes the connections; fetches in flight end as `unreachable`. */
  close(): Promise<void>;
}

/** Hours before the current one, for the ground of the score: grass that soaked a downpour up has drained half of it after a day. */
export const PAST_HOURS = 24;

/** Hours before those, for sessions that began up to 12 hours ago. */
export const EARLIER_HOURS = 12;

/** The current hour, 168 hours of horizon, 24 of the longest session, and one more for values of the preceding hour. */
export const HOURS_AHEAD = 194;

/** Fetched beyond HOURS_AHEAD, so that a cached answer still reaches far enough this many hours later. */
export const SPARE_HOURS = 46;

/**
 * A forecast with more hours is refused, because it would take more memory in the cache than FORECAST_CACHE_MB is sized
 * for.
 */
export const HOURS_MAX = 20 * 24;
