import { expect, vi } from "vitest";
import { StoreUnavailable, type AccountStore } from "../../src/accounts/store.ts";
import type { Spending } from "../../src/accounts/spending.ts";

/** Limits for a busy machine. */
export const PATIENCE = { timeout: 30_000, interval: 20 };

/** Starts callers who spend again and again, `callersEach` through each store, whatever the results are. */
export function startSpendingLoad(stores: readonly AccountStore[], call: Spending, callersEach: number) {
  let [told, unknown] = [0, 0];
  const reasons = new Set<string>();
  const over = new AbortController();
  const callers = stores.flatMap((store) =>
    Array.from({ length: callersEach }, async () => {
      while (!over.signal.aborted) {
        try {
          await store.spend(call);
          told += 1;
        } catch (error) {
          if (!(error instanceof StoreUnavailable)) throw error;
          reasons.add(error.message);
          if (error.mayHaveChanged) unknown += 1;
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      }
    }),
  );
  return {
    /** Why callers were refused so far. */
    reasons,
    untilTold: (more: number) => {
      const enough = told + more;
      return vi.waitFor(() => expect(told).toBeGreaterThanOrEqual(enough), PATIENCE);
    },
    /** Ends the load. Returns how many calls were answered, how many have an unknown fate, and how many are counted. */
    stop: async (store: AccountStore) => {
      over.abort();
      await Promise.all(callers);
      const [total] = await vi.waitFor(() => store.monthlyTotals(call.accountId), PATIENCE);
      return { told, unknown, counted: total?.calls };
    },
  };
}
