// Places among an account's calls at once, the bound of its refusals, and what runs when a call ends.
import { describe, expect, it } from "vitest";
import { createLimits } from "../../../src/call/interceptors/limits.ts";
import type { FaultReason } from "../../../src/fault-reasons.ts";
import { plainFault } from "../../../src/fault.ts";
import { createMetrics } from "../../../src/ops/metrics.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { useTestService } from "../../support/use-test-service.ts";
import { CALLER, checkedCallBy, madeUpCall } from "../made-up-call.ts";

/** More than any plan allows at once, and more than are refused without being held back. */
const CALLS = 250;

describe("calls at once with a quota that is used up", () => {
  const current = useTestService();

  it("are all refused for the quota: refusals that are held back take no place", async () => {
    const { createCaller, get } = current().service;
    const { key } = await createCaller({ monthlyQuota: 0 });
    const ask = async () => {
      const answer = await get("/v1/forecast?lat=51.5&lng=0&days=1", { key });
      return ((await answer.json()) as { reason?: string }).reason;
    };
    const reasons = await Promise.all(Array.from({ length: CALLS }, ask));
    expect(new Set(reasons)).toEqual(new Set(["MONTHLY_QUOTA_EXHAUSTED"]));
  });
});

describe("the bound of refusals", () => {
  const isHeldBackBeyond = (reason: FaultReason) => {
    const metrics = createMetrics({ version: "test" });
    const { boundRefusals } = createLimits({
      clock: createManualClock("2026-11-21T12:00:00Z"),
      metrics,
      isStoreStalled: () => false,
    });
    const open = madeUpCall();
    const call = checkedCallBy(CALLER, { open });
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
    "is not for %s, which may happen to anybody",
    (reason) => expect(isHeldBackBeyond(reason)).toBe(false),
  );
});

it("a call that has ended runs what is to follow its end at once, so that it keeps no place", () => {
  const open = madeUpCall();
  open.end(plainFault("DEADLINE_EXCEEDED"));
  let places = 1;
  open.whenOver(() => (places -= 1));
  expect(places).toBe(0);
});
