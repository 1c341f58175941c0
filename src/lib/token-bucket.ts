import { createGrowingLru } from "./growing-lru.ts";
import type { Clock } from "./time/clock.ts";

/** A rate limit: at most `burst` tokens at once; `count` tokens come back in each `perMs`. */
export interface Rate {
  readonly burst: number;
  readonly count: number;
  readonly perMs: number;
}

/**
 * A token bucket for each key, full at first. A bucket stores the time it owes instead of its tokens, so that refilling it
 * adds no rounding error. A key takes about 200 bytes. Beyond `keysMax` the least recently used bucket is dropped, and starts
 * full again.
 */
export function createTokenBuckets({
  clock,
  keysMax = 10_000,
}: {
  readonly clock: Clock;
  readonly keysMax?: number;
}) {
  /** The time that each bucket owed at `atMs`. */
  const debts = createGrowingLru<string, { owedMs: number; atMs: number }>(keysMax);

  const debtNow = (key: string) => {
    const nowMs = clock.elapsedMs();
    let debt = debts.get(key);
    if (debt === undefined) debts.set(key, (debt = { owedMs: 0, atMs: nowMs }));
    debt.owedMs = Math.max(0, debt.owedMs - (nowMs - debt.atMs));
    debt.atMs = nowMs;
    return debt;
  };

  return {
    /** Takes a token and returns 0. If there is none, returns the milliseconds until the next. */
    take(key: string, rate: Rate): number {
      const debt = debtNow(key);
      const missing = missingMs(debt, rate);
      if (missing === 0) debt.owedMs += costMs(rate);
      return missing;
    },
    /** Takes a token for something already done, even if there is none. */
    charge(key: string, rate: Rate): void {
      debtNow(key).owedMs += costMs(rate);
    },
    /** What `take` would return. */
    waitMs: (key: string, rate: Rate): number => (debts.has(key) ? missingMs(debtNow(key), rate) : 0),
    /** Gives tokens back that turned out not to be needed. */
    giveBack(key: string, rate: Rate, count = 1): void {
      const debt = debts.get(key);
      if (debt !== undefined) debt.owedMs = Math.max(0, debt.owedMs - count * costMs(rate));
    },
  };
}

/** Milliseconds until there is a token; 0 if there is one. */
function missingMs({ owedMs }: { readonly owedMs: number }, rate: Rate): number {
  const missing = owedMs + (1 - rate.burst) * costMs(rate);
  // Rounding errors are smaller than this.
  return missing > 0.001 ? missing : 0;
}

function costMs({ count, perMs }: Rate): number {
  return perMs / count;
}
