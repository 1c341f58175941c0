import { describe, expect, it } from "vitest";
import { SportsService } from "#gen/suitability/v1/sports_pb.ts";
import { createRecentCalls } from "../../../src/call/interceptors/recent-calls.ts";
import { HOUR_MS } from "../../../src/lib/time/clock.ts";
import { createManualClock } from "../../support/fakes/manual-clock.ts";
import { CALLER, checkedCaller, madeUpCall } from "../made-up-call.ts";

const { listSports } = SportsService.method;
const CALL_TIMEOUT_MS = 5_000;

/** The outcome after these calls, the earliest first; each call ended `agoMs` before now. */
function outcomeAfter(
  ...calls: readonly { code: string; agoMs?: number; hasKey?: boolean; isFree?: boolean }[]
): string {
  const clock = createManualClock("2026-11-21T12:00:00Z");
  const recent = createRecentCalls({
    clock,
    freeMethods: new Set([listSports]),
    callTimeoutMs: CALL_TIMEOUT_MS,
  });
  const endMs = clock.nowMs() + HOUR_MS;
  for (const { code, agoMs = 0, hasKey = true, isFree = false } of calls) {
    clock.goTo(endMs - agoMs);
    const call = isFree ? madeUpCall(listSports) : madeUpCall();
    if (hasKey) call.caller = checkedCaller(CALLER, { call });
    recent.note(call, { code, ms: 1 });
  }
  clock.goTo(endMs);
  return recent.outcome();
}

describe("the outcome of recent calls", () => {
  it("is none before any call, and again five minutes after the last one", () => {
    expect(outcomeAfter()).toBe("none");
    expect(outcomeAfter({ code: "ok", agoMs: 5 * 60_000 })).toBe("none");
    expect(outcomeAfter({ code: "ok", agoMs: 5 * 60_000 - 1 })).toBe("answered");
  });

  it("is 'answered' if any call was answered, otherwise 'failed' if any call failed, otherwise 'refused'", () => {
    expect(outcomeAfter({ code: "invalid_argument" })).toBe("refused");
    expect(outcomeAfter({ code: "internal" }, { code: "invalid_argument" })).toBe("failed");
    expect(outcomeAfter({ code: "ok" }, { code: "internal" }, { code: "invalid_argument" })).toBe("answered");
  });

  it("ignores calls of strangers and of callers who left, and free calls", () => {
    expect(outcomeAfter({ code: "unauthenticated", hasKey: false })).toBe("none");
    expect(outcomeAfter({ code: "canceled" })).toBe("none");
    expect(outcomeAfter({ code: "ok", isFree: true })).toBe("none");
  });
});
