import { describe, expect, it } from "vitest";
import { type CountedRow, type Spending, SpendingRows } from "../../src/accounts/spending.ts";

const CALL: Spending = { accountId: "acc_a", month: "2026-11", day: 21, method: "GetForecast", quota: 10 };

function addAll(spendings: readonly Spending[]) {
  const group = new SpendingRows();
  const results = spendings.map((spending) => group.add(spending));
  return {
    rows: group.rows,
    resultsOf: (rows: readonly CountedRow[]) => results.map((resultOf) => resultOf({ rows })),
  };
}

describe("rows of spendings", () => {
  it("join equal calls, and no others", () => {
    const { rows } = addAll([CALL, { ...CALL, method: "RankSafeSlots" }, CALL]);
    expect(rows).toEqual([
      { ...CALL, calls: 2, verdicts: "--" },
      { ...CALL, method: "RankSafeSlots", calls: 1, verdicts: "-" },
    ]);
  });

  it("keep the verdicts of equal calls in their order", () => {
    const told = ["not_recommended", undefined, "safe_to_book", "proceed_with_caution"] as const;
    const { rows } = addAll(told.map((verdict) => Object.assign({}, CALL, { verdict })));
    expect(rows).toEqual([{ ...CALL, calls: 4, verdicts: "n-sp" }]);
  });

  it.each<Partial<Spending>>([
    { accountId: "acc_b" },
    { month: "2026-12" },
    { day: 22 },
    { method: "RankSafeSlots" },
    { keyId: "key_b" },
    { quota: 11 },
    { dailyQuota: 5 },
  ])("separate calls that differ by %o", (change) => {
    expect(addAll([CALL, { ...CALL, ...change }]).rows).toHaveLength(2);
  });

  it("give each call its result: the first of a row are counted, the rest are not", () => {
    const { resultsOf } = addAll([CALL, { ...CALL, day: 22 }, CALL, CALL]);
    const results = resultsOf([
      { usedBefore: 8, counted: 2 },
      { usedBefore: 10, counted: 0 },
    ]);
    expect(results).toEqual([
      { kind: "Spent", used: 9 },
      { kind: "Exhausted", used: 10 },
      { kind: "Spent", used: 10 },
      { kind: "Exhausted", used: 10 },
    ]);
  });

  it("say of a call that was not counted whether the month or the key's day is used up", () => {
    const { resultsOf } = addAll([
      { ...CALL, dailyQuota: 3 },
      { ...CALL, dailyQuota: 3 },
    ]);
    expect(resultsOf([{ usedBefore: 4, counted: 1, usedOfDayBefore: 2 }])).toEqual([
      { kind: "Spent", used: 5, usedOfDay: 3 },
      { kind: "DayExhausted", used: 5 },
    ]);
    expect(resultsOf([{ usedBefore: 9, counted: 1, usedOfDayBefore: 2 }])).toEqual([
      { kind: "Spent", used: 10, usedOfDay: 3 },
      { kind: "Exhausted", used: 10 },
    ]);
  });
});
