// What callers get over hours in which the source fails, and when it is back.
import { describe, expect, test } from "vitest";
import { WeatherError } from "../../../src/weather/weather-error.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { setUp } from "../cache/fetches-by-hand.ts";
import { allSettled, passMs, useTimersByHand } from "../timers-by-hand.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const down = () => new WeatherError("unreachable", "no connection");

describe("while the source fails", () => {
  test("a warm place is answered at once for six hours, then the failure is", async () => {
    const { ask, warm, fetches, clock, results } = setUp();
    const { generatedAtMs } = await warm();
    clock.advance(16 * MINUTE_MS);
    for (let minutes = 16; minutes <= 6 * 60; minutes += 1) {
      // Answered before any fetch has ended.
      expect(await ask()).toMatchObject({ generatedAtMs });
      fetches.at(-1)?.fail(down());
      await allSettled();
      clock.advance(MINUTE_MS);
    }
    expect([...new Set(results)]).toEqual(["stale", "stale_error"]);
    const wait = ask();
    fetches.at(-1)?.fail(down());
    await expect(wait).rejects.toThrow("no connection");
  });

  test("a warm place is fetched four times a minute at the most, whoever asks", async () => {
    const { ask, warm, fetches, clock } = setUp();
    await warm();
    clock.advance(20 * MINUTE_MS);
    for (let seconds = 0; seconds < 60; seconds += 1) {
      await Promise.all([ask(), ask(), ask()]);
      fetches.at(-1)?.fail(down());
      await allSettled();
      clock.advance(SECOND_MS);
    }
    expect(fetches).toHaveLength(4);
  });

  test.each([
    ["sooner", 2, 2],
    ["later, which is not waited for", 3_600, 15],
  ])("a source that wants to be asked again %s", async (_name, retryAfterSeconds, expectedSeconds) => {
    const { ask, warm, fetches, clock } = setUp();
    await warm();
    clock.advance(20 * MINUTE_MS);
    await ask();
    fetches[0]?.fail(new WeatherError("limited", "slow down", { retryAfterSeconds }));
    await allSettled();
    clock.advance(expectedSeconds * SECOND_MS - 1);
    await ask();
    expect(fetches).toHaveLength(1);
    clock.advance(1);
    await ask();
    expect(fetches).toHaveLength(2);
  });

  test("a clock that was set back does not put off the next fetch", async () => {
    const { ask, warm, fetches, clock } = setUp();
    await warm();
    clock.advance(2 * HOUR_MS);
    const wait = ask();
    fetches[0]?.fail(down());
    await wait;
    clock.advance(-HOUR_MS);
    await ask();
    expect(fetches).toHaveLength(2);
  });

  test("of a forecast over an hour old, the first caller waits for the failure and nobody after it does", async () => {
    const { ask, warm, fetches, clock, results } = setUp();
    const { generatedAtMs } = await warm();
    clock.advance(2 * HOUR_MS);
    const first = ask();
    fetches[0]?.fail(down());
    expect(await first).toMatchObject({ generatedAtMs });
    clock.advance(MINUTE_MS);
    expect(await ask()).toMatchObject({ generatedAtMs });
    expect(results).toEqual(["stale_error", "stale_error"]);
  });

  test("a failure of hours ago is no reason to answer from a forecast of more than an hour", async () => {
    const { ask, warm, fetches, clock } = setUp();
    await warm();
    clock.advance(20 * MINUTE_MS);
    await ask();
    fetches[0]?.fail(down());
    await allSettled();
    clock.advance(4 * HOUR_MS);
    const wait = ask();
    const young = await fetches[1]?.answer();
    expect(await wait).toMatchObject({ generatedAtMs: young?.generatedAtMs });
  });

  describe("a source that hangs", () => {
    useTimersByHand();

    test("costs a caller with something cached no more than its patience", async () => {
      const { ask, warm, fetches, clock, results } = setUp();
      const { generatedAtMs } = await warm();
      clock.advance(2 * HOUR_MS);
      const waits = [ask(), ask()];
      await passMs(1_999);
      expect(results).toEqual([]);
      await passMs(1);
      for (const wait of waits) expect(await wait).toMatchObject({ generatedAtMs });
      expect(fetches).toHaveLength(1);
      expect(results).toEqual(["stale_error", "stale_error"]);
    });

    test("is waited for beyond that by a caller with nothing cached", async () => {
      const { ask, fetches } = setUp();
      const wait = ask();
      await passMs(5_000);
      const weather = await fetches[0]?.answer();
      expect(await wait).toMatchObject({ ...weather });
    });
  });

  test("an error that is a bug is reported, also where a caller is answered all the same", async () => {
    const { ask, warm, fetches, clock, bugs } = setUp();
    await warm();
    clock.advance(20 * MINUTE_MS);
    await ask();
    const bug = new TypeError("not a function");
    fetches[0]?.fail(bug);
    await allSettled();
    expect(bugs).toEqual([bug]);
    await ask();
  });
});

test("when the source is back every place is fresh again within a minute", async () => {
  const { ask, warm, fetches, clock } = setUp({}, createManualClock("2026-11-21T08:00:00Z"));
  await warm();
  for (let minutes = 0; minutes < 180; minutes += 1) {
    clock.advance(MINUTE_MS);
    await ask();
    fetches.at(-1)?.fail(down());
    await allSettled();
  }
  const backMs = clock.nowMs();
  for (let seconds = 0; seconds < 59; seconds += 1) {
    clock.advance(SECOND_MS);
    await ask();
    await fetches.at(-1)?.answer();
    await allSettled();
  }
  const { generatedAtMs } = await ask();
  expect(generatedAtMs).toBeGreaterThan(backMs);
});
