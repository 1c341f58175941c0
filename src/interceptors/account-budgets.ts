import { LRUCache } from "lru-cache";
import { type Caller, shareOwner } from "../accounts/key.ts";
import { type Budget, createBudget } from "../budget.ts";
import type { Clock } from "../clock.ts";

/** About 200 bytes each. A budget that is dropped has long been full again. */
const BUDGETS_MAX = 10_000;

/** A budget for each account: so many a second, after a burst. Takes one of a caller's, and tells whether there was one. */
export function createAccountBudgets(options: {
  clock: Clock;
  aSecond: number;
  burst: number;
}): (caller: Caller) => boolean {
  const { clock, aSecond, burst } = options;
  const budgets = new LRUCache<string, Budget>({ max: BUDGETS_MAX });
  const costMs = 1_000 / aSecond;

  return (caller) => {
    const owner = shareOwner(caller);
    let budget = budgets.get(owner);
    if (budget === undefined) {
      budget = createBudget(clock);
      budgets.set(owner, budget);
    }
    return budget.take(costMs, burst * costMs) === 0;
  };
}
