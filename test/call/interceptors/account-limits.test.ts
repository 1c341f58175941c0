// Limits of an account: its concurrent calls, its free calls a second, and its refusals.
import { ConnectError } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { QuotaFailureSchema } from "#gen/google/rpc/error_details_pb.ts";
import { createAccountLimits } from "../../../src/call/interceptors/account-limits.ts";
import { LIMITS } from "../../../src/call/limits.ts";
import { plainFault, reasonOf } from "../../../src/errors/fault.ts";
import { createMetrics } from "../../../src/observability/metrics.ts";
import { throttledCalls } from "./throttled-calls.ts";
import { createManualClock } from "../../support/fakes/manual-clock.ts";
import { CALLER, checkedCaller, madeUpCall } from "../made-up-call.ts";

describe("the limits of an account", () => {
  const setUp = ({ isStalled = false } = {}) => {
    const metrics = createMetrics({ version: "test" });
    const clock = createManualClock("2026-11-21T12:00:00Z");
    return { metrics, ...createAccountLimits({ clock, metrics, isStoreStalled: () => isStalled }) };
  };
  /** Enters this many calls. Returns the error of the first call that is refused, if any is. */
  const enter = ({ takePermit }: ReturnType<typeof setUp>, calls: number) => {
    try {
      for (let entered = 0; entered < calls; entered += 1) {
        const call = madeUpCall();
        const caller = checkedCaller(CALLER, { call });
        // The second `takePermit` changes nothing: a call has one permit.
        takePermit(call, caller);
        takePermit(call, caller);
      }
      return undefined;
    } catch (error) {
      return error;
    }
  };
  const { concurrentCalls } = checkedCaller(CALLER).plan;

  it("bound its concurrent calls", async () => {
    const limits = setUp();
    expect(enter(limits, concurrentCalls)).toBe(undefined);
    const error = ConnectError.from(enter(limits, 1));
    expect(reasonOf(error)).toBe(LIMITS.callsAtOnce.reason);
    expect(error.findDetails(QuotaFailureSchema)).toMatchObject([
      { violations: [{ subject: "calls at once", description: error.rawMessage }] },
    ]);
    expect(await throttledCalls(limits.metrics, "concurrency")).toBe(1);
  });

  it("blame the store if the calls are waiting for the store", () => {
    expect(reasonOf(enter(setUp({ isStalled: true }), concurrentCalls + 1))).toBe("STORE_UNAVAILABLE");
  });

  it("bound its free calls a second", async () => {
    const { boundUncounted } = setUp();
    const call = madeUpCall();
    const caller = checkedCaller(CALLER, { call });
    call.end(plainFault("CANCELED"));
    const { burst } = LIMITS.uncounted.max;
    for (let free = 0; free < burst; free += 1) expect(boundUncounted(call, caller)).toBe(undefined);
    const error = ConnectError.from(await boundUncounted(call, caller)?.catch((thrown: unknown) => thrown));
    expect(reasonOf(error)).toBe(LIMITS.uncounted.reason);
    expect(error.findDetails(QuotaFailureSchema)).toMatchObject([
      { violations: [{ subject: "calls that are not counted", description: error.rawMessage }] },
    ]);
  });

  it("delay reading the messages of a publishable key that is refused too fast, but not the messages of its account", () => {
    const { boundRefusals, boundReading } = setUp();
    const call = madeUpCall();
    const restrictions = { origins: [], places: [], operations: [], callsADay: 1_000 };
    const { owner } = checkedCaller({ ...CALLER, restrictions }, { call });
    call.end(plainFault("CANCELED"));
    const { burst } = LIMITS.refusals.max;
    for (let refused = 0; refused < burst; refused += 1) {
      expect(boundReading(call, owner)).toBe(undefined);
      boundRefusals(call, owner, plainFault("START_IN_PAST"));
    }
    expect(boundReading(call, owner)).toBeInstanceOf(Promise);
    expect(boundReading(call, checkedCaller(CALLER, { call }).owner)).toBe(undefined);
  });
});
