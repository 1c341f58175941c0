// Fetches forecasts into the cache: each place once at a time, for everybody who waits for it (single flight).
//
//   1. replicas   Does another replica have it, or fetch it just now? Then its forecast is used.   shared-forecasts.ts
//   2. charge     Who pays: the first waiting account with budget left. If none has, all are refused.   fetch-limits.ts
//   3. permit     An account has only so many fetches at once: the first permit of any waiting account is used.
//   4. source     The fetch asks the providers.
//   5. end        Cache and replicas get the forecast, the charge is settled; or a failure delays the next fetch.   backoff.ts
//
// A refetch after a counted call skips 2 and 3: nobody waits for it, nobody pays.
import { createKeyedSemaphore, type KeyedSemaphore, type Release } from "../../lib/keyed-semaphore.ts";
import { type Clock, SECOND_MS } from "../../lib/time/clock.ts";
import type { Place } from "../../lib/place.ts";
import { withEarlierOf } from "../earlier-hours.ts";
import type { FetchOwner } from "../fetch-owner.ts";
import type { HourlyWeather } from "../hourly-weather.ts";
import { WeatherError } from "../weather-error.ts";
import type { WeatherSource } from "../weather-source.ts";
import { staleMsMax } from "./age-limits.ts";
import type { Backoff } from "./backoff.ts";
import { type AccountFetchLimits, type Charge, FetchRefused } from "./fetch-limits.ts";
import { ageMs, type ForecastCache, isFresh, isUsable, type PackedForecast } from "./forecast-cache.ts";
import { packForecast, unpackForecast } from "./packed-forecast.ts";
import type { SharedAnswer, SharedForecasts } from "./shared-forecasts.ts";

/** How long a caller waits for a new forecast when it could get an old one. */
const PATIENCE_MS = 2 * SECOND_MS;

export interface FetchesOptions {
  readonly source: WeatherSource;
  readonly clock: Clock;
  readonly cache: ForecastCache;
  readonly backoff: Backoff;
  readonly limits: AccountFetchLimits;
  /** How long forecasts are fresh at the moment. */
  readonly freshMs: () => number;
  readonly shared: SharedForecasts | undefined;
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

/** The outcome of a fetch: a forecast from the source (`miss`) or from another replica. */
export interface Fetched {
  readonly result: "miss" | "shared";
  readonly weather: HourlyWeather;
}

export type Fetches = ReturnType<typeof createFetches>;

export function createFetches(options: FetchesOptions) {
  const { clock, cache, backoff, freshMs } = options;
  const inFlight = new Map<string, Fetch>();
  const permits = createKeyedSemaphore();

  const inFlightOrNew = (place: Place): Fetch => {
    const found = inFlight.get(place.key);
    if (found !== undefined) return found;
    const onEnd = () => {
      if (inFlight.get(place.key) === fetch) inFlight.delete(place.key);
    };
    const fetch = new Fetch(place, { ...options, permits, onEnd });
    inFlight.set(place.key, fetch);
    return fetch;
  };

  return {
    isInFlight: ({ key }: Place): boolean => inFlight.has(key),
    /** Waits for the fetch of a place on behalf of an account. If its last fetch failed too recently, throws that error. */
    join: (place: Place, owner: FetchOwner | undefined) => {
      const error = backoff.errorOf(place);
      if (error !== undefined) throw error;
      return inFlightOrNew(place).join(owner);
    },
    /** Refetches a cached place, unless it is fresh by now or its last fetch failed a moment ago. */
    refetch: (place: Place): void => {
      const cached = cache.get(place);
      if (cached === undefined || isFresh(cached, clock.nowMs(), freshMs())) return;
      if (!backoff.isBackingOff(cached)) inFlightOrNew(place).refetch();
    },
  };
}

interface FetchParts extends FetchesOptions {
  readonly permits: KeyedSemaphore;
  /** Called when nobody can join any more. */
  readonly onEnd: () => void;
}

/** A call that waits. */
interface Waiter {
  readonly owner: FetchOwner | undefined;
}

/** The fetch of one place. It begins with the first `join` or `refetch`, and ends once. */
class Fetch {
  readonly #place: Place;
  readonly #parts: FetchParts;
  readonly #permit: FirstPermit;
  readonly #waiting = new Set<Waiter>();
  readonly #abandoned = new AbortController();
  /**
   * Resolves when callers with a cached forecast should stop waiting: the fetch takes too long, or another replica had a
   * usable forecast.
   */
  readonly #patience = Promise.withResolvers<undefined>();
  #fetched: Promise<Fetched> | undefined;
  #charge: Charge | undefined;
  #callsSent = 0;
  #isRefetch = false;

  constructor(place: Place, parts: FetchParts) {
    this.#place = place;
    this.#parts = parts;
    this.#permit = createFirstPermit(parts.permits);
  }

  refetch(): void {
    this.#becomeRefetch();
    this.#fetched ??= this.#begin();
  }

