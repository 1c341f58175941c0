import type { Spending, SpendResult } from "./account-store.ts";
import { verdictLetter } from "./verdict-letters.ts";

/** Calls that are counted under the same account, day, method and key, against the same limits. */
export interface SpendingRow extends Omit<Spending, "verdict"> {
  /** How many there are. */
  calls: number;
  /** A letter for each, in their order. */
  verdicts: string;
}

/** What became of a row's calls: so many of them were counted, the rest found the month or the key's day used up. */
export interface CountedRow {
  readonly usedBefore: number;
  readonly counted: number;
  /** Of the key's day, where that is limited. */
  readonly usedOfDayBefore?: number | undefined;
}

export interface SpendingRows {
  readonly rows: readonly SpendingRow[];
  /** A result for each spending, in their order, from what became of each row. */
  resultsOf(countedRows: readonly CountedRow[]): readonly SpendResult[];
}

/** Spendings of the same name are alike, and may be counted in one step. */
export function spendingName(spending: Spending): string {
  const { accountId, month, day, method, keyId, quota, dailyQuota } = spending;
  return `${accountId} ${month} ${day} ${method} ${keyId} ${quota} ${dailyQuota}`;
}

/** A row for calls like this one, none of them in it yet. */
export function emptyRow(spending: Spending): SpendingRow {
  const { accountId, month, day, method, keyId, quota, dailyQuota } = spending;
  return { accountId, month, day, method, keyId, quota, dailyQuota, calls: 0, verdicts: "" };
}

/** Adds a call to the row of its like, and tells how many came before it. */
export function addCall(row: SpendingRow, { verdict }: Spending): number {
  row.verdicts += verdictLetter(verdict);
  return row.calls++;
}

/** What became of one of a row's calls; `order` is how many of them came before it. */
export function spendResult(
  { quota }: Pick<Spending, "quota">,
  { usedBefore, counted, usedOfDayBefore }: CountedRow,
  order: number,
): SpendResult {
  if (order >= counted) {
    const used = usedBefore + counted;
    return { kind: used >= quota ? "Exhausted" : "DayExhausted", used };
  }
  const used = usedBefore + order + 1;
  return usedOfDayBefore === undefined
    ? { kind: "Spent", used }
    : { kind: "Spent", used, usedOfDay: usedOfDayBefore + order + 1 };
}

/** Puts alike spendings into one row: a busy customer's calls cost little more than one of them. */
export function spendingRows(spendings: readonly Spending[]): SpendingRows {
  const rowByName = new Map<string, number>();
  const rows: SpendingRow[] = [];
  const calls = spendings.map((spending) => {
    const name = spendingName(spending);
    const row = rowByName.get(name) ?? rows.push(emptyRow(spending)) - 1;
    rowByName.set(name, row);
    return { row, order: addCall(rows[row] as SpendingRow, spending) };
  });
  return {
    rows,
    resultsOf: (countedRows) =>
      calls.map(({ row, order }) =>
        spendResult(rows[row] as SpendingRow, countedRows[row] as CountedRow, order),
      ),
  };
}
