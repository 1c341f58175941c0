import { describe, expect, test } from "vitest";
import { WeatherError } from "../../../src/weather/weather-error.ts";
import { LONDON, OSLO, ROME, setUp } from "./fetches-by-hand.ts";
import { allSettled } from "../timers-by-hand.ts";

const MINUTE_MS = 60_000;

describe("one fetch for all", () => {
  test("a thousand callers at once make one request and get the same forecast", async () => {
    const { ask, fetches, results } = setUp();
    const waits = Array.from({ length: 1000 }, () => ask());
    const weather = await fetches[0]?.answer();
    const [first, ...others] = await Promise.all(waits);
    expect(fetches).toHaveLength(1);
    expect(first).toMatchObject({ ...weather });
    expect(others.every((other) => other === first)).toBe(true);
    expect(results).toEqual(["miss", ...Array.from({ length: 999 }, () => "deduped")]);
  });

  test("a caller who gives up ends only its own wait", async () => {
    const { ask, fetches, results } = setUp();
    const caller = new AbortController();
    const reason = new Error("the caller hung up");
    const first = ask(LONDON, caller.signal);
    const second = ask();
    caller.abort(reason);
    await expect(first).rejects.toBe(reason);
    expect(fetches[0]?.signal.aborted).toBe(false);
    const weather = await fetches[0]?.answer();
    expect(await second).toMatchObject({ ...weather });
    expect(await ask()).toMatchObject({ ...weather });
    expect(results).toEqual(["deduped", "fresh"]);
  });

  test("a fetch that was sent goes on when its callers have gone: its failure does no harm, its forecast is cached", async () => {
    const { ask, fetches, results } = setUp();
    const askAndLeave = async () => {
      const caller = new AbortController();
      const wait = ask(LONDON, caller.signal);
      fetches.at(-1)?.send();
      caller.abort();
      await expect(wait).rejects.toThrow("aborted");
    };
    await askAndLeave();
    // An unhandled rejection would fail the whole run.
    fetches[0]?.fail(new WeatherError("failed", "too late to matter"));
    await allSettled();
    await askAndLeave();
    const weather = await fetches[1]?.answer();
    await allSettled();
    expect(await ask()).toMatchObject({ ...weather });
    expect(results).toEqual(["fresh"]);
  });

  test("an unsent fetch ends with its last caller and is not reported as a bug; the next caller begins another", async () => {
    const { ask, fetches, bugs } = setUp();
    const callers = [new AbortController(), new AbortController()];
    const waits = callers.map(({ signal }) => ask(LONDON, signal).catch(() => "gone"));
    callers[0]?.abort();
    await allSettled();
    expect(fetches[0]?.signal.aborted).toBe(false);
    callers[1]?.abort();
    expect(await Promise.all(waits)).toEqual(["gone", "gone"]);
    expect(fetches[0]?.signal.aborted).toBe(true);
    const again = ask();
    expect(fetches).toHaveLength(2);
    await fetches[1]?.answer();
    await again;
    expect(bugs).toEqual([]);
  });

  test("a caller who had given up before asking makes no request", async () => {
    const { ask, fetches, results } = setUp();
    await expect(ask(LONDON, AbortSignal.abort())).rejects.toThrow("aborted");
    expect(fetches).toEqual([]);
    expect(results).toEqual([]);
  });
});

test("a failure with nothing cached reaches everybody who waited, and the next caller makes a new request", async () => {
  const { ask, fetches, results, bugs } = setUp();
  const waits = [ask(), ask()];
  const error = new WeatherError("timeout", "too slow");
  fetches[0]?.fail(error);
  for (const wait of waits) await expect(wait).rejects.toBe(error);
  const again = ask();
  const weather = await fetches[1]?.answer();
  expect(await again).toMatchObject({ ...weather });
  expect(results).toEqual(["miss", "deduped", "miss"]);
  expect(bugs).toEqual([]);
});

describe("a fetched forecast", () => {
  test("is fresh until the time it says, at most a quarter of an hour", async () => {
    const { ask, warm, fetches, clock, results } = setUp();
    const { freshUntilMs = Number.NaN } = await warm();
    expect(freshUntilMs).toBeGreaterThan(clock.nowMs());
    expect(freshUntilMs).toBeLessThanOrEqual(clock.nowMs() + 15 * MINUTE_MS);
    clock.goTo(freshUntilMs);
    expect(await ask()).toMatchObject({ freshUntilMs });
    expect(fetches).toEqual([]);
    clock.advance(1);
    expect(await ask()).toMatchObject({ freshUntilMs });
    expect(fetches).toHaveLength(1);
    expect(results).toEqual(["fresh", "stale"]);
  });

  test("is still used when it is stale, while one request refreshes it", async () => {
    const { ask, warm, fetches, clock, results } = setUp();
    const old = await warm();
    clock.advance(20 * MINUTE_MS);
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(({ generatedAtMs }) => generatedAtMs)).toEqual(Array(3).fill(old.generatedAtMs));
    expect(fetches).toHaveLength(1);
    const young = await fetches[0]?.answer();
    await allSettled();
    expect(await ask()).toMatchObject({ generatedAtMs: young?.generatedAtMs });
    expect(results).toEqual(["stale", "stale", "stale", "fresh"]);
  });

  test("is fetched again if it is from the future, after a clock was set back", async () => {
    const { ask, warm, fetches, clock, results } = setUp();
    await warm();
    clock.moveWall(-24 * 60 * MINUTE_MS);
    const nowMs = clock.nowMs();
    const wait = ask();
    await fetches[0]?.answer();
    const { freshUntilMs = Number.NaN } = await wait;
    expect(freshUntilMs).toBeLessThanOrEqual(nowMs + 15 * MINUTE_MS);
    expect(await ask()).toMatchObject({ freshUntilMs });
    expect(fetches).toHaveLength(1);
    expect(results).toEqual(["miss", "fresh"]);
  });

  test("is too old to be used as soon as a machine was suspended for seven hours", async () => {
    const { ask, warm, fetches, clock, results } = setUp();
    await warm();
    clock.moveWall(7 * 60 * MINUTE_MS);
    const wait = ask();
    const young = await fetches[0]?.answer();
    expect(await wait).toMatchObject({ generatedAtMs: young?.generatedAtMs });
    expect(results).toEqual(["miss"]);
  });

  test("is evicted if memory runs out: the least recently requested place goes first", async () => {
    // Enough for two of the simulation's forecasts.
    const { ask, fetches, results } = setUp({ bytesMax: 25_000 });
    for (const place of [LONDON, OSLO, LONDON, ROME, LONDON, OSLO]) {
      const asked = fetches.length;
      const wait = ask(place);
      await fetches[asked]?.answer();
      await wait;
    }
    expect(results).toEqual(["miss", "miss", "fresh", "miss", "fresh", "miss"]);
  });

  test("reaches the callers who wait for it even if there is no room to cache it", async () => {
    const { ask, fetches } = setUp({ bytesMax: 1_000 });
    const waits = [ask(), ask()];
    const weather = await fetches[0]?.answer();
    for (const wait of waits) expect(await wait).toMatchObject({ ...weather });
  });
});
