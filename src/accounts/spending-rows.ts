import type { Spending, SpendResult } from "./account-store.ts";

/** Calls that are counted under the same account, day and method, against the same quota. */
export interface SpendingRow extends Spending {
  /** How many there are. */
  calls: number;
}

/** What became of a row's calls: so many of them were counted, the rest found the quota used up. */
export interface CountedRow {
  readonly usedBefore: number;
  readonly counted: number;
}

export interface SpendingRows {
  readonly rows: readonly SpendingRow[];
  /** A result for each spending, in their order, from what became of each row. */
  resultsOf(countedRows: readonly CountedRow[]): readonly SpendResult[];
}

/** Spendings of the same name are alike, and may be counted in one step. */
export function spendingName({ accountId, month, day, method, quota }: Spending): string {
  return `${accountId} ${month} ${day} ${method} ${quota}`;
}

/** What became of one of a row's calls; `order` is how many of them came before it. */
export function spendResult({ usedBefore, counted }: CountedRow, order: number): SpendResult {
  return order < counted
    ? { kind: "Spent", used: usedBefore + order + 1 }
    : { kind: "Exhausted", used: usedBefore + counted };
}

/** Puts alike spendings into one row: a busy customer's calls cost little more than one of them. */
export function spendingRows(spendings: readonly Spending[]): SpendingRows {
  const rowByName = new Map<string, number>();
  const rows: SpendingRow[] = [];
  const calls = spendings.map((spending) => {
    const name = spendingName(spending);
    const row = rowByName.get(name) ?? rows.push({ ...spending, calls: 0 }) - 1;
    rowByName.set(name, row);
    return { row, order: (rows[row] as SpendingRow).calls++ };
  });
  return {
    rows,
    resultsOf: (countedRows) =>
      calls.map(({ row, order }) => spendResult(countedRows[row] as CountedRow, order)),
  };
}
