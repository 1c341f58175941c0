import type { Clock } from "../clock.ts";

/** Short beside the 30 s for which an answer may be cached. */
const SELDOM_MS = 5_000;

/** Finds something out at most every five seconds, however many ask: it is for those who need no key. */
export function seldom<T>({ ask, clock }: { ask: () => Promise<T>; clock: Clock }): () => Promise<T> {
  let last: { readonly atMs: number; readonly answer: Promise<T> } | undefined;
  return () => {
    const nowMs = clock.nowMs();
    // A clock that was set back makes nothing last longer.
    if (last === undefined || nowMs < last.atMs || nowMs - last.atMs >= SELDOM_MS) {
      last = { atMs: nowMs, answer: ask() };
    }
    return last.answer;
  };
}
