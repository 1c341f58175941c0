// What callers get while the source fails for hours, and when it is back.
import { describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/lib/time/clock.ts";
import { WeatherError, type WeatherErrorKind } from "../../../src/weather/weather-error.ts";
import { LONDON, NEVER, OSLO, owner, setUp } from "./fetches-by-hand.ts";
import { allSettled, passMs, useTimersByHand } from "../timers-by-hand.ts";

const SECOND_MS = 1_000;
const down = () => new WeatherError("unreachable", "no connection");

function open() {
  const used = setUp();
  const { fetches, ask } = used;
  const failLast = async (error: Error = down()) => {
    fetches.at(-1)?.fail(error);
    await allSettled();
  };
  /** What a call of an account gets. If the call causes a fetch, the fetch fails with `failure`. */
  const failing = async (failure: WeatherError, place = LONDON): Promise<unknown> => {
    const sent = fetches.length;
    const wait = ask(place, NEVER, owner("a")).catch((thrown: unknown) => thrown);
    await allSettled();
    fetches[sent]?.send();
    fetches[sent]?.fail(failure);
    return wait;
  };
  return { ...used, failLast, failing };
}

describe("while the source fails", () => {
  test("a cached place is answered at once for six hours, then with the failure", async () => {
    const { ask, warm, fetches, clock, results, failLast } = open();
    const { generatedAtMs } = await warm();
    clock.advance(16 * MINUTE_MS);
    for (let minutes = 16; minutes <= 6 * 60; minutes += 1) {
      // Answered before any fetch has ended.
      expect(await ask()).toMatchObject({ generatedAtMs });
      await failLast();
      clock.advance(MINUTE_MS);
    }
    expect([...new Set(results)]).toEqual(["stale", "stale_error"]);
    const wait = ask();
    fetches.at(-1)?.fail(down());
    await expect(wait).rejects.toThrow("no connection");
  });

  test("a cached place is fetched four times a minute at the most, however many callers ask", async () => {
    const { ask, warm, fetches, clock, failLast } = open();
    await warm();
    clock.advance(20 * MINUTE_MS);
    for (let seconds = 0; seconds < 60; seconds += 1) {
      await Promise.all([ask(), ask(), ask()]);
      await failLast();
      clock.advance(SECOND_MS);
    }
    expect(fetches).toHaveLength(4);
  });

  test.each([
    ["in 2 s is asked then", 2, 2],
    ["in an hour is asked in 15 s", 3_600, 15],
  ])("a source that wants to be asked again %s", async (_name, retryAfterSeconds, expectedSeconds) => {
    const { ask, warm, fetches, clock, failLast } = open();
    await warm();
    clock.advance(20 * MINUTE_MS);
    await ask();
    await failLast(new WeatherError("limited", "slow down", { retryAfterSeconds }));
    clock.advance(expectedSeconds * SECOND_MS - 1);
    await ask();
    expect(fetches).toHaveLength(1);
    clock.advance(1);
    await ask();
    expect(fetches).toHaveLength(2);
  });

  test.each([
    [new WeatherError("place_refused", "status 400"), 300],
    [new WeatherError("unusable", "impossible", { defect: "values" }), 300],
    [both("place_refused", "uncovered"), 300],
    [new WeatherError("unusable", "HTML", { defect: "not_json" }), 15],
    [both("place_refused", "timeout"), 15],
  ])(
    "a cached place is fetched again after %o in %i s, since a place is not mended as fast as a source",
    async (error, seconds) => {
      const { ask, warm, fetches, clock, failLast } = open();
      await warm();
      clock.advance(20 * MINUTE_MS);
      await ask();
      await failLast(error);
      clock.advance(seconds * SECOND_MS - 1);
      await ask();
      expect(fetches).toHaveLength(1);
      clock.advance(1);
      await ask();
      expect(fetches).toHaveLength(2);
    },
  );

  test("a clock that is set back does not put off the next fetch", async () => {
    const { ask, warm, fetches, clock, failLast } = open();
    await warm();
    clock.advance(2 * HOUR_MS);
    await Promise.all([ask(), failLast(down())]);
    clock.moveWall(-HOUR_MS);
    clock.moveElapsed(15 * SECOND_MS - 1);
    await ask();
    expect(fetches).toHaveLength(1);
    clock.moveElapsed(1);
    await ask();
    expect(fetches).toHaveLength(2);
  });

  test("with a forecast over an hour old, only the first caller waits for the failure", async () => {
    const { ask, warm, fetches, clock, results } = open();
    const { generatedAtMs } = await warm();
    clock.advance(2 * HOUR_MS);
    const first = ask();
    fetches[0]?.fail(down());
    expect(await first).toMatchObject({ generatedAtMs });
    clock.advance(MINUTE_MS);
    expect(await ask()).toMatchObject({ generatedAtMs });
    expect(results).toEqual(["stale_error", "stale_error"]);
  });

  test("after an old failure, a forecast over an hour old is not used if a fetch succeeds", async () => {
    const { ask, warm, fetches, clock, failLast } = open();
    await warm();
    clock.advance(20 * MINUTE_MS);
    await ask();
    await failLast();
    clock.advance(4 * HOUR_MS);
    const wait = ask();
    const young = await fetches[1]?.answer();
    expect(await wait).toMatchObject({ generatedAtMs: young?.generatedAtMs });
  });

  describe("a source that hangs", () => {
    useTimersByHand();

    test("delays a caller who has a cached forecast by two seconds at most", async () => {
      const { ask, warm, fetches, clock, results } = open();
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
  });

  test("a bug is reported even when its caller is answered from the cache", async () => {
    const { ask, warm, clock, bugs, failLast } = open();
    await warm();
    clock.advance(20 * MINUTE_MS);
    await ask();
    const bug = new TypeError("not a function");
    await failLast(bug);
    expect(bugs).toEqual([bug]);
    await ask();
  });
});

// Places that no source has a forecast for, asked for again and again.
const both = (...kinds: WeatherErrorKind[]) =>
  new WeatherError(kinds[0] ?? "failed", "none", {
    cause: new AggregateError(kinds.map((kind) => new WeatherError(kind, "one"))),
  });

test.each([
  { error: new WeatherError("uncovered", "no data"), heldOffMs: DAY_MS },
  { error: both("uncovered", "uncovered"), heldOffMs: DAY_MS },
  { error: new WeatherError("place_refused", "status 400"), heldOffMs: 5 * MINUTE_MS },
  { error: both("place_refused", "uncovered"), heldOffMs: 5 * MINUTE_MS },
  { error: new WeatherError("unusable", "nulls"), heldOffMs: 15 * SECOND_MS },
  { error: both("uncovered", "unusable"), heldOffMs: 15 * SECOND_MS },
  { error: both("place_refused", "unusable"), heldOffMs: 15 * SECOND_MS },
])("$error.kind ($error.message) allows one fetch in $heldOffMs ms", async ({ error, heldOffMs }) => {
  const { failing, fetches, clock } = open();
  for (let call = 0; call < 10; call += 1) expect(await failing(error)).toBe(error);
  clock.advance(heldOffMs - 1);
  expect(await failing(error)).toBe(error);
  expect(fetches).toHaveLength(1);
  expect(await failing(error, OSLO)).toBe(error);
  expect(fetches).toHaveLength(2);
  clock.advance(2);
  await failing(error);
  expect(fetches).toHaveLength(3);
});

test.each([
  new WeatherError("timeout", "late"),
  new WeatherError("refused", "status 403"),
  both("uncovered", "timeout"),
  both("place_refused", "failed"),
])(
  "a place is fetched again at once if a failure was not because of the place: $kind ($message)",
  async (error) => {
    const { failing, fetches } = open();
    for (let call = 0; call < 3; call += 1) expect(await failing(error)).toBe(error);
    expect(fetches).toHaveLength(3);
  },
);

test("a place that was never answered stays new to the account", async () => {
  const { failing, fetches } = open();
  for (let call = 0; call < 10; call += 1) await failing(new WeatherError("failed", "down"));
  expect(fetches).toHaveLength(3);
});
