// Refusals that are held back: how many, for how long, and for whom.
import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createRefusalBound } from "../../../src/call/interceptors/refusal-bound.ts";
import { LIMITS } from "../../../src/call/limits.ts";
import { plainFault } from "../../../src/errors/fault.ts";
import { createMetrics } from "../../../src/observability/metrics.ts";
import { throttledCalls } from "./throttled-calls.ts";
import { createManualClock } from "../../support/fakes/manual-clock.ts";
import { madeUpCall } from "../made-up-call.ts";

const setUp = () => {
  const metrics = createMetrics({ version: "test" });
  return { metrics, ...createRefusalBound({ clock: createManualClock(0), metrics }) };
};

/** Whether a wait is over before any time passes. */
const isOver = async (wait: Promise<void> | undefined) =>
  (await Promise.race([Promise.resolve(wait).then(() => "over"), setImmediate("waits")])) === "over";

/** A call whose caller has left, so that its refusal does not wait. */
const leftCall = () => {
  const call = madeUpCall();
  call.end(plainFault("CANCELED"));
  return call;
};

describe("a refusal that is held back", () => {
  it("is sent at once if the process already holds back as many as it may", async () => {
    const { holdBack } = setUp();
    const calls = Array.from({ length: LIMITS.heldBack.max }, () => madeUpCall());
    const waits = calls.map(holdBack);
    expect(await isOver(waits.at(-1))).toBe(false);
    expect(await isOver(holdBack(madeUpCall()))).toBe(true);
    for (const call of calls) call.end(plainFault("CANCELED"));
    expect(await isOver(Promise.all(waits).then(() => undefined))).toBe(true);
    const next = madeUpCall();
    const wait = holdBack(next);
    expect(await isOver(wait)).toBe(false);
    next.end(plainFault("CANCELED"));
    await wait;
  });
});

describe("an account that is refused too fast", () => {
  const { burst } = LIMITS.refusals.max;

  it("waits before its next message is read, and no other account does", async () => {
    const { boundRefusals, boundReading, metrics } = setUp();
    const refuse = () => boundRefusals(leftCall(), "acc_a", plainFault("START_IN_PAST"));
    for (let refused = 0; refused < burst - 1; refused += 1) refuse();
    expect(boundReading(leftCall(), "acc_a")).toBe(undefined);
    expect(refuse()).toBe(undefined);
    expect(boundReading(leftCall(), "acc_a")).toBeInstanceOf(Promise);
    expect(boundReading(leftCall(), "acc_b")).toBe(undefined);
    expect(await throttledCalls(metrics, "refusals")).toBe(1);
  });

  /** Whether a refusal with this error is held back after a full burst of such refusals. */
  const isHeldBackBeyond = (error: unknown) => {
    const { boundRefusals } = setUp();
    const refuse = () => boundRefusals(leftCall(), "acc_a", error);
    for (let refused = 0; refused < burst; refused += 1) expect(refuse()).toBe(undefined);
    return refuse() !== undefined;
  };

  it.each(["START_IN_PAST", "PLACE_NOT_ALLOWED", "FORECAST_UNAVAILABLE", "PROVIDER_BUDGET_USED_UP"] as const)(
    "waits if it is refused with %s",
    (reason) => expect(isHeldBackBeyond(plainFault(reason))).toBe(true),
  );

  it.each(["STORE_UNAVAILABLE", "OVERLOADED", "DEADLINE_EXCEEDED", "INTERNAL"] as const)(
    "does not wait if it is refused with %s, which may happen to anybody",
    (reason) => expect(isHeldBackBeyond(plainFault(reason))).toBe(false),
  );

  it("does not wait after a bug of ours", () => {
    expect(isHeldBackBeyond(new Error("a bug"))).toBe(false);
  });
});
