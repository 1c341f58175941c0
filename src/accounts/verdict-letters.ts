// The verdicts of calls that are counted in one step: a letter for each, in the order of the calls, since only the first of
// them may be counted.
import { VERDICTS, type Verdict, type VerdictCounts } from "./verdict.ts";

const BY_LETTER: ReadonlyMap<string, Verdict> = new Map(
  VERDICTS.map((verdict) => [verdictLetter(verdict), verdict]),
);

/** `s`, `p` or `n`; `-` for an answer without a verdict. */
export function verdictLetter(verdict: Verdict | undefined): string {
  return verdict?.charAt(0) ?? "-";
}

/** How often each verdict is there; undefined where none is. */
export function verdictCounts(letters: string): VerdictCounts | undefined {
  let counts: Record<Verdict, number> | undefined;
  for (const letter of letters) {
    const verdict = BY_LETTER.get(letter);
    if (verdict !== undefined) {
      counts ??= { safe_to_book: 0, proceed_with_caution: 0, not_recommended: 0 };
      counts[verdict] += 1;
    }
  }
  return counts;
}
