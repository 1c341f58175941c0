import { createAtOnce } from "../../at-once.ts";
import type { Clock } from "../../clock.ts";
import { type FetchOwner, NewPlacesLimited } from "../fetch-owner.ts";
import { withEarlierOf } from "../earlier-hours.ts";
import type { HourlyWeather } from "../hourly-weather.ts";
import type { Place } from "../place.ts";
import { WeatherError } from "../weather-error.ts";
import type { WeatherSource } from "../weather-source.ts";
import { createFlight, type Flight } from "./flight.ts";
import { staleMsMax } from "./age-limits.ts";
import { ageMs, type CachedForecast, type ForecastCache, isFresh, isUsable } from "./forecast-cache.ts";
import { createHeldOffPlaces, type HeldOffPlaces } from "./held-off-places.ts";
import type { NewPlaces } from "./new-places.ts";
import { packForecast, unpackForecast } from "./packed-forecast.ts";
import type { SharedAnswer, SharedForecasts } from "./shared-forecasts.ts";

/**
 * How long a place is left alone after a failure, unless the source wants to be asked earlier: one that is down costs a
 * warm place four fetches a minute, and one that is back is noticed well within the minute.
 */
const HOLD_OFF_MS_MAX = 15_000;

/** How long a caller waits for a new forecast when there is an old one to answer from. */
const PATIENCE_MS = 2_000;

export interface FetchesOptions {
  readonly source: WeatherSource;
  readonly clock: Clock;
  readonly cache: ForecastCache;
  /** How long forecasts are fresh, as things stand. */
  readonly freshMs: () => number;
  readonly shared: SharedForecasts | undefined;
  readonly newPlaces: NewPlaces;
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
  /**
   * Resolves when nobody with something to answer from waits any longer: it takes too long, or another replica had
   * something to answer from at once.
   */
  readonly patience: Promise<undefined>;
}

/** Fetches forecasts into the cache, each place once at a time. */
export function createFetches(options: FetchesOptions) {
  const { clock, cache, freshMs, newPlaces } = options;
  const underWay = new Map<string, Fetch & { readonly flight: Flight }>();
  const atOnce = createAtOnce();
  const heldOff = createHeldOffPlaces(options);

  /** Boards the flight that is under way for a place, or one that then begins. */
  const board = <T>(place: Place, enter: (flight: Flight) => T): Fetch & { readonly entered: T } => {
    const known = underWay.get(place.key);
    const flight = known?.flight ?? createFlight({ place, newPlaces, atOnce, onDropped: () => remove() });
    const remove = () => {
      if (underWay.get(place.key)?.flight === flight) underWay.delete(place.key);
    };
    const entered = enter(flight);
    if (known !== undefined) return { ...known, entered };
    const { promise: patience, resolve } = Promise.withResolvers<undefined>();
    const endPatience = () => resolve(undefined);
    const timer = setTimeout(endPatience, PATIENCE_MS);
    const fetched = fetchInto(place, flight, { ...options, heldOff, endPatience }).finally(() => {
      clearTimeout(timer);
      remove();
    });
    // It may fail when nobody waits for it any more.
    fetched.catch(() => undefined);
    // One that was refused is over before it is known.
    if (!flight.isDropped()) underWay.set(place.key, { fetched, patience, flight });
    return { fetched, patience, entered };
  };

  return {
    isUnderWay: ({ key }: Place): boolean => underWay.has(key),
    /** Fetches a place that is cached anew, for nobody, unless that has been done by now or failed a moment ago. */
    refetch: (place: Place): void => {
      const cached = cache.get(place);
      const nowMs = clock.nowMs();
      if (cached === undefined || isFresh(cached, nowMs, freshMs()) || isHeldOff(cached, nowMs)) return;
      board(place, (flight) => flight.keep());
    },
    /** Waits for a place on behalf of an account, until it leaves. Throws where no source could answer a moment ago. */
    join: (place: Place, owner: FetchOwner | undefined) => {
      const error = heldOff.errorOf(place);
      if (error !== undefined) throw error;
      const { fetched, patience, entered: leave } = board(place, (flight) => flight.join(owner));
      return { fetched, patience, leave };
    },
  };
}

/** Whether a failure was too short a while ago for another fetch. */
function isHeldOff({ holdOffUntilMs = Number.NaN }: CachedForecast, nowMs: number): boolean {
  const leftMs = holdOffUntilMs - nowMs;
  // More than the maximum is left only after a clock was set back.
  return leftMs > 0 && leftMs <= HOLD_OFF_MS_MAX;
}

type Options = FetchesOptions & { readonly heldOff: HeldOffPlaces; readonly endPatience: () => void };

/** Gets a forecast from another replica or else from the source, and caches it; a failure holds off the next fetch. */
async function fetchInto(place: Place, flight: Flight, options: Options): Promise<Fetched> {
  const { source, clock, cache, shared } = options;
  let answer = shared && (await askOthers(shared, place, flight, options));
  let hasLanded = false;
  try {
    if (answer?.kind !== "Found") {
      flight.signal.throwIfAborted();
      const cached = cache.get(place);
      if (!flight.pay(cached !== undefined && isUsable(cached, clock.nowMs()))) {
        // Lest other replicas wait for a turn that is an account's of this one.
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
    const packed = packForecast(withWhatIsOver(place, fetched, options));
    const forecast = { packed, fetchedAtMs: clock.nowMs() };
    hasLanded = true;
    void answer?.settle(forecast);
    return { result: "miss", weather: cache.weatherOf(cache.add(place, forecast)) };
  } catch (error) {
    if (answer?.kind === "Wanted") void answer.settle(undefined);
    if (!flight.signal.aborted && !(error instanceof NewPlacesLimited)) noteFailure(place, error, options);
    throw error;
  } finally {
    flight.end(hasLanded);
  }
}

/** What the source does not tell of hours that are over may be known from the forecast that was cached until now. */
function withWhatIsOver(
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
 * Asks the other replicas. What they have, though it be no longer fresh, makes the place a cached one; what is young enough
 * is answered from at once.
 */
function askOthers(
  shared: SharedForecasts,
  place: Place,
  flight: Flight,
  { clock, cache, freshMs, endPatience }: Options,
): Promise<SharedAnswer> {
  return shared.ask(place, clock.nowMs(), flight.signal, (older) => {
    if (ageMs(cache.add(place, older), clock.nowMs()) > staleMsMax(freshMs())) return;
    flight.keep();
    endPatience();
  });
}

function noteFailure(place: Place, error: unknown, { clock, cache, heldOff, onBug }: Options): void {
  const cached = cache.get(place);
  const nowMs = clock.nowMs();
  if (cached !== undefined) cached.holdOffUntilMs = nowMs + holdOffMs(error);
  if (cached === undefined || !isUsable(cached, nowMs)) heldOff.note(place, error);
  if (!(error instanceof WeatherError)) onBug?.(error);
}

function holdOffMs(error: unknown): number {
  const retryAfterSeconds = error instanceof WeatherError ? error.retryAfterSeconds : undefined;
  return retryAfterSeconds === undefined
    ? HOLD_OFF_MS_MAX
    : Math.min(HOLD_OFF_MS_MAX, retryAfterSeconds * 1000);
}
