// Which calls are retried: no answer is paid for twice unless the caller allows it.
import { describe, expect, it } from "vitest";
import { passMs, useTimersByHand } from "../../../test/weather/timers-by-hand.ts";
import { callInTime, type CallTerms } from "../src/call-in-time.ts";
import { SuitabilityError, type SuitabilityErrorInit } from "../src/suitability-error.ts";

const TERMS: CallTerms = { timeoutMs: 10_000, signal: undefined, retriesMax: 3, mayCountTwice: false };

const BUSY = { reason: "TOO_MANY_CALLS_AT_ONCE", code: "resource_exhausted", retryAfterSeconds: 1 } as const;
const NO_FORECAST = { reason: "FORECAST_UNAVAILABLE", code: "unavailable", retryAfterSeconds: 2 } as const;
const USED_UP = {
  reason: "MONTHLY_QUOTA_EXHAUSTED",
  code: "resource_exhausted",
  retryAfterSeconds: 800_000,
} as const;
const MISTAKE = { reason: "UNKNOWN_SPORT", code: "invalid_argument" } as const;
const STORE_AWAY = { reason: "STORE_UNAVAILABLE", code: "unavailable", retryAfterSeconds: 2 } as const;
const CUT = { reason: "CONNECTION_FAILED", code: "unavailable" } as const;
const TOO_SLOW = { reason: "DEADLINE_EXCEEDED", code: "deadline_exceeded" } as const;

/** Fails with each of the failures in turn, then answers. */
function scripted(...failures: readonly Omit<SuitabilityErrorInit, "message">[]) {
  const left = [...failures];
  let asked = 0;
  return {
    asked: () => asked,
    ask: (): Promise<string> => {
      asked += 1;
      const failure = left.shift();
      return failure === undefined
        ? Promise.resolve("the answer")
        : Promise.reject(new SuitabilityError({ message: "No.", ...failure }));
    },
  };
}

/** The answer, or the reason of the failure, however long the call takes. */
async function endOf(call: Promise<string>): Promise<unknown> {
  const ended = call.catch((error: unknown) => (error instanceof SuitabilityError ? error.reason : error));
  await passMs(60_000);
  return ended;
}

describe("a call", () => {
  useTimersByHand();

  it.each([BUSY, NO_FORECAST])("that is refused for the moment is sent again: $reason", async (refusal) => {
    const { ask, asked } = scripted(refusal, refusal);
    expect(await endOf(callInTime(ask, TERMS))).toBe("the answer");
    expect(asked()).toBe(3);
  });

  it("is sent again after the time that the service named, and at most a fifth later", async () => {
    const { ask, asked } = scripted(BUSY);
    const call = callInTime(ask, TERMS);
    await passMs(999);
    expect(asked()).toBe(1);
    await passMs(201);
    expect(asked()).toBe(2);
    expect(await call).toBe("the answer");
  });

  it("is sent again after 250 ms at the earliest, also if the time that the service named has passed", async () => {
    const { ask, asked } = scripted({ ...BUSY, retryAfterSeconds: 0 });
    const call = callInTime(ask, TERMS);
    await passMs(249);
    expect(asked()).toBe(1);
    await passMs(51);
    expect(await call).toBe("the answer");
  });

  it.each([MISTAKE, STORE_AWAY, CUT, TOO_SLOW])(
    "that may have counted, or is wrong, is not sent again: $reason",
    async (failure) => {
      const { ask, asked } = scripted(failure);
      expect(await endOf(callInTime(ask, TERMS))).toBe(failure.reason);
      expect(asked()).toBe(1);
    },
  );

  it.each([STORE_AWAY, CUT, TOO_SLOW])(
    "that may have counted is sent again with mayCountTwice: $reason",
    async (failure) => {
      const { ask, asked } = scripted(failure, failure);
      expect(await endOf(callInTime(ask, { ...TERMS, mayCountTwice: true }))).toBe("the answer");
      expect(asked()).toBe(3);
    },
  );

  it("that is wrong is not sent again even with mayCountTwice", async () => {
    const { ask, asked } = scripted(MISTAKE);
    expect(await endOf(callInTime(ask, { ...TERMS, mayCountTwice: true }))).toBe("UNKNOWN_SPORT");
    expect(asked()).toBe(1);
  });

  it("fails at once when the wait before a retry would outlast timeoutMs", async () => {
    const { ask, asked } = scripted(USED_UP);
    await expect(callInTime(ask, TERMS)).rejects.toMatchObject({ reason: "MONTHLY_QUOTA_EXHAUSTED" });
    expect(asked()).toBe(1);
  });

  it("is sent again three times and not more", async () => {
    const { ask, asked } = scripted(BUSY, BUSY, BUSY, BUSY);
    expect(await endOf(callInTime(ask, TERMS))).toBe("TOO_MANY_CALLS_AT_ONCE");
    expect(asked()).toBe(4);
  });

  it("ends after timeoutMs, and then may have counted", async () => {
    const silent = (signal: AbortSignal) =>
      new Promise<string>((_resolve, reject) =>
        signal.addEventListener("abort", () => reject(new Error("cut"))),
      );
    const ended = callInTime(silent, TERMS).catch((error: unknown) => error);
    await passMs(10_000);
    expect(await ended).toMatchObject({ reason: "DEADLINE_EXCEEDED", mayHaveCounted: true });
  });

  it("that is aborted during a wait ends at once, with the reason of the abort", async () => {
    const { ask, asked } = scripted(BUSY);
    const givenUp = new AbortController();
    const ended = callInTime(ask, { ...TERMS, signal: givenUp.signal }).catch((error: unknown) => error);
    await passMs(500);
    const reason = new Error("the page is gone");
    givenUp.abort(reason);
    expect(await ended).toBe(reason);
    expect(asked()).toBe(1);
  });

  it("that is aborted before it begins is not sent", async () => {
    const { ask, asked } = scripted();
    const signal = AbortSignal.abort(new Error("the page is gone"));
    await expect(callInTime(ask, { ...TERMS, signal })).rejects.toThrow("the page is gone");
    expect(asked()).toBe(0);
  });
});
