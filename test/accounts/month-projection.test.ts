import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { projectMonth } from "../../src/accounts/month-projection.ts";

/** November has 30 days. */
const NOON_OF = (day: number) => Date.UTC(2026, 10, day, 12);
const row = (day: number, calls: number) => ({ day: `2026-11-${String(day).padStart(2, "0")}`, calls });

describe("the projection of a month", () => {
  it.each([
    {
      title: "adds the mean of the full days for each day that is left",
      rows: [row(1, 10), row(1, 20), row(2, 60), row(3, 30), row(4, 5)],
      day: 4,
      // 120 calls in three full days: 40 for today, and 40 for each of the 26 days that are left.
      projected: { calls: 120 + 40 + 26 * 40, fullDays: 3, isRough: true },
    },
    {
      title: "counts days without a call after the first day with calls, and no day before it",
      rows: [row(11, 50), row(13, 50)],
      day: 21,
      projected: { calls: 100 + 10 + 9 * 10, fullDays: 10, isRough: false },
    },
    {
      title: "keeps today's count if it is above the mean",
      rows: [row(28, 10), row(29, 10), row(30, 70)],
      day: 30,
      projected: { calls: 90, fullDays: 2, isRough: true },
    },
  ])("$title", ({ rows, day, projected }) => {
    expect(projectMonth({ rows, monthlyQuota: 10_000, nowMs: NOON_OF(day) })).toEqual({
      ...projected,
      usedUpOn: undefined,
    });
  });

  it.each([
    { title: "a month without calls", rows: [], day: 21 },
    { title: "the first day of a month", rows: [row(1, 700)], day: 1 },
    { title: "the first day with calls", rows: [row(21, 700)], day: 21 },
  ])("is not made for $title", ({ rows, day }) => {
    expect(projectMonth({ rows, monthlyQuota: 500, nowMs: NOON_OF(day) })).toBeUndefined();
  });

  it.each([
    { quota: 1, usedUpOn: undefined, title: "is used up already" },
    { quota: 100, usedUpOn: undefined, title: "is used up by the last call" },
    { quota: 101, usedUpOn: "2026-11-11", title: "will not last the day" },
    { quota: 110, usedUpOn: "2026-11-11", title: "is reached by the day's last call" },
    { quota: 111, usedUpOn: "2026-11-12", title: "lasts a day" },
    { quota: 300, usedUpOn: "2026-11-30", title: "lasts to the last day" },
    { quota: 301, usedUpOn: undefined, title: "lasts" },
  ])("a quota of $quota $title", ({ quota, usedUpOn }) => {
    const rows = Array.from({ length: 10 }, (_, i) => row(i + 1, 10));
    const projection = projectMonth({ rows, monthlyQuota: quota, nowMs: NOON_OF(11) });
    expect(projection).toMatchObject({ calls: 300 });
    expect(projection?.usedUpOn).toBe(usedUpOn);
  });

  it("is at least what was counted, and above the quota exactly when a day is named or the quota is used up", () => {
    const calls = fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 30, maxLength: 30 });
    const property = fc.property(
      calls,
      fc.integer({ min: 1, max: 30 }),
      fc.nat(20_000),
      (days, today, quota) => {
        const rows = days.slice(0, today).flatMap((each, i) => (each === 0 ? [] : [row(i + 1, each)]));
        const used = rows.reduce((sum, each) => sum + each.calls, 0);
        const projection = projectMonth({ rows, monthlyQuota: quota, nowMs: NOON_OF(today) });
        if (projection === undefined) return;
        expect(projection.calls).toBeGreaterThanOrEqual(used);
        const { usedUpOn = row(today, 0).day } = projection;
        const isNamed = projection.usedUpOn !== undefined || used >= quota;
        // A projection is rounded, so within one call of the quota either may be true.
        const isAtQuota = Math.abs(projection.calls - quota) <= 1;
        expect(isAtQuota || isNamed === projection.calls > quota).toBe(true);
        expect(usedUpOn >= row(today, 0).day && usedUpOn <= "2026-11-30").toBe(true);
      },
    );
    fc.assert(property);
  });
});
