// What a call is counted under, and what becomes of it. Calls that arrive together are counted together, in rows of alike ones.
import { VERDICTS, type Verdict, type VerdictCounts } from "./usage.ts";

export interface Spending {
  readonly accountId: string;
  /** UTC calendar month, `2026-11`. A store whose server has a clock counts by that instead, and tells when it did. */
  readonly month: string;
  /** UTC day of the month, 1..31. The same holds of it. */
  readonly day: number;
  /** The RPC's name, as metrics and log lines have it: `GetBookingConfidence`. */
  readonly method: string;
  /** The key that was called with. */
  readonly keyId?: string | undefined;
  /** Of the start that was asked about, or of the best of several; undefined where the answer has none. */
  readonly verdict?: Verdict | undefined;
  /** The month's limit. */
  readonly quota: number;
  /** Of a publishable key: the limit of its calls of the day, besides the month's. */
  readonly dailyQuota?: number | undefined;
}

/** The outcome of a spend. A store that cannot be reached is none of these: it throws StoreUnavailable. */
export type SpendResult = {
  /** By the clock of the store's server, where that decides on the month and the day. Unix ms. */
  readonly atMs?: number | undefined;
} & (
  | {
      readonly kind: "Spent";
      /** Of the month, including this call. */
      readonly used: number;
      /** Of the key's day, including this call, where that is limited. */
      readonly usedOfDay?: number;
    }
  | { readonly kind: "Exhausted"; readonly used: number }
  /** The month has calls left, the key's day has none. */
  | { readonly kind: "DayExhausted"; readonly used: number }
);

/** Calls that are counted under the same account, day, method and key, against the same limits. */
export interface SpendingRow extends Omit<Spending, "verdict"> {
  /** How many there are. */
  calls: number;
  /**
   * A letter for each, in their order, since only the first of them may be counted: `s`, `p` or `n` as the verdict begins, `-`
   * for an answer without one.
   */
  verdicts: string;
}

/** What became of a row's calls: so many of them were counted, the rest found the month or the key's day used up. */
export interface CountedRow {
  readonly usedBefore: number;
  readonly counted: number;
  /** Of the key's day, where that is limited. */
  readonly usedOfDayBefore?: number | undefined;
  readonly atMs?: number | undefined;
}

export interface SpendingRows {
  readonly rows: readonly SpendingRow[];
  /** A result for each spending, in their order, from what became of each row. */
  resultsOf(countedRows: readonly CountedRow[]): readonly SpendResult[];
}

/** Puts alike spendings into one row: a busy customer's calls cost little more than one of them. */
export function spendingRows(spendings: readonly Spending[]): SpendingRows {
  const rowByName = new Map<string, number>();
  const rows: SpendingRow[] = [];
  const calls = spendings.map(({ verdict, ...spending }) => {
    const { accountId, month, day, method, keyId, quota, dailyQuota } = spending;
    const name = `${accountId} ${month} ${day} ${method} ${keyId} ${quota} ${dailyQuota}`;
    const index = rowByName.get(name) ?? rows.push({ ...spending, calls: 0, verdicts: "" }) - 1;
    rowByName.set(name, index);
    const row = rows[index] as SpendingRow;
    row.verdicts += verdict?.charAt(0) ?? "-";
    return { index, order: row.calls++ };
  });
  return {
    rows,
    resultsOf: (countedRows) =>
      calls.map(({ index, order }) =>
        spendResult(rows[index] as SpendingRow, countedRows[index] as CountedRow, order),
      ),
  };
}

/** What became of one of a row's calls; `order` is how many of them came before it. */
function spendResult(
  { quota }: Pick<Spending, "quota">,
  { usedBefore, counted, usedOfDayBefore, atMs }: CountedRow,
  order: number,
): SpendResult {
  if (order >= counted) {
    const used = usedBefore + counted;
    return { kind: used >= quota ? "Exhausted" : "DayExhausted", used, atMs };
  }
  const used = usedBefore + order + 1;
  return usedOfDayBefore === undefined
    ? { kind: "Spent", used, atMs }
    : { kind: "Spent", used, usedOfDay: usedOfDayBefore + order + 1, atMs };
}

const VERDICT_BY_LETTER: ReadonlyMap<string, Verdict> = new Map(
  VERDICTS.map((verdict) => [verdict.charAt(0), verdict]),
);

/** How often each verdict is among a row's letters. */
export function verdictCounts(letters: string): VerdictCounts {
  const counts = { safe_to_book: 0, proceed_with_caution: 0, not_recommended: 0 };
  for (const letter of letters) {
    const verdict = VERDICT_BY_LETTER.get(letter);
    if (verdict !== undefined) counts[verdict] += 1;
  }
  return counts;
}
