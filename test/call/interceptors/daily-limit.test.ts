import { describe, expect, it } from "vitest";
import { QuotaFailureSchema } from "#gen/google/rpc/error_details_pb.ts";
import { reasonOf } from "../../../src/errors/fault.ts";
import { createDailyLimit } from "../../../src/call/interceptors/daily-limit.ts";
import { createMetrics } from "../../../src/observability/metrics.ts";
import { throttledCalls } from "./throttled-calls.ts";
import { createManualClock } from "../../support/fakes/manual-clock.ts";

const KEY = { keyId: "key_a", callsADay: 400 };
const CALL_TIMEOUT_MS = 5_000;

function setUp(time: string) {
  const clock = createManualClock(time);
  const metrics = createMetrics({ version: "1" });
  const limit = createDailyLimit({ clock, metrics, callTimeoutMs: CALL_TIMEOUT_MS });
  const look = (key = KEY) => {
    try {
      limit.refuseIfUsedUp(key);
      return "may go on";
    } catch (error) {
      return reasonOf(error);
    }
  };
  return { ...limit, clock, metrics, look };
}

describe("the daily limit of a publishable key", () => {
  it("is checked only by the store until the store has said that it is used up", () => {
    const { look, usedUp, clock } = setUp("2026-11-21T14:00:00Z");
    expect(look()).toBe("may go on");
    expect(reasonOf(usedUp(KEY, clock.nowMs()))).toBe("DAILY_LIMIT");
    expect(look()).toBe("DAILY_LIMIT");
    expect(look({ ...KEY, keyId: "key_b" })).toBe("may go on");
  });

  it("that the account has raised since it was used up is checked by the store again", () => {
    const { look, usedUp, clock } = setUp("2026-11-21T14:00:00Z");
    usedUp(KEY, clock.nowMs());
    expect(look({ ...KEY, callsADay: 401 })).toBe("may go on");
    expect(look({ ...KEY, callsADay: 399 })).toBe("DAILY_LIMIT");
  });

  it("has every refusal in the metrics", async () => {
    const { look, usedUp, clock, metrics } = setUp("2026-11-21T14:00:00Z");
    usedUp(KEY, clock.nowMs());
    look();
    expect(await throttledCalls(metrics, "daily_limit")).toBe(2);
  });

  it("is again checked only by the store after the clock was set back", () => {
    const { look, usedUp, clock } = setUp("2026-11-21T14:00:00Z");
    usedUp(KEY, clock.nowMs());
    clock.goTo("2026-11-20T12:00:00Z");
    expect(look()).toBe("may go on");
  });

  it("is again checked only by the store as soon as a call may end in the next day", () => {
    const { look, usedUp, clock } = setUp("2026-11-21T14:00:00Z");
    usedUp(KEY, clock.nowMs());
    clock.goTo("2026-11-21T23:59:54.999Z");
    expect(look()).toBe("DAILY_LIMIT");
    clock.advance(1);
    expect(look()).toBe("may go on");
    clock.goTo("2026-11-22T12:00:00Z");
    expect(look()).toBe("may go on");
  });

  it("that was used up a moment before midnight does not limit the next day", () => {
    const { look, usedUp, clock } = setUp("2026-11-21T23:59:59.999Z");
    const countedAtMs = clock.nowMs();
    clock.advance(1);
    const error = usedUp(KEY, countedAtMs);
    expect(error.findDetails(QuotaFailureSchema)).toMatchObject([
      { violations: [{ subject: "key", description: error.rawMessage }] },
    ]);
    clock.advance(3_600_000);
    expect(look()).toBe("may go on");
  });
});
