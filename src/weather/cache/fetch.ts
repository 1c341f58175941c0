import { createKeyedSemaphore } from "../../lib/keyed-semaphore.ts";
import { type Clock, MINUTE_MS } from "../../lib/time/clock.ts";
import { type FetchOwner, NewPlacesLimited } from "../fetch-owner.ts";
import { withEarlierOf } from "../earlier-hours.ts";
import type { HourlyWeather } from "../hourly-weather.ts";
import type { Place } from "../../lib/place.ts";
import { failuresOf, isOfPlace, WeatherError } from "../weather-error.ts";
import type { WeatherSource } from "../weather-source.ts";
import { createSingleFlight, type SingleFlight } from "./single-flight.ts";
import { staleMsMax } from "./age-limits.ts";
import { ageMs, type CachedForecast, type ForecastCache, isFresh, isUsable } from "./forecast-cache.ts";
import { createFailedPlaces, type FailedPlaces } from "./backoff.ts";
import type { NewPlaces } from "./fetch-limits.ts";
import { packForecast, unpackForecast } from "./packed-forecast.ts";
import type { SharedAnswer, SharedForecasts } from "./shared-forecasts.ts";

/**
 * How long a place is not fetched again after a failure, unless the source allows it earlier. A source that is down then
 * gets at most four fetches a minute for a place, and its recovery is noticed within a minute.
 */
const BACKOFF_MS_MAX = 15_000;

/**
 * The same after a failure that the place may have caused. Such failures do not pause the source, so refetches four times
 * a minute of a region without usable answers would use up the day's calls. A place is not mended as fast as a source: it
 * takes the next run of the model, or a change of the provider.
 */
const PLACE_BACKOFF_MS = 5 * MINUTE_MS;

/** How long a caller waits for a new forecast when it could get an old one. */
const PATIENCE_MS = 2_000;

export interface FetchesOptions {
  readonly source: WeatherSource;
  readonly clock: Clock;
  readonly cache: ForecastCache;
  /** How long forecasts are fresh at the moment. */
  readonly freshMs: () => number;
  readonly shared: SharedForecasts | undefined;
  readonly newPlaces: NewPlaces;
  /** Called with everything that is fetched from the source. */
  readonly onFetched: ((fetched: FetchedForecast) => void) | undefined;
  /** Called if a fetch fails with an error that is no WeatherError, because perhaps no caller sees that error. */
  readonly onBug: ((error: unknown) => void) | undefined;
}

/** What a source returned for a place. */
export interface FetchedForecast {
  readonly place: Place;
  readonly fetchedAtMs: number;
  /** As the source returned it. */
  readonly fetched: HourlyWeather;
  /** As callers get it. */
  readonly weather: HourlyWeather;
}

/** A forecast that was fetched from the source (`miss`) or by another replica. */
export interface Fetched {
  readonly result: "miss" | "shared";
  readonly weather: HourlyWeather;
}

/** A fetch in flight, for all callers of the place. */
export interface Fetch {
  readonly fetched: Promise<Fetched>;
  /**
   * Resolves when callers with a cached forecast should stop waiting: the fetch takes too long, or another replica had a
   * usable forecast.
   */
  readonly patience: Promise<undefined>;
}

/** Fetches forecasts into the cache, each place once at a time. */
export function createFetches(options: FetchesOptions) {
  const { clock, cache, freshMs, newPlaces } = options;
  const flights = new Map<string, Fetch & { readonly flight: SingleFlight }>();
  const atOnce = createKeyedSemaphore();
  const failedPlaces = createFailedPlaces(options);

  /** Joins the place's fetch in flight, or starts one. */
  const joinOrStart = <T>(
    place: Place,
    enter: (flight: SingleFlight) => T,
  ): Fetch & { readonly entered: T } => {
    const inFlight = flights.get(place.key);
    const flight =
      inFlight?.flight ?? createSingleFlight({ place, newPlaces, atOnce, onDropped: () => remove() });
    const remove = () => {
      if (flights.get(place.key)?.flight === flight) flights.delete(place.key);
    };
    const entered = enter(flight);
    if (inFlight !== undefined) return { ...inFlight, entered };
    const { promise: patience, resolve } = Promise.withResolvers<undefined>();
    const endPatience = () => resolve(undefined);
    const timer = setTimeout(endPatience, PATIENCE_MS);
    const fetched = fetchInto(place, flight, { ...options, failedPlaces, endPatience }).finally(() => {
      clearTimeout(timer);
      remove();
    });
    // It may fail when nobody waits any more.
    fetched.catch(() => undefined);
    // A refused fetch has ended already.
    if (!flight.isDropped()) flights.set(place.key, { fetched, patience, flight });
    return { fetched, patience, entered };
  };

  return {
    isInFlight: ({ key }: Place): boolean => flights.has(key),
    /**
     * Refetches a cached place without a waiting account, unless it is fresh by now or its last fetch failed a moment
     * ago.
     */
    refetch: (place: Place): void => {
      const cached = cache.get(place);
      const nowMs = clock.nowMs();
      if (cached === undefined || isFresh(cached, nowMs, freshMs()) || isBackingOff(cached, clock)) return;
      joinOrStart(place, (flight) => flight.keep());
    },
    /** Joins or starts the fetch of a place on behalf of an account. If its last fetch failed too recently, throws that error. */
    join: (place: Place, owner: FetchOwner | undefined) => {
      const error = failedPlaces.errorOf(place);
      if (error !== undefined) throw error;
      const { fetched, patience, entered } = joinOrStart(place, (flight) => flight.join(owner));
      return { fetched, patience, ...entered };
    },
  };
}

