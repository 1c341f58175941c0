// Refusals that are held back: how many, for how long, and for whom.
import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createRefusalBound } from "../../../src/call/interceptors/refusal-bound.ts";
import { LIMITS } from "../../../src/call/limits.ts";
import { plainFault } from "../../../src/fault.ts";
import { createMetrics } from "../../../src/ops/metrics.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { madeUpCall } from "../made-up-call.ts";

const setUp = () => {
  const metrics = createMetrics({ version: "test" });
  return { metrics, ...createRefusalBound({ clock: createManualClock(0), metrics }) };
};

/** Whether a wait is over before any time passes. */
const isOver = async (wait: Promise<void> | undefined) =>
  (await Promise.race([Promise.resolve(wait).then(() => "over"), setImmediate("waits")])) === "over";

/** A refusal whose caller has left waits for nothing. */
const leftCall = () => {
  const open = madeUpCall();
  open.end(plainFault("CANCELED"));
  return open;
};

describe("a refusal that is held back", () => {
  it("is sent at once beyond so many of a process, until one of them is sent", async () => {
    const { holdBack } = setUp();
    const calls = Array.from({ length: LIMITS.heldBack.max }, () => madeUpCall());
    const waits = calls.map(holdBack);
    expect(await isOver(waits.at(-1))).toBe(false);
    expect(await isOver(holdBack(madeUpCall()))).toBe(true);
    for (const open of calls) open.end(plainFault("CANCELED"));
    expect(await isOver(Promise.all(waits).then(() => undefined))).toBe(true);
    const next = madeUpCall();
    const wait = holdBack(next);
    expect(await isOver(wait)).toBe(false);
    next.end(plainFault("CANCELED"));
    await wait;
  });
});

describe("an account that is refused too fast", () => {
  const REFUSAL = plainFault("START_IN_PAST");

  it("waits before its next message is read, and no other account does", async () => {
    const { boundRefusals, boundReading, metrics } = setUp();
    const refuse = (owner: string) => boundRefusals(leftCall(), owner, REFUSAL);
    for (let refused = 0; refused < LIMITS.refusals.max.burst - 1; refused += 1) refuse("acc_a");
    expect(boundReading(leftCall(), "acc_a")).toBe(undefined);
    expect(refuse("acc_a")).toBe(undefined);
    expect(boundReading(leftCall(), "acc_a")).toBeInstanceOf(Promise);
    expect(boundReading(leftCall(), "acc_b")).toBe(undefined);
    expect((await metrics.throttled.get()).values).toContainEqual({
      labels: { reason: "refusals" },
      value: 1,
    });
  });

  it("is not charged for a bug of ours", () => {
    const { boundRefusals, boundReading } = setUp();
    for (let failed = 0; failed <= LIMITS.refusals.max.burst; failed += 1) {
      expect(boundRefusals(leftCall(), "acc_a", new Error("a bug"))).toBe(undefined);
    }
    expect(boundReading(leftCall(), "acc_a")).toBe(undefined);
  });
});
