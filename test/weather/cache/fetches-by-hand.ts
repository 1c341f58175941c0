// A source whose fetches end when the test says so, a cache in front of it, and accounts that ask it.
import { expect, vi } from "vitest";
import { fetchLimits } from "../../../src/call/limits.ts";
import {
  createCachedSource,
  type CachedSourceOptions,
  type CacheResult,
} from "../../../src/weather/cache/cached-source.ts";
import { NewPlacesLimited, type FetchOwner } from "../../../src/weather/fetch-owner.ts";
import type { HourlyWeather } from "../../../src/weather/hourly-weather.ts";
import { placeAt, type Place } from "../../../src/lib/place.ts";
import { createSimulatedSource } from "../../../src/weather/providers/simulated/source.ts";
import { WeatherError } from "../../../src/weather/weather-error.ts";
import type { WeatherSource } from "../../../src/weather/weather-source.ts";
import { createManualClock, type ManualClock } from "../../support/fakes/manual-clock.ts";

export const LONDON = placeAt(51.5, -0.13);
export const OSLO = placeAt(59.91, 10.75);
export const ROME = placeAt(41.9, 12.5);

export const NEVER = new AbortController().signal;

export interface Fetch {
  readonly place: Place;
  readonly signal: AbortSignal;
  /** The account whose permit the fetch uses. */
  readonly owner: string | undefined;
  /** Calls `onSent`, as a provider's queue does when it sends the request. */
  send(): void;
  /** Calls `onNotSent`, as the queue does when the request cannot be counted. */
  takeBack(): void;
  answer(): Promise<HourlyWeather>;
  fail(error: Error): void;
}

export function createFetchesByHand({ clock }: { clock: ManualClock }) {
  const simulated = createSimulatedSource({ clock });
  const fetches: Fetch[] = [];
  const source: WeatherSource = {
    name: "by-hand",
    forecast(place, signal, requester) {
      const { promise, resolve, reject } = Promise.withResolvers<HourlyWeather>();
      const answer = async () => {
        const weather = await simulated.forecast(place, signal);
        resolve(weather);
        return weather;
      };
      const send = () => requester?.onSent();
      const takeBack = () => requester?.onNotSent();
      fetches.push({ place, signal, owner: requester?.owner, send, takeBack, answer, fail: reject });
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      return promise;
    },
  };
  return { source, fetches };
}

export function setUp(
  options: Partial<Pick<CachedSourceOptions, "bytesMax" | "shared" | "callsOfDay">> = {},
  clock = createManualClock("2026-11-21T14:25:00Z"),
) {
  const { source, fetches } = createFetchesByHand({ clock });
  const results: CacheResult[] = [];
  const bugs: unknown[] = [];
  const cached = createCachedSource({
    source,
    clock,
    bytesMax: 1_000_000,
    ...options,
    onResult: (result) => results.push(result),
    onBug: (error) => bugs.push(error),
  });
  /** Asks on behalf of a call that is counted as soon as it has its forecast. */
  const ask = async (place = LONDON, signal = new AbortController().signal, owner?: FetchOwner) => {
    const used = await cached.forecast(place, signal, owner);
    if (owner !== undefined) cached.noteCounted(used, owner);
    return used.weather;
  };
  /** Fetches a place into the cache, then empties `fetches` and `results`. */
  const warm = async (place = LONDON): Promise<HourlyWeather> => {
    const wait = ask(place);
    await vi.waitFor(() => expect(fetches).toHaveLength(1));
    await fetches[0]?.answer();
    const weather = await wait;
    results.length = 0;
    fetches.length = 0;
    return weather;
  };
  return { clock, cached, ask, warm, fetches, results, bugs };
}

export const owner = (
  accountId: string,
  { burst = 3, perMinute = 1, atOnce = 100 }: { burst?: number; perMinute?: number; atOnce?: number } = {},
): FetchOwner => ({
  accountId,
  limits: fetchLimits({ newPlaces: { burst, perMinute, atOnce } }),
});
export const place = (number: number) => placeAt(number, 0);

/** `setUp`, with functions that ask for numbered places on behalf of accounts. */
export function open(options?: Parameters<typeof setUp>[0]) {
  const used = setUp(options);
  const { fetches, cached } = used;
  const ask = (number: number, by: FetchOwner | undefined, signal = NEVER) =>
    used.ask(place(number), signal, by);
  /** The same, for a call that is not counted. */
  const askUncounted = (number: number, by: FetchOwner) => cached.forecast(place(number), NEVER, by);
  const answered = async (wait: Promise<unknown>) => {
    const fetch = fetches.at(-1);
    fetch?.send();
    await fetch?.answer();
    await wait;
  };
  const answer = (number: number, by: FetchOwner | undefined) => answered(ask(number, by));
  /** What becomes of a call for a new place: refused, or sent to the source, which answers or fails. */
  const attempt = async (number: number, by: FetchOwner, failure?: WeatherError) => {
    const sent = fetches.length;
    const wait = ask(number, by).catch((error: unknown) => error);
    const fetch = fetches[sent];
    fetch?.send();
    if (failure === undefined) await fetch?.answer();
    else fetch?.fail(failure);
    return (await wait) instanceof NewPlacesLimited ? "refused" : "sent";
  };
  /** Asks, and gives up before the answer. */
  const giveUp = async (number: number, by: FetchOwner, { isSent = false } = {}) => {
    const caller = new AbortController();
    const sent = fetches.length;
    const wait = ask(number, by, caller.signal).catch(() => "gone");
    if (isSent) fetches[sent]?.send();
    caller.abort();
    return wait;
  };
  return { ...used, ask, askUncounted, answer, answered, attempt, giveUp };
}
