import type { Spending, SpendResult } from "./account-store.ts";

/** Calls that are counted in one row. */
export interface CountedCalls {
  readonly spending: Spending;
  calls: number;
}

/**
 * Decides spendings one after the other, and then counts those of one row in one step: the calls that a busy customer
 * makes at once cost little more than one. Nobody else may write between looking and counting.
 */
export function spendTogether(
  spendings: readonly Spending[],
  store: {
    readonly usedInMonth: (spending: Spending) => number;
    readonly count: (counted: CountedCalls) => void;
  },
): readonly SpendResult[] {
  const usedByMonth = new Map<string, number>();
  const countedByRow = new Map<string, CountedCalls>();
  const results = spendings.map((spending): SpendResult => {
    const { accountId, month, day, method, quota } = spending;
    const monthName = `${accountId} ${month}`;
    const used = usedByMonth.get(monthName) ?? store.usedInMonth(spending);
    if (used >= quota) return { kind: "Exhausted", used };
    usedByMonth.set(monthName, used + 1);
    const rowName = `${monthName} ${day} ${method}`;
    const counted = countedByRow.get(rowName);
    if (counted === undefined) countedByRow.set(rowName, { spending, calls: 1 });
    else counted.calls += 1;
    return { kind: "Spent", used: used + 1 };
  });
  for (const counted of countedByRow.values()) store.count(counted);
  return results;
}
