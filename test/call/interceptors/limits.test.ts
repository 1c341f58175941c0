// The places among an account's calls at once: each is given back, whatever becomes of its call.
import { describe, expect, it } from "vitest";
import type { Caller } from "../../../src/accounts/key.ts";
import { BUILT_IN_PLANS } from "../../../src/accounts/plans/built-in-plans.ts";
import { createPlans } from "../../../src/accounts/plans/plans.ts";
import type { CheckedCall } from "../../../src/call/checked-call.ts";
import { createKeyCheck } from "../../../src/call/interceptors/key.ts";
import { createLimits } from "../../../src/call/interceptors/limits.ts";
import type { FaultReason } from "../../../src/fault-reasons.ts";
import { plainFault } from "../../../src/fault.ts";
import { createMetrics } from "../../../src/ops/metrics.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { useTestService } from "../../support/use-test-service.ts";
import { madeUpCall } from "../made-up-call.ts";

const CALLER: Caller = {
  account: {
    id: "acc_a",
    name: "Courts",
    plan: "growth",
    monthlyQuota: 1,
    isSuspended: false,
    createdAtMs: 0,
    sportsRevision: 0,
  },
  keyId: "key_a",
  restrictions: undefined,
  used: 0,
  month: "2026-11",
};

/** More than any plan allows at once, and more than are refused without being held back. */
const CALLS = 250;

describe("calls at once with a quota that is used up", () => {
  const current = useTestService();

  it("are told of the quota, each of them: those that are held back take no place", async () => {
    const { createCaller, ports } = current().service;
    const { key } = await createCaller({ monthlyQuota: 0 });
    const url = `http://127.0.0.1:${ports.http}/v1/forecast?lat=51.5&lng=0&days=1`;
    const ask = async () => {
      const answer = await fetch(url, { headers: { "x-api-key": key } });
      return ((await answer.json()) as { reason?: string }).reason;
    };
    const reasons = await Promise.all(Array.from({ length: CALLS }, ask));
    expect(new Set(reasons)).toEqual(new Set(["MONTHLY_QUOTA_EXHAUSTED"]));
  });
});

describe("the bound of refusals", () => {
  const check = createKeyCheck({
    findCaller: () => CALLER,
    store: { sports: async () => [] },
    plans: createPlans(BUILT_IN_PLANS),
  });
  const isHeldBackBeyond = (reason: FaultReason) => {
    const metrics = createMetrics({ version: "test" });
    const { boundRefusals } = createLimits({
      clock: createManualClock("2026-11-21T12:00:00Z"),
      metrics,
      isStoreStalled: () => false,
    });
    const open = madeUpCall();
    const call = check(open) as CheckedCall;
    // Nobody waits for what is held back.
    open.end(plainFault("CANCELED"));
    const bounds = Array.from({ length: 101 }, () => boundRefusals(open, call, plainFault(reason)));
    expect(bounds.slice(0, 100).every((bound) => bound === undefined)).toBe(true);
    return bounds[100] !== undefined;
  };

  it.each(["START_IN_PAST", "PLACE_NOT_ALLOWED", "FORECAST_UNAVAILABLE", "PROVIDER_BUDGET_USED_UP"] as const)(
    "is for %s",
    (reason) => expect(isHeldBackBeyond(reason)).toBe(true),
  );

  it.each(["STORE_UNAVAILABLE", "OVERLOADED", "DEADLINE_EXCEEDED", "INTERNAL"] as const)(
    "is not for %s, which befalls everybody",
    (reason) => expect(isHeldBackBeyond(reason)).toBe(false),
  );
});

describe("a call that has ended", () => {
  it("runs what is to happen at its end at once, so that nothing taken later is kept", () => {
    const open = madeUpCall();
    open.end(plainFault("DEADLINE_EXCEEDED"));
    let places = 1;
    open.whenOver(() => (places -= 1));
    expect(places).toBe(0);
  });
});
