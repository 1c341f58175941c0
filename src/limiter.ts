import { LRUCache } from "lru-cache";
import type { Clock } from "./clock.ts";

/** So many at first and after a pause; used up, `count` come back in `perMs`. */
export interface Rate {
  readonly burst: number;
  readonly count: number;
  readonly perMs: number;
}

/**
 * A budget for each key, full at first, that fills again with time. It is reckoned in time: whole milliseconds, unlike parts
 * of a call. A key costs about 200 bytes; beyond `keysMax` those that were quiet longest are dropped, whose budgets have long
 * been full again.
 */
export function createLimiter({
  clock,
  keysMax = 10_000,
}: {
  readonly clock: Clock;
  readonly keysMax?: number;
}) {
  /** How much is owed, and since when that is known. */
  const budgets = new LRUCache<string, { owedMs: number; atMs: number }>({ max: keysMax });

  const budgetNow = (key: string) => {
    const nowMs = clock.nowMs();
    let budget = budgets.get(key);
    if (budget === undefined) budgets.set(key, (budget = { owedMs: 0, atMs: nowMs }));
    // A clock that was set back gives nothing, and goes on from there.
    budget.owedMs = Math.max(0, budget.owedMs - Math.max(0, nowMs - budget.atMs));
    budget.atMs = nowMs;
    return budget;
  };

  return {
    /** Takes one, if there is one: the milliseconds until there is, 0 where it was taken. */
    take(key: string, rate: Rate): number {
      const budget = budgetNow(key);
      const missing = missingMs(budget, rate);
      if (missing === 0) budget.owedMs += costMs(rate);
      return missing;
    },
    /** Takes one that is used already, though there be none. */
    charge(key: string, rate: Rate): void {
      budgetNow(key).owedMs += costMs(rate);
    },
    /** What `take` would say. */
    waitMs: (key: string, rate: Rate): number => (budgets.has(key) ? missingMs(budgetNow(key), rate) : 0),
    giveBack(key: string, rate: Rate, count = 1): void {
      const budget = budgets.get(key);
      if (budget !== undefined) budget.owedMs = Math.max(0, budget.owedMs - count * costMs(rate));
    },
  };
}

/** How long until one can be taken; 0 where it can be now. */
function missingMs({ owedMs }: { readonly owedMs: number }, rate: Rate): number {
  const missing = owedMs + (1 - rate.burst) * costMs(rate);
  // Sums of parts may differ from the whole by less than this.
  return missing > 0.001 ? missing : 0;
}

function costMs({ count, perMs }: Rate): number {
  return perMs / count;
}
