import { beforeEach, describe, expect, test } from "vitest";
import { createPreferredSource } from "../../../src/weather/failover/preferred-source.ts";
import { WeatherError } from "../../../src/weather/weather-error.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { ask, createScriptedSource, fail, hang, type ScriptedSource } from "../scripted-source.ts";
import { passMs, useTimersByHand } from "../timers-by-hand.ts";

const clock = createManualClock("2026-11-21T14:25:00Z");

let first: ScriptedSource;
let second: ScriptedSource;

beforeEach(() => {
  first = createScriptedSource("first", clock);
  second = createScriptedSource("second", clock);
});

const prefer = () => createPreferredSource([first, second]);

const failing = (name: string, retryAfterSeconds?: number) =>
  new WeatherError("failed", `${name}: status 503`, { retryAfterSeconds });

test("the second is asked only while the first fails", async () => {
  const preferred = prefer();
  expect(await ask(preferred)).toMatchObject({ source: "first" });
  first.play(fail(failing("first")));
  expect(await ask(preferred)).toMatchObject({ source: "second" });
  first.play(() => undefined);
  expect(await ask(preferred)).toMatchObject({ source: "first" });
  expect(second.calls).toBe(1);
});

describe("time", () => {
  useTimersByHand();

  test("a first that hangs is given up after half of it, and the second answers", async () => {
    first.play(hang);
    const answer = ask(prefer());
    await passMs(3_999);
    expect(second.calls).toBe(0);
    await passMs(1);
    expect(await answer).toMatchObject({ source: "second" });
  });

  test("a first that fails at once leaves the second all of it", async () => {
    first.play(fail(failing("first")));
    second.play(() => new Promise((resolve) => setTimeout(resolve, 7_999)));
    const answer = ask(prefer());
    await passMs(7_999);
    expect(await answer).toMatchObject({ source: "second" });
  });

  test("all that hang, also those that heed no signal, are given up in time", async () => {
    first.play(() => new Promise(() => undefined));
    second.play(hang);
    const [outcome] = await Promise.all([Promise.allSettled([ask(prefer())]), passMs(8_000)]);
    const message = "first: no answer in 4000 ms; second: no answer in 4000 ms";
    expect(outcome[0]).toMatchObject({ reason: { kind: "timeout", message } });
  });

  test("the caller's signal ends the wait with its reason, and nobody else is asked", async () => {
    first.play(hang);
    const caller = new AbortController();
    const wait = ask(prefer(), caller.signal);
    const reason = new Error("the caller hung up");
    caller.abort(reason);
    await expect(wait).rejects.toBe(reason);
    await expect(ask(prefer(), caller.signal)).rejects.toBe(reason);
    expect([first.calls, second.calls]).toEqual([1, 0]);
  });
});

describe("nobody answers", () => {
  test.each([
    [30, 10, 10],
    [30, undefined, undefined],
  ])("with Retry-After %s and %s it is %s", async (firstSeconds, secondSeconds, seconds) => {
    first.play(fail(failing("first", firstSeconds)));
    second.play(fail(failing("second", secondSeconds)));
    await expect(ask(prefer())).rejects.toMatchObject({
      kind: "failed",
      message: "first: status 503; second: status 503",
      retryAfterSeconds: seconds,
    });
  });

  test("a single source's failure is told as it is", async () => {
    const error = failing("first", 7);
    first.play(fail(error));
    await expect(ask(createPreferredSource([first]))).rejects.toBe(error);
  });

  test.each([
    ["used_up", "uncovered", "uncovered"],
    ["used_up", "used_up", "used_up"],
  ] as const)(
    "of a source that is %s and one that is %s it is %s: a budget of our own tells least",
    async (one, other, kind) => {
      first.play(fail(new WeatherError(one, "first")));
      second.play(fail(new WeatherError(other, "second")));
      await expect(ask(prefer())).rejects.toMatchObject({ kind });
    },
  );

  test("the next is not asked where the store is away that a call is counted in, so that its caller hears at once", async () => {
    const uncounted = new WeatherError("uncounted", "first: not asked");
    first.play(fail(uncounted));
    await expect(ask(prefer())).rejects.toBe(uncounted);
    expect(second.calls).toBe(0);
  });

  test("a bug is not hidden behind another source", async () => {
    const bug = new TypeError("undefined is not a function");
    first.play(fail(bug));
    await expect(ask(prefer())).rejects.toBe(bug);
    expect(second.calls).toBe(0);
  });
});
