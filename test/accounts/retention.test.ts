import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { retainedMonths, oldestRetainedMonth, secondsRetained } from "../../src/accounts/retention.ts";
import { monthAt } from "../../src/accounts/month.ts";

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

describe("secondsRetained", () => {
  it("a month is retained until the 13th after it begins", () => {
    expect(secondsRetained("2026-11", Date.parse("2027-11-30T23:59:59Z"))).toBe(1);
    expect(secondsRetained("2026-11", Date.parse("2027-12-01T00:00:00Z"))).toBe(0);
  });

  it("is above zero for exactly the retained months and those to come", () => {
    const instant = fc.date({
      min: new Date("2000-01-01"),
      max: new Date("2100-01-01"),
      noInvalidDate: true,
    });
    const property = fc.property(instant, fc.integer({ min: -20, max: 2 }), (now, age) => {
      const nowMs = now.getTime();
      const { month } = monthAt(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + age));
      const isRetained = age > 0 || retainedMonths(nowMs).includes(month);
      expect(secondsRetained(month, nowMs) > 0).toBe(isRetained);
    });
    fc.assert(property, { numRuns: 300 });
  });

  it("refuses what is not a month", () => {
    expect(() => secondsRetained("2026-13", 0)).toThrow('"2026-13" is not a month');
  });
});
