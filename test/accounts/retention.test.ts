import { describe, expect, it } from "vitest";
import { oldestMonthToStay, oldestRetainedMonth, retainedMonths } from "../../src/accounts/retention.ts";

describe("retainedMonths", () => {
  it("are the current month and the twelve before it, the current one first", () => {
    const months = retainedMonths(Date.parse("2026-02-28T23:59:59.999Z"));
    expect(months).toHaveLength(13);
    expect(months.slice(0, 3)).toEqual(["2026-02", "2026-01", "2025-12"]);
    expect(months.at(-1)).toBe("2025-02");
    expect(oldestRetainedMonth(Date.parse("2026-02-28T23:59:59.999Z"))).toBe("2025-02");
  });

  it("on the 31st no month is left out", () => {
    const months = retainedMonths(Date.parse("2027-03-31T12:00:00Z"));
    expect(months.slice(0, 3)).toEqual(["2027-03", "2027-02", "2027-01"]);
    expect(new Set(months).size).toBe(13);
  });
});

describe("oldestMonthToStay", () => {
  const nowMs = Date.parse("2026-11-21T12:00:00Z");

  it.each([
    { newestTrusted: null, stays: "", why: "nothing is trusted yet" },
    { newestTrusted: "2026-11", stays: "2025-11", why: "clock and trusted month agree" },
    { newestTrusted: "2026-09", stays: "2025-09", why: "the clock may have leapt ahead" },
    { newestTrusted: "2027-03", stays: "2025-11", why: "the clock may have been set back" },
  ])("is $stays where the newest trusted month is $newestTrusted: $why", ({ newestTrusted, stays }) => {
    expect(oldestMonthToStay(nowMs, newestTrusted)).toBe(stays);
  });
});
