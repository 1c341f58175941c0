// The three verdicts. Stores, pages, commands and the verification take their names, order and bounds from here.

interface VerdictRow {
  /** 0 is the worst. */
  readonly rank: 0 | 1 | 2;
  /** The scores with this verdict. They are part of the public contract; no sport may change them. */
  readonly lowest: number;
  readonly highest: number;
  /** Counts of calls note the verdict of each call as a letter. */
  readonly letter: string;
  /** In pages: the name of its colour, and a mark that distinguishes the verdicts without colour. */
  readonly color: string;
  readonly mark: string;
}

/** By name, as callers read it, from the best to the worst. */
export const VERDICT_TABLE = {
  safe_to_book: { rank: 2, lowest: 80, highest: 100, letter: "s", color: "safe", mark: "✓" },
  proceed_with_caution: { rank: 1, lowest: 50, highest: 79, letter: "p", color: "caution", mark: "!" },
  not_recommended: { rank: 0, lowest: 0, highest: 49, letter: "n", color: "poor", mark: "✕" },
} as const satisfies Readonly<Record<string, VerdictRow>>;

export type Verdict = keyof typeof VERDICT_TABLE;

export type VerdictRank = (typeof VERDICT_TABLE)[Verdict]["rank"];

/** From the best to the worst. */
export const VERDICTS = Object.keys(VERDICT_TABLE) as readonly Verdict[];

export function byVerdict<Value>(valueOf: (verdict: Verdict) => Value): Readonly<Record<Verdict, Value>> {
  return Object.fromEntries(VERDICTS.map((verdict) => [verdict, valueOf(verdict)])) as Record<Verdict, Value>;
}
