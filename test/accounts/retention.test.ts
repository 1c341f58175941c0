import { describe, expect, it } from "vitest";
import { oldestMonthToStay, oldestRetainedMonth } from "../../src/accounts/retention.ts";

describe("oldestRetainedMonth", () => {
  it.each([
    { now: "2026-02-28T23:59:59.999Z", oldest: "2025-02" },
    { now: "2026-03-01T00:00:00.000Z", oldest: "2025-03" },
    { now: "2027-03-31T12:00:00.000Z", oldest: "2026-03" },
    { now: "2026-12-31T23:59:59.999Z", oldest: "2025-12" },
  ])("at $now is $oldest, the twelfth month before the current one", ({ now, oldest }) => {
    expect(oldestRetainedMonth(Date.parse(now))).toBe(oldest);
  });
});

describe("oldestMonthToStay", () => {
  const nowMs = Date.parse("2026-11-21T12:00:00Z");

  it.each([
    { newestTrusted: null, stays: "", why: "nothing is trusted yet" },
    { newestTrusted: "2026-11", stays: "2025-11", why: "clock and trusted month agree" },
    { newestTrusted: "2026-09", stays: "2025-09", why: "the clock may have leapt ahead" },
    { newestTrusted: "2027-03", stays: "2025-11", why: "the clock may have been set back" },
  ])("is '$stays' if the newest trusted month is $newestTrusted: $why", ({ newestTrusted, stays }) => {
    expect(oldestMonthToStay(nowMs, newestTrusted)).toBe(stays);
  });
});
