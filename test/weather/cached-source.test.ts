import { describe, expect, test } from "vitest";
import { createCachedSource } from "../../src/weather/cached-source.ts";
import type { CacheResult } from "../../src/weather/cached-source.ts";
import type { HourlyWeather } from "../../src/weather/hourly-weather.ts";
import { placeAt } from "../../src/weather/place.ts";
import type { Place } from "../../src/weather/place.ts";
import { createSimulatedSource } from "../../src/weather/simulated.ts";
import { WeatherError } from "../../src/weather/weather-error.ts";
import type { WeatherSource } from "../../src/weather/weather-source.ts";
import { createManualClock } from "../support/manual-clock.ts";

const FRESH_MS = 600_000;
const LONDON = placeAt(51.5, -0.13);
const OSLO = placeAt(59.91, 10.75);
const ROME = placeAt(41.9, 12.5);

interface Fetch {
  readonly place: Place;
  readonly signal: AbortSignal;
  answer(): Promise<HourlyWeather>;
  fail(error: Error): void;
}

/** Ends after everything that only waits for promises already settled. */
const allSettled = () => new Promise((resolve) => setImmediate(resolve));

/** A cache in front of a source whose fetches end when the test says so. */
function setUp(options: { maxPlaces?: number } = {}) {
  const clock = createManualClock("2026-11-21T14:25:00Z");
  const simulated = createSimulatedSource({ clock });
  const fetches: Fetch[] = [];
  const results: CacheResult[] = [];
  const source: WeatherSource = {
    name: "by-hand",
    forecast(place, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<HourlyWeather>();
      const answer = async () => {
        const weather = await simulated.forecast(place, signal);
        resolve(weather);
        return weather;
      };
      fetches.push({ place, signal, answer, fail: reject });
      return promise;
    },
  };
  const onResult = (result: CacheResult) => results.push(result);
  const cached = createCachedSource({
    source,
    clock,
    freshMs: FRESH_MS,
    maxPlaces: 100,
    ...options,
    onResult,
  });
  const ask = (place = LONDON, signal = new AbortController().signal) => cached.forecast(place, signal);
  return { clock, cached, ask, fetches, results };
}

describe("one fetch for all", () => {
  test("a thousand callers at once make one request and get the same forecast", async () => {
    const { ask, fetches, results } = setUp();
    const waits = Array.from({ length: 1000 }, () => ask());
    const weather = await fetches[0]?.answer();
    const answers = await Promise.all(waits);
    expect(fetches).toHaveLength(1);
    expect(answers.every((answer) => answer === weather)).toBe(true);
    expect(results).toEqual(["miss", ...Array.from({ length: 999 }, () => "deduped")]);
  });

  test("points of one place share a fetch, other places have their own", async () => {
    const { ask, fetches } = setUp();
    const waits = [ask(placeAt(51.5049, -0.1251)), ask(placeAt(51.4951, -0.1349)), ask(OSLO)];
    expect(fetches.map(({ place }) => place.key)).toEqual(["51.50,-0.13", "59.91,10.75"]);
    await Promise.all(fetches.map((fetch) => fetch.answer()));
    await Promise.all(waits);
  });

  test("a caller who gives up ends its own wait only", async () => {
    const { ask, fetches, results } = setUp();
    const caller = new AbortController();
    const reason = new Error("the caller hung up");
    const first = ask(LONDON, caller.signal);
    const second = ask();
    caller.abort(reason);
    await expect(first).rejects.toBe(reason);
    expect(fetches[0]?.signal.aborted).toBe(false);
    const weather = await fetches[0]?.answer();
    expect(await second).toBe(weather);
    expect(await ask()).toBe(weather);
    expect(results).toEqual(["miss", "deduped", "fresh"]);
  });

  test("a fetch whose callers have all gone is still kept", async () => {
    const { ask, fetches, results } = setUp();
    const caller = new AbortController();
    const wait = ask(LONDON, caller.signal);
    caller.abort();
    await expect(wait).rejects.toThrow("aborted");
    const weather = await fetches[0]?.answer();
    await allSettled();
    expect(await ask()).toBe(weather);
    expect(results).toEqual(["miss", "fresh"]);
  });

  test("a caller who had given up before asking makes no request", async () => {
    const { ask, fetches, results } = setUp();
    await expect(ask(LONDON, AbortSignal.abort())).rejects.toThrow("aborted");
    expect(fetches).toEqual([]);
    expect(results).toEqual([]);
  });
});

describe("failures", () => {
  test("everybody who waited gets the error, and the next caller makes a new request", async () => {
    const { ask, fetches, results } = setUp();
    const waits = [ask(), ask()];
    const error = new WeatherError("timeout", "too slow");
    fetches[0]?.fail(error);
    for (const wait of waits) await expect(wait).rejects.toBe(error);
    const again = ask();
    const weather = await fetches[1]?.answer();
    expect(await again).toBe(weather);
    expect(results).toEqual(["miss", "deduped", "miss"]);
  });

  test("a failure that nobody waits for any more disturbs nobody", async () => {
    const { ask, fetches } = setUp();
    const caller = new AbortController();
    const wait = ask(LONDON, caller.signal);
    caller.abort();
    await expect(wait).rejects.toThrow("aborted");
    // An unhandled rejection would fail the whole run.
    fetches[0]?.fail(new WeatherError("failed", "too late to matter"));
    await allSettled();
    const again = ask();
    const weather = await fetches[1]?.answer();
    expect(await again).toBe(weather);
  });

  test("a forecast that has expired is not answered when fetching it anew fails", async () => {
    const { ask, fetches, clock } = setUp();
    const first = ask();
    await fetches[0]?.answer();
    await first;
    clock.advance(FRESH_MS + 1);
    const second = ask();
    fetches[1]?.fail(new WeatherError("failed", "not today"));
    await expect(second).rejects.toThrow("not today");
  });
});

describe("keeping", () => {
  test("a forecast is fresh for as long as the clock says, and then fetched anew", async () => {
    const { ask, fetches, clock, results } = setUp();
    const first = ask();
    const old = await fetches[0]?.answer();
    await first;
    clock.advance(FRESH_MS);
    expect(await ask()).toBe(old);
    clock.advance(1);
    const second = ask();
    const young = await fetches[1]?.answer();
    expect(await second).toBe(young);
    expect(young).not.toBe(old);
    expect(results).toEqual(["miss", "fresh", "miss"]);
  });

  test("the place asked for least recently goes first", async () => {
    const { ask, fetches, results } = setUp({ maxPlaces: 2 });
    for (const place of [LONDON, OSLO, LONDON, ROME, LONDON, OSLO]) {
      const asked = fetches.length;
      const wait = ask(place);
      await fetches[asked]?.answer();
      await wait;
    }
    expect(results).toEqual(["miss", "miss", "fresh", "miss", "fresh", "miss"]);
  });

  test("a forecast pushed out while it is fetched still reaches those who wait for it", async () => {
    const { ask, fetches } = setUp({ maxPlaces: 1 });
    const london = ask(LONDON);
    const oslo = ask(OSLO);
    const expected = [await fetches[0]?.answer(), await fetches[1]?.answer()];
    expect(await Promise.all([london, oslo])).toEqual(expected);
    expect(await ask(OSLO)).toBe(expected[1]);
  });

  test("the cache goes by its source's name", () => {
    expect(setUp().cached.name).toBe("by-hand");
  });
});