  /** A fetch that nobody waits for any more is given up, unless it was sent. */
  join(owner: FetchOwner | undefined) {
    const waiter: Waiter = { owner };
    this.#waiting.add(waiter);
    if (this.#charge !== undefined) this.#permit.request(owner);
    const fetched = (this.#fetched ??= this.#begin());
    return { fetched, patience: this.#patience.promise, leave: () => this.#leave(waiter) };
  }

  #leave(waiter: Waiter): void {
    this.#waiting.delete(waiter);
    if (this.#waiting.size > 0 || this.#callsSent > 0 || this.#isRefetch) return;
    this.#abandoned.abort();
    this.#permit.giveUp(this.#abandoned.signal.reason);
    this.#parts.onEnd();
  }

  /** From now on the fetch goes on even if nobody waits, and needs no permit. */
  #becomeRefetch(): void {
    this.#isRefetch = true;
    if (this.#charge !== undefined) this.#permit.request(undefined);
  }

  #begin(): Promise<Fetched> {
    const timer = setTimeout(this.#patience.resolve, PATIENCE_MS, undefined);
    const fetched = this.#run().finally(() => {
      clearTimeout(timer);
      this.#parts.onEnd();
    });
    // It may fail when nobody waits any more.
    fetched.catch(() => undefined);
    return fetched;
  }

  async #run(): Promise<Fetched> {
    const { source, shared, limits } = this.#parts;
    const { signal } = this.#abandoned;
    let replicas = shared && (await this.#askReplicas(shared));
    let hasArrived = false;
    try {
      if (replicas?.kind !== "Found" && !this.#isRefetch) {
        signal.throwIfAborted();
        this.#pay();
        if (!this.#permit.isAcquired()) {
          // The others need not wait until this account gets its permit.
          void replicas?.settle(undefined);
          await this.#permit.acquired;
          replicas = shared && (await this.#askReplicas(shared));
        }
      }
      if (replicas?.kind === "Found") return { result: "shared", weather: this.#cached(replicas.forecast) };
      signal.throwIfAborted();
      const fetched = await source.forecast(this.#place, signal, {
        owner: this.#permit.accountId(),
        onSent: () => void (this.#callsSent += 1),
        onNotSent: () => void (this.#callsSent -= 1),
      });
      const forecast = this.#packed(fetched);
      hasArrived = true;
      void replicas?.settle(forecast);
      const weather = this.#cached(forecast);
      const { fetchedAtMs } = forecast;
      this.#parts.onFetched?.({ place: this.#place, fetchedAtMs, fetched, weather });
      return { result: "miss", weather };
    } catch (error) {
      if (replicas?.kind === "Wanted") void replicas.settle(undefined);
      if (!signal.aborted && !(error instanceof FetchRefused)) this.#noteFailure(error);
      throw error;
    } finally {
      this.#permit.release();
      if (this.#charge !== undefined) {
        limits.settle(this.#charge, { callsSent: this.#callsSent, hasArrived });
      }
    }
  }

  /**
   * Asks other replicas for a forecast. One that is no longer fresh is cached too; if it is young enough, callers get it at
   * once.
   */
  #askReplicas({ ask }: SharedForecasts): Promise<SharedAnswer> {
    const { clock, cache, freshMs } = this.#parts;
    return ask(this.#place, clock.nowMs(), this.#abandoned.signal, (older) => {
      if (ageMs(cache.add(this.#place, older), clock.nowMs()) > staleMsMax(freshMs())) return;
      this.#becomeRefetch();
      this.#patience.resolve(undefined);
    });
  }

  /** The first waiting account that may pays, even if it cancels later. Accounts that join later do not. */
  #pay(): void {
    const { clock, cache, limits, onEnd } = this.#parts;
    const cached = cache.get(this.#place);
    const isCached = cached !== undefined && isUsable(cached, clock.nowMs());
    const owners = [...this.#waiting].map(({ owner }) => owner);
    const charge = limits.mayFetch(this.#place, owners, { isCached });
    if (charge instanceof FetchRefused) {
      onEnd();
      throw charge;
    }
    this.#charge = charge;
    if (isCached) this.#becomeRefetch();
    else for (const owner of owners) this.#permit.request(owner);
  }

  /** With the past hours of the cached forecast, if the source has none. */
  #packed(fetched: HourlyWeather): PackedForecast {
    const { clock, cache } = this.#parts;
    const cached = fetched.earlier === undefined ? cache.get(this.#place) : undefined;
    const nowMs = clock.nowMs();
    const weather =
      cached !== undefined && isUsable(cached, nowMs)
        ? withEarlierOf(unpackForecast(cached.packed), fetched, nowMs)
        : fetched;
    return { packed: packForecast(weather), fetchedAtMs: nowMs };
  }

  #cached(forecast: PackedForecast): HourlyWeather {
    const { cache } = this.#parts;
    return cache.weatherOf(cache.add(this.#place, forecast));
  }

  #noteFailure(error: unknown): void {
    const { backoff, onBug } = this.#parts;
    backoff.note(this.#place, error);
    if (!(error instanceof WeatherError)) onBug?.(error);
  }
}

type FirstPermit = ReturnType<typeof createFirstPermit>;

/**
 * The first permit that any of the waiting accounts gets, so that nobody waits in the queue of another account. The fetch
 * holds it until it ends.
 */
function createFirstPermit(permits: KeyedSemaphore) {
  /** By account: leaves its queue, or gives its permit back. */
  const requests = new Map<string, Release>();
  const { promise: acquired, resolve, reject: giveUp } = Promise.withResolvers<void>();
  // It may be rejected while nobody awaits it.
  acquired.catch(() => undefined);
  let holder: { readonly accountId: string | undefined } | undefined;

  const onAcquired = (accountId: string | undefined) => {
    holder = { accountId };
    for (const [other, leave] of requests) if (other !== accountId) leave();
    resolve();
  };

  return {
    acquired,
    giveUp,
    isAcquired: (): boolean => holder !== undefined,
    accountId: (): string | undefined => holder?.accountId,
    /** Queues for a permit of the account. Accounts without limits, and refetches, need none. */
    request(owner: FetchOwner | undefined): void {
      if (holder !== undefined) return;
      if (owner?.limits === undefined) return onAcquired(owner?.accountId);
      const { accountId, limits } = owner;
      if (requests.has(accountId)) return;
      requests.set(
        accountId,
        permits.acquire(accountId, limits.atOnce, () => onAcquired(accountId)),
      );
    },
    release(): void {
      for (const leave of requests.values()) leave();
    },
  };
}
