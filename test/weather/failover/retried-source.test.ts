import { beforeEach, expect, test } from "vitest";
import type { HourlyWeather } from "../../../src/weather/hourly-weather.ts";
import { createRetriedSource } from "../../../src/weather/failover/retried-source.ts";
import { WeatherError, type WeatherErrorKind } from "../../../src/weather/weather-error.ts";
import { placeAt } from "../../../src/lib/place.ts";
import type { Requester, WeatherSource } from "../../../src/weather/weather-source.ts";
import { createManualClock } from "../../support/fakes/manual-clock.ts";
import { ask, createScriptedSource, fail, type ScriptedSource } from "../scripted-source.ts";
import { passMs, useTimersByHand } from "../timers-by-hand.ts";

useTimersByHand();

const PLACE = placeAt(51.5, -0.12);

let inner: ScriptedSource;
let retried: WeatherSource;

beforeEach(() => {
  inner = createScriptedSource("inner", createManualClock("2026-11-21T14:25:00Z"));
  retried = createRetriedSource({ source: inner });
});

/** The outcome, when enough time has passed for any retry. */
async function outcomeOf(answer: Promise<HourlyWeather>) {
  const [outcome] = await Promise.all([Promise.allSettled([answer]), passMs(5_000)]);
  return outcome[0];
}

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
  ["refused", undefined, 1],
])("%s (Retry-After %s): asked %i times in all; its error is passed on", async (kind, seconds, calls) => {
  const error = failing(kind, seconds);
  inner.play(fail(error));
  expect(await outcomeOf(ask(retried))).toEqual({ status: "rejected", reason: error });
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
  expect(await outcomeOf(ask(retried))).toMatchObject({ reason: { kind: second } });
  expect(inner.calls).toBe(2);
});

test("a brief limit is waited for as long as it says", async () => {
  inner.play(() => {
    if (inner.calls === 1) throw failing("limited", 1);
  });
  const answer = ask(retried);
  await passMs(999);
  expect(inner.calls).toBe(1);
  await passMs(251);
  expect(await answer).toMatchObject({ source: "inner" });
});

test.each<[WeatherErrorKind, number | undefined, boolean]>([
  ["failed", undefined, true],
  ["limited", 0, false],
])("after %s (Retry-After %s) a place is retried alone: %s", async (kind, seconds, isAlone) => {
  const requesters: (Requester | undefined)[] = [];
  const source: WeatherSource = {
    name: "inner",
    forecast: (_place, _signal, requester) => {
      requesters.push(requester);
      return Promise.reject(failing(kind, seconds));
    },
  };
  const requester = { owner: "a", onSent: () => undefined, onNotSent: () => undefined };
  const answer = createRetriedSource({ source }).forecast(PLACE, new AbortController().signal, requester);
  await outcomeOf(answer);
  expect(requesters).toEqual([requester, isAlone ? { ...requester, part: {} } : requester]);
});

test("the signal ends the wait before the retry with its reason, and the source is not asked again", async () => {
  inner.play(fail(failing("limited", 2)));
  const caller = new AbortController();
  const answer = ask(retried, caller.signal);
  await passMs(1);
  const reason = new Error("the caller hung up");
  caller.abort(reason);
  await expect(answer).rejects.toBe(reason);
  await passMs(5_000);
  expect(inner.calls).toBe(1);
});

test("there is no retry after a bug", async () => {
  const bug = new TypeError("undefined is not a function");
  inner.play(fail(bug));
  await expect(ask(retried)).rejects.toBe(bug);
  expect(inner.calls).toBe(1);
});
