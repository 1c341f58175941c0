// Which calls are counted as one row. test/contracts checks the result of each call of a row on real stores.
import { describe, expect, it } from "vitest";
import { type Spending, SpendingRows } from "../../src/accounts/spending.ts";
import { spendingOf } from "./spending-of.ts";

const CALL = spendingOf("acc_a");

function rowsOf(...spendings: readonly Spending[]) {
  const group = new SpendingRows();
  for (const spending of spendings) group.add(spending);
  return group.rows;
}

describe("rows of spendings", () => {
  it("join equal calls, and no others", () => {
    expect(rowsOf(CALL, { ...CALL, method: "RankSafeSlots" }, CALL)).toEqual([
      { ...CALL, calls: 2, verdicts: "--" },
      { ...CALL, method: "RankSafeSlots", calls: 1, verdicts: "-" },
    ]);
  });

  it("keep the verdicts of equal calls in their order", () => {
    const told = ["not_recommended", undefined, "safe_to_book", "proceed_with_caution"] as const;
    const rows = rowsOf(...told.map((verdict) => Object.assign({}, CALL, { verdict })));
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
    expect(rowsOf(CALL, { ...CALL, ...change })).toHaveLength(2);
  });
});
