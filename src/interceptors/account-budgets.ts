import { LRUCache } from "lru-cache";
import { type Budget, createBudget } from "../budget.ts";
import type { Clock } from "../clock.ts";

/** About 200 bytes each. The budget of an account that is dropped has long been full again. */
const ACCOUNTS_MAX = 10_000;

/** A budget for each account: so many a second, after a burst. Takes one of an account's, and tells whether there was one. */
export function createAccountBudgets(options: {
  clock: Clock;
  aSecond: number;
  burst: number;
}): (accountId: string) => boolean {
  const { clock, aSecond, burst } = options;
  const budgets = new LRUCache<string, Budget>({ max: ACCOUNTS_MAX });
  const costMs = 1_000 / aSecond;

  return (accountId) => {
    let budget = budgets.get(accountId);
    if (budget === undefined) {
      budget = createBudget(clock);
      budgets.set(accountId, budget);
    }
    return budget.take(costMs, burst * costMs) === 0;
  };
}
