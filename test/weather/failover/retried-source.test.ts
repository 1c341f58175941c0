import { beforeEach, expect, test } from "vitest";
import { createRetriedSource } from "../../../src/weather/failover/retried-source.ts";
import { WeatherError } from "../../../src/weather/weather-error.ts";
import type { WeatherErrorKind } from "../../../src/weather/weather-error.ts";
import type { WeatherSource } from "../../../src/weather/weather-source.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { ask, createScriptedSource, fail, type ScriptedSource } from "../scripted-source.ts";

let inner: ScriptedSource;
let retried: WeatherSource;

beforeEach(() => {
  inner = createScriptedSource("inner", createManualClock("2026-11-21T14:25:00Z"));
  retried = createRetriedSource({ source: inner, retryDelayMs: 5 });
});

const failing = (kind: WeatherErrorKind, retryAfterSeconds?: number) =>
  new WeatherError(kind, "inner: no", { retryAfterSeconds });

test.each<[WeatherErrorKind, number | undefined, number]>([
  ["unreachable", undefined, 2],
  ["failed", undefined, 2],
  ["limited", 0, 2],
  ["failed", 30, 1],
  ["limited", 3, 1],
  ["limited", undefined, 1],
  ["timeout", undefined, 1],
  ["unusable", undefined, 1],
  ["refused", undefined, 1],
  ["uncovered", undefined, 1],
])("%s (Retry-After %s): asked %i times in all, then rejected with it", async (kind, seconds, calls) => {
  const error = failing(kind, seconds);
  inner.play(fail(error));
  await expect(ask(retried)).rejects.toBe(error);
  expect(inner.calls).toBe(calls);
});

test.each<[WeatherErrorKind, WeatherErrorKind]>([
  ["unreachable", "limited"],
  ["limited", "failed"],
])("%s, then %s: not asked a third time", async (first, second) => {
  inner.play(() => {
    const kind = inner.calls % 2 === 1 ? first : second;
    throw failing(kind, kind === "limited" ? 0 : undefined);
  });
  await expect(ask(retried)).rejects.toMatchObject({ kind: second });
  expect(inner.calls).toBe(2);
});

test("what fails once is answered", async () => {
  inner.play(() => {
    if (inner.calls === 1) throw failing("unreachable");
  });
  expect(await ask(retried)).toMatchObject({ source: "inner" });
});

test("a brief limit is waited for as long as it says", async () => {
  inner.play(() => {
    if (inner.calls === 1) throw failing("limited", 1);
  });
  const startedMs = performance.now();
  await ask(retried);
  expect(performance.now() - startedMs).toBeGreaterThan(995);
});

test("a bug is not tried again", async () => {
  const bug = new TypeError("undefined is not a function");
  inner.play(fail(bug));
  await expect(ask(retried)).rejects.toBe(bug);
  expect(inner.calls).toBe(1);
});
