import { beforeEach, describe, expect, test } from "vitest";
import { createGuardedSource } from "../../../src/weather/failover/guarded-source.ts";
import { type Place, placeAt } from "../../../src/weather/place.ts";
import { WeatherError } from "../../../src/weather/weather-error.ts";
import type { WeatherSource } from "../../../src/weather/weather-source.ts";
import { createManualClock, type ManualClock } from "../../support/manual-clock.ts";
import { ask, createScriptedSource, fail, type ScriptedSource } from "../scripted-source.ts";

const DOWN = new WeatherError("failed", "inner: status 503");

let clock: ManualClock;
let inner: ScriptedSource;
let guarded: WeatherSource;
let isPaused: boolean | undefined;

beforeEach(() => {
  clock = createManualClock("2026-11-21T14:25:00Z");
  inner = createScriptedSource("inner", clock);
  isPaused = undefined;
  guarded = createGuardedSource({
    source: inner,
    clock,
    onPaused: (paused) => {
      isPaused = paused.source === "inner" ? paused.isPaused : undefined;
    },
  });
});

const errorOf = (source: WeatherSource, place?: Place): Promise<unknown> =>
  ask(source, undefined, place).then(
    () => undefined,
    (error: unknown) => error,
  );

/** Fails this many fetches, each for a place of its own in a request of its own. */
async function failTimes(times: number, error: Error = DOWN): Promise<void> {
  for (let i = 0; i < times; i++) {
    const own = error instanceof WeatherError ? new WeatherError(error.kind, error.message, error) : error;
    inner.play(fail(own));
    expect(await errorOf(guarded, placeAt(i, 0))).toBe(own);
  }
}

const recover = () => inner.play(() => undefined);

describe("a source that keeps failing", () => {
  test("is left alone as soon as five places in a row fail, and calls get the reason and the time to wait", async () => {
    await failTimes(5);
    expect(isPaused).toBe(true);
    clock.advance(2_500);
    expect(await errorOf(guarded)).toMatchObject({
      kind: "failed",
      message: "inner: not asked, because it failed before: inner: status 503",
      retryAfterSeconds: 8,
    });
    expect(inner.calls).toBe(5);
  });

  test("is not left alone for one failing place or one joint request, however often it fails", async () => {
    inner.play(fail(DOWN));
    for (let i = 0; i < 20; i++) expect(await errorOf(guarded)).toBe(DOWN);
    for (let i = 0; i < 20; i++) await errorOf(guarded, placeAt(i, 0));
    await failTimes(3);
    expect(isPaused).toBe(false);
    await failTimes(4);
    expect(isPaused).toBe(true);
  });

  test("is not left alone when an answer comes in between, or when it has no forecast for a place", async () => {
    await failTimes(4);
    recover();
    await ask(guarded);
    await failTimes(4);
    await failTimes(1, new WeatherError("uncovered", "inner: status 422"));
    await failTimes(4);
    expect(isPaused).toBe(false);
  });

  test.each([
    ["nulls", false],
    ["place", false],
    ["not_json", true],
    ["values", true],
  ] as const)("is left alone if its answers are unusable for %s: %s", async (defect, expected) => {
    await failTimes(5, new WeatherError("unusable", "inner: status 200", { defect }));
    expect(isPaused).toBe(expected);
  });

  test("is no longer left alone when a probe fails in a way that concerns only its place", async () => {
    await failTimes(5);
    clock.advance(10_000);
    await failTimes(1, new WeatherError("unusable", "inner: no temperature", { defect: "nulls" }));
    expect(isPaused).toBe(false);
  });

  test("is tried again after ten seconds, and is no longer left alone when it answers", async () => {
    await failTimes(5);
    recover();
    clock.advance(9_999);
    expect(await errorOf(guarded)).toBeInstanceOf(WeatherError);
    clock.advance(1);
    expect(await ask(guarded)).toMatchObject({ source: "inner" });
    expect(isPaused).toBe(false);
    await failTimes(4);
    expect(isPaused).toBe(false);
  });

  test("is tried every ten seconds, even when a probe takes long to fail", async () => {
    await failTimes(5);
    inner.play(() => {
      clock.advance(3_000);
      throw DOWN;
    });
    clock.advance(9_999);
    for (let probe = 6; probe < 12; probe++) {
      expect(await errorOf(guarded)).not.toBe(DOWN);
      clock.advance(1);
      expect(await errorOf(guarded)).toBe(DOWN);
      expect(inner.calls).toBe(probe);
      clock.advance(6_999);
    }
  });

  test("is tried by one call at a time; the others are not kept waiting", async () => {
    await failTimes(5);
    clock.advance(10_000);
    const back = Promise.withResolvers<void>();
    inner.play(() => back.promise);
    const probe = ask(guarded);
    expect(await errorOf(guarded)).toMatchObject({ retryAfterSeconds: 1 });
    expect(inner.calls).toBe(6);
    back.resolve();
    await probe;
    await ask(guarded);
    expect(inner.calls).toBe(7);
  });

  test("is tried by the next call if the caller of the probe gives up", async () => {
    await failTimes(5);
    clock.advance(10_000);
    const reason = new Error("the caller hung up");
    await failTimes(2, reason);
    recover();
    expect(await ask(guarded)).toMatchObject({ source: "inner" });
  });
});

describe("Retry-After", () => {
  const limit = (retryAfterSeconds: number) =>
    new WeatherError("limited", "inner: status 429", { retryAfterSeconds });

  test("is obeyed at once and to the end, even if a call under way is answered", async () => {
    const slow = Promise.withResolvers<void>();
    inner.play(() => slow.promise);
    const underWay = ask(guarded);
    await failTimes(1, limit(3600));
    slow.resolve();
    await underWay;
    recover();
    clock.advance(3_599_999);
    expect(await errorOf(guarded)).toMatchObject({ kind: "limited", retryAfterSeconds: 1 });
    expect(inner.calls).toBe(2);
    clock.advance(1);
    expect(await ask(guarded)).toMatchObject({ source: "inner" });
  });

  test("of a few seconds does not pause the source", async () => {
    await failTimes(20, limit(2));
    expect(isPaused).toBe(false);
  });

  test("is not shortened by failures of calls that were under way", async () => {
    const slow = Promise.withResolvers<void>();
    inner.play(() => slow.promise);
    const underWay = Promise.allSettled(Array.from({ length: 6 }, () => errorOf(guarded)));
    await failTimes(1, limit(3600));
    slow.reject(DOWN);
    await underWay;
    clock.advance(60_000);
    expect(await errorOf(guarded)).toMatchObject({ kind: "limited", retryAfterSeconds: 3540 });
  });
});

test.each(["used_up", "uncounted"] as const)(
  "a source that was not asked because its calls are %s is not left alone",
  async (kind) => {
    await failTimes(20, new WeatherError(kind, "not asked", { retryAfterSeconds: 3600 }));
    expect(isPaused).toBe(false);
    recover();
    expect(await ask(guarded)).toMatchObject({ source: "inner" });
  },
);

test("a clock that is set back does not prolong a pause", async () => {
  await failTimes(5);
  recover();
  clock.advance(-3_600_000);
  expect(await ask(guarded)).toMatchObject({ source: "inner" });
});
