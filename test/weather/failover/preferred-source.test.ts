import { beforeEach, describe, expect, test } from "vitest";
import { createPreferredSource } from "../../../src/weather/failover/preferred-source.ts";
import { WeatherError } from "../../../src/weather/weather-error.ts";
import { createManualClock } from "../../support/fakes/manual-clock.ts";
import { ask, createScriptedSource, fail, hang, type ScriptedSource } from "../scripted-source.ts";
import { passMs, useTimersByHand } from "../timers-by-hand.ts";

const clock = createManualClock("2026-11-21T14:25:00Z");

let first: ScriptedSource;
let second: ScriptedSource;

beforeEach(() => {
  first = createScriptedSource("first", clock);
  second = createScriptedSource("second", clock);
});

const prefer = () => createPreferredSource({ sources: [first, second] });

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

test("what each source is used for is reported at the start and with every pause; another first one, once", () => {
  const changes: unknown[] = [];
  const { notePaused } = createPreferredSource({
    sources: [first, second],
    onChange: ({ states, transition }) =>
      changes.push([...states.map(({ state }) => state), transition && Object.values(transition).join(" ")]),
  });
  for (const [source, isPaused] of [
    ["first", true],
    ["first", true],
    ["second", true],
    ["second", false],
    ["first", false],
    ["second", true],
  ] as const) {
    notePaused({ source, isPaused });
  }
  expect(changes).toEqual([
    ["asked_first", "standby", "preferred first"],
    ["left_alone", "asked_first", "failed_over second"],
    ["left_alone", "asked_first", undefined],
    ["left_alone", "left_alone", "failed_over "],
    ["left_alone", "asked_first", "failed_over second"],
    ["asked_first", "standby", "back first"],
    ["asked_first", "left_alone", undefined],
  ]);
});

describe("the time limit of eight seconds", () => {
  useTimersByHand();

  test("gives half to a first source that hangs, then the second one answers", async () => {
    first.play(hang);
    const answer = ask(prefer());
    await passMs(3_999);
    expect(second.calls).toBe(0);
    await passMs(1);
    expect(await answer).toMatchObject({ source: "second" });
  });

  test("is left whole to the second source if the first fails at once", async () => {
    first.play(fail(failing("first")));
    second.play(() => new Promise((resolve) => setTimeout(resolve, 7_999)));
    const answer = ask(prefer());
    await passMs(7_999);
    expect(await answer).toMatchObject({ source: "second" });
  });

  test("ends the wait if all sources hang, even one that ignores its signal", async () => {
    first.play(() => new Promise(() => undefined));
    second.play(hang);
    const [outcome] = await Promise.all([Promise.allSettled([ask(prefer())]), passMs(8_000)]);
    const message = "first: no answer in 4000 ms; second: no answer in 4000 ms";
    expect(outcome[0]).toMatchObject({ reason: { kind: "timeout", message } });
  });

  test("does not hold a caller who gives up: the wait ends with its reason, and no other source is asked", async () => {
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

describe("when no source answers", () => {
  test.each([
    [30, 10, 10],
    [30, undefined, undefined],
  ])("Retry-After %s and %s make Retry-After %s", async (firstSeconds, secondSeconds, seconds) => {
    first.play(fail(failing("first", firstSeconds)));
    second.play(fail(failing("second", secondSeconds)));
    await expect(ask(prefer())).rejects.toMatchObject({
      kind: "failed",
      message: "first: status 503; second: status 503",
      retryAfterSeconds: seconds,
    });
  });

  test("the error of a single source is passed on unchanged", async () => {
    const error = failing("first", 7);
    first.play(fail(error));
    await expect(ask(createPreferredSource({ sources: [first] }))).rejects.toBe(error);
  });

  test.each([
    ["used_up", "uncovered", "uncovered"],
    ["used_up", "used_up", "used_up"],
  ] as const)(
    "errors of kind %s and %s make one of kind %s: a used-up budget of our own says least",
    async (one, other, kind) => {
      first.play(fail(new WeatherError(one, "first")));
      second.play(fail(new WeatherError(other, "second")));
      await expect(ask(prefer())).rejects.toMatchObject({ kind });
    },
  );

  test("because the store that counts calls is away, the next source is not asked: the caller gets the error at once", async () => {
    const uncounted = new WeatherError("uncounted", "first: not asked");
    first.play(fail(uncounted));
    await expect(ask(prefer())).rejects.toBe(uncounted);
    expect(second.calls).toBe(0);
  });

  test("because of a bug, no other source is asked: the bug is not hidden", async () => {
    const bug = new TypeError("undefined is not a function");
    first.play(fail(bug));
    await expect(ask(prefer())).rejects.toBe(bug);
    expect(second.calls).toBe(0);
  });
});
