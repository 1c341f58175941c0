import { setImmediate as nextTurn } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { createGuardedSource } from "../../../src/weather/failover/guarded-source.ts";
import { type Place, placeAt } from "../../../src/lib/place.ts";
import { type AnswerDefect, WeatherError } from "../../../src/weather/weather-error.ts";
import type { WeatherSource } from "../../../src/weather/weather-source.ts";
import { collectGarbage } from "../../support/collect-garbage.ts";
import { createManualClock, type ManualClock } from "../../support/fakes/manual-clock.ts";
import { ask, createScriptedSource, fail, type ScriptedSource } from "../scripted-source.ts";

const DOWN = new WeatherError("failed", "inner: status 503");

let clock: ManualClock;
let inner: ScriptedSource;
let guarded: WeatherSource;
let isPaused: boolean | undefined;

beforeEach(() => {
  clock = createManualClock("2026-11-21T14:25:00Z");
  inner = createScriptedSource("inner", clock);
  isPaused = false;
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

  test("takes no more memory the longer it is down", async () => {
    await failTimes(5);
    const errors: WeakRef<WeatherError>[] = [];
    for (let probe = 0; probe < 50; probe++) {
      clock.advance(10_000);
      const error = new WeatherError("failed", `inner: status 503, ${probe}`);
      errors.push(new WeakRef(error));
      inner.play(fail(error));
      await errorOf(guarded, placeAt(probe, 1));
    }
    expect(inner.calls).toBe(55);
    // A WeakRef keeps its object until the current turn of the event loop ends.
    await nextTurn();
    collectGarbage();
    const alive = errors.filter((error) => error.deref() !== undefined);
    // The error of the last probe is the reason for the pause.
    expect(alive.length).toBeLessThanOrEqual(2);
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

const ofPlace = (defect: AnswerDefect) => new WeatherError("unusable", "inner: status 200", { defect });
const REFUSED = new WeatherError("place_refused", "inner: status 400: Longitude", { status: 400 });

/** Fails a fetch for each of these many places, none of which was asked before. */
let asked = 0;
async function failNewPlaces(times: number, error: WeatherError = REFUSED): Promise<void> {
  for (let i = 0; i < times; i++) {
    asked += 1;
    inner.play(fail(new WeatherError(error.kind, error.message, error)));
    await errorOf(guarded, placeAt(asked / 100, 1));
  }
}

describe("a failure that the place may have caused", () => {
  const PARIS = placeAt(48.85, 2.35);
  const ROME = placeAt(41.9, 12.5);

  test.each<[string, WeatherError]>([
    ["400", REFUSED],
    ["impossible values", ofPlace("values")],
    ["hours that are missing", ofPlace("hours")],
    ["another form", ofPlace("shape")],
    ["nothing but nulls", ofPlace("nulls")],
    ["another place", ofPlace("place")],
  ])("(%s) does not pause the source for others unless 25 places in a row get one", async (_what, error) => {
    await failNewPlaces(24, error);
    recover();
    expect(await ask(guarded, undefined, PARIS)).toMatchObject({ source: "inner" });
    await failNewPlaces(24, error);
    expect(isPaused).toBe(false);
    await failNewPlaces(1, error);
    expect(isPaused).toBe(true);
  });

  test.each<[string, WeatherError]>([
    ["no JSON", ofPlace("not_json")],
    ["other units", ofPlace("units")],
    ["an old forecast", ofPlace("old")],
    ["a refusal of ourselves", new WeatherError("refused", "inner: status 403")],
  ])(
    "is not one that concerns every place: after five places with %s the source is paused",
    async (_what, error) => {
      await failNewPlaces(4, error);
      expect(isPaused).toBe(false);
      await failNewPlaces(1, error);
      expect(isPaused).toBe(true);
    },
  );

  test("counts once for a place, however often it is asked for", async () => {
    inner.play(fail(REFUSED));
    for (let i = 0; i < 200; i++) await errorOf(guarded, ROME);
    expect(isPaused).toBe(false);
  });

  test("shows that the source works: failures of its own before it do not count any more", async () => {
    for (let i = 0; i < 6; i++) {
      await failNewPlaces(4, DOWN);
      await failNewPlaces(1);
    }
    expect(isPaused).toBe(false);
  });

  test("is the source's if every place gets one: callers are told that it refuses all", async () => {
    await failNewPlaces(25);
    expect(await errorOf(guarded, placeAt(1, 2))).toMatchObject({
      kind: "refused",
      message:
        "inner: not asked, because it failed before: inner: no forecast for 25 places in a row: inner: status 400: Longitude",
      retryAfterSeconds: 10,
    });
    expect(inner.calls).toBe(25);
    // A probe with the same outcome says nothing new.
    clock.advance(10_000);
    await failNewPlaces(1);
    clock.advance(9_999);
    await failNewPlaces(1);
    expect(inner.calls).toBe(26);
    clock.advance(1);
    recover();
    await ask(guarded, undefined, placeAt(1, 2));
    expect(isPaused).toBe(false);
  });

  test("never keeps a place from the source that the source answered the last time", async () => {
    await ask(guarded, undefined, PARIS);
    await failNewPlaces(25);
    recover();
    expect(await errorOf(guarded, ROME)).toMatchObject({ kind: "refused" });
    expect(await ask(guarded, undefined, PARIS)).toMatchObject({ source: "inner" });
    expect(isPaused).toBe(false);
    expect(await ask(guarded, undefined, ROME)).toMatchObject({ source: "inner" });
  });

  test("of a place that the source answered before keeps that place too from a paused source", async () => {
    await ask(guarded, undefined, PARIS);
    await failNewPlaces(25);
    const { calls } = inner;
    for (let i = 0; i < 5; i++) await errorOf(guarded, PARIS);
    expect(inner.calls).toBe(calls + 1);
    expect(isPaused).toBe(true);
  });

  test("does not let places through that a pause for the source's own failures keeps waiting", async () => {
    await ask(guarded, undefined, PARIS);
    await failTimes(5);
    const { calls } = inner;
    expect(await errorOf(guarded, PARIS)).toMatchObject({ kind: "failed" });
    expect(inner.calls).toBe(calls);
  });

  test("does not let places through any longer when the source itself fails for five of them", async () => {
    const places = Array.from({ length: 6 }, (_, i) => placeAt(50 + i, 0));
    for (const place of places) await ask(guarded, undefined, place);
    await failNewPlaces(25);
    const { calls } = inner;
    for (const place of places) {
      inner.play(fail(new WeatherError("timeout", "inner: no answer")));
      await errorOf(guarded, place);
    }
    expect(inner.calls).toBe(calls + 5);
    expect(await errorOf(guarded, places[0])).toMatchObject({ kind: "timeout" });
  });

  test("does not end or shorten a pause that the source asked for", async () => {
    await ask(guarded, undefined, PARIS);
    await failNewPlaces(25);
    inner.play(fail(new WeatherError("limited", "inner: status 429", { retryAfterSeconds: 60 })));
    await errorOf(guarded, PARIS);
    recover();
    expect(await errorOf(guarded, PARIS)).toMatchObject({ kind: "limited", retryAfterSeconds: 60 });
  });

  test("is none if the source says that it does not cover the place, of however many places", async () => {
    await failNewPlaces(100, new WeatherError("uncovered", "inner: status 422"));
    expect(isPaused).toBe(false);
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
