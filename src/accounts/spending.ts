// How a call is counted, and the result. Equal calls that arrive together are counted as one row.
import { byVerdict, type Verdict, VERDICT_TABLE, VERDICTS } from "../scoring/verdicts.ts";
import type { VerdictCounts } from "./usage.ts";

export interface Spending {
  readonly accountId: string;
  /** UTC calendar month, `2026-11`. A store with a server uses the server's clock instead, and returns its time. */
  readonly month: string;
  /** UTC day of the month, 1..31; also by the server's clock, if there is a server. */
  readonly day: number;
  /** The RPC's name, as in metrics and logs: `GetBookingConfidence`. */
  readonly method: string;
  readonly keyId?: string | undefined;
  /** For the start that was asked about, or the best of several; undefined if the answer has none. */
  readonly verdict?: Verdict | undefined;
  /** The month's limit. */
  readonly quota: number;
  /** The additional daily limit of a publishable key. */
  readonly dailyQuota?: number | undefined;
}

/** The result of a spend. An unreachable store throws StoreUnavailable instead. */
export type SpendResult = {
  /** The time by the clock of the store's server, if that decides on month and day. Unix ms. */
  readonly atMs?: number | undefined;
} & (
  | {
      readonly kind: "Spent";
      /** Calls of the month, including this one. */
      readonly used: number;
      /** Calls of the key's day, including this one, if it is limited. */
      readonly usedOfDay?: number;
    }
  | { readonly kind: "Exhausted"; readonly used: number }
  /** The month has calls left, the key's day has none. */
  | { readonly kind: "DayExhausted"; readonly used: number }
);

/** Calls that count under the same account, day, method and key, against the same limits. */
export interface SpendingRow extends Omit<Spending, "verdict"> {
  calls: number;
  /** A letter for each call: that of its verdict, `-` for none. In order, because perhaps only the first calls count. */
  verdicts: string;
}

/** The result for a row. Calls beyond `counted` met a used-up quota of the month or of the key's day. */
export interface CountedRow {
  readonly usedBefore: number;
  readonly counted: number;
  /** For the key's day, if it is limited. */
  readonly usedOfDayBefore?: number | undefined;
  readonly atMs?: number | undefined;
}

/** Sums up the calls of a group in rows, so that many calls of an account cost little more than one. */
export class SpendingRows {
  readonly rows: SpendingRow[] = [];
  /** The positions in `rows` by account. */
  readonly #positions = new Map<string, number[]>();

  /** Adds a call. The returned function takes the rows' results and returns the call's. */
  add(spending: Spending): (counted: { readonly rows: readonly CountedRow[] }) => SpendResult {
    const position = this.#positionFor(spending);
    const row = this.rows[position] as SpendingRow;
    const callsBefore = row.calls;
    row.calls += 1;
    row.verdicts += spending.verdict?.charAt(0) ?? "-";
    return ({ rows }) => {
      const { usedBefore, counted, usedOfDayBefore, atMs } = rows[position] as CountedRow;
      if (callsBefore >= counted) {
        const used = usedBefore + counted;
        return { kind: used >= spending.quota ? "Exhausted" : "DayExhausted", used, atMs };
      }
      const used = usedBefore + callsBefore + 1;
      return usedOfDayBefore === undefined
        ? { kind: "Spent", used, atMs }
        : { kind: "Spent", used, usedOfDay: usedOfDayBefore + callsBefore + 1, atMs };
    };
  }

  /** The position of the row for such calls; adds the row if there is none. */
  #positionFor({ accountId, month, day, method, keyId, quota, dailyQuota }: Spending): number {
    const positions = this.#positions.get(accountId) ?? [];
    for (const position of positions) {
      const row = this.rows[position] as SpendingRow;
      const isSame =
        row.method === method &&
        row.keyId === keyId &&
        row.day === day &&
        row.month === month &&
        row.quota === quota &&
        row.dailyQuota === dailyQuota;
      if (isSame) return position;
    }
    const row = { accountId, month, day, method, keyId, quota, dailyQuota, calls: 0, verdicts: "" };
    const position = this.rows.push(row) - 1;
    positions.push(position);
    this.#positions.set(accountId, positions);
    return position;
  }
}

const VERDICT_BY_LETTER: ReadonlyMap<string, Verdict> = new Map(
  VERDICTS.map((verdict) => [VERDICT_TABLE[verdict].letter, verdict]),
);

export function verdictCounts(letters: string): VerdictCounts {
  const counts = { ...byVerdict(() => 0) };
  for (const letter of letters) {
    const verdict = VERDICT_BY_LETTER.get(letter);
    if (verdict !== undefined) counts[verdict] += 1;
  }
  return counts;
}