/** Whether the last failure was too recent for another fetch. */
function isBackingOff({ backoffUntilMs = -Infinity }: CachedForecast, clock: Clock): boolean {
  return clock.elapsedMs() < backoffUntilMs;
}

type Options = FetchesOptions & { readonly failedPlaces: FailedPlaces; readonly endPatience: () => void };

/** Gets a forecast from another replica or from the source, and caches it. After a failure, the next fetch is delayed. */
async function fetchInto(place: Place, flight: SingleFlight, options: Options): Promise<Fetched> {
  const { source, clock, cache, shared } = options;
  let answer = shared && (await askOthers(shared, place, flight, options));
  let hasArrived = false;
  try {
    if (answer?.kind !== "Found") {
      flight.signal.throwIfAborted();
      const cached = cache.get(place);
      if (!flight.pay(cached !== undefined && isUsable(cached, clock.nowMs()))) {
        // Releases the lease, so that other replicas need not wait until this account gets its turn.
        void answer?.settle(undefined);
        await flight.untilTurn();
        answer = shared && (await askOthers(shared, place, flight, options));
      }
    }
    if (answer?.kind === "Found") {
      return { result: "shared", weather: cache.weatherOf(cache.add(place, answer.forecast)) };
    }
    flight.signal.throwIfAborted();
    const fetched = await source.forecast(place, flight.signal, flight.begin());
    const packed = packForecast(withCachedPastHours(place, fetched, options));
    const forecast = { packed, fetchedAtMs: clock.nowMs() };
    hasArrived = true;
    void answer?.settle(forecast);
    const weather = cache.weatherOf(cache.add(place, forecast));
    options.onFetched?.({ place, fetchedAtMs: forecast.fetchedAtMs, fetched, weather });
    return { result: "miss", weather };
  } catch (error) {
    if (answer?.kind === "Wanted") void answer.settle(undefined);
    if (!flight.signal.aborted && !(error instanceof NewPlacesLimited)) noteFailure(place, error, options);
    throw error;
  } finally {
    flight.end(hasArrived);
  }
}

/** Adds the past hours of the cached forecast if the source has none. */
function withCachedPastHours(
  place: Place,
  fetched: HourlyWeather,
  { clock, cache }: FetchesOptions,
): HourlyWeather {
  const cached = fetched.earlier === undefined ? cache.get(place) : undefined;
  const nowMs = clock.nowMs();
  if (cached === undefined || !isUsable(cached, nowMs)) return fetched;
  return withEarlierOf(unpackForecast(cached.packed), fetched, nowMs);
}

/**
 * Asks for a forecast of other replicas. A forecast that is no longer fresh is cached too; if it is young enough, callers
 * get it at once.
 */
function askOthers(
  shared: SharedForecasts,
  place: Place,
  flight: SingleFlight,
  { clock, cache, freshMs, endPatience }: Options,
): Promise<SharedAnswer> {
  return shared.ask(place, clock.nowMs(), flight.signal, (older) => {
    if (ageMs(cache.add(place, older), clock.nowMs()) > staleMsMax(freshMs())) return;
    flight.keep();
    endPatience();
  });
}

function noteFailure(place: Place, error: unknown, { clock, cache, failedPlaces, onBug }: Options): void {
  const cached = cache.get(place);
  if (cached !== undefined) cached.backoffUntilMs = clock.elapsedMs() + backoffMs(error);
  if (cached === undefined || !isUsable(cached, clock.nowMs())) failedPlaces.note(place, error);
  if (!(error instanceof WeatherError)) onBug?.(error);
}

function backoffMs(error: unknown): number {
  if (error instanceof WeatherError && failuresOf(error).every(isOfPlace)) return PLACE_BACKOFF_MS;
  const retryAfterSeconds = error instanceof WeatherError ? error.retryAfterSeconds : undefined;
  return retryAfterSeconds === undefined
    ? BACKOFF_MS_MAX
    : Math.min(BACKOFF_MS_MAX, retryAfterSeconds * 1000);
}
