import { StoreUnavailable, type AccountStore } from "./account-store.ts";

type Timed = "findCaller" | "spend" | "sports" | "usage" | "monthlyTotals" | "ping";

/** One operation of a store, as the metrics count it. */
export interface StoreOperation {
  readonly operation: Timed;
  /** `failed` is anything but StoreUnavailable: a bug. */
  readonly outcome: "ok" | "unavailable" | "failed";
  readonly seconds: number;
}

export interface TimedStore extends AccountStore {
  /** For how long none of the spends under way has come to an end; 0 where there is none. */
  spendStallMs(): number;
}

/**
 * Times the operations that calls and readiness wait for, which succeed and fail as they would without it. The others are
 * the operator's commands, and no service runs them. Stores are objects of plain functions, so they can be passed on.
 */
export function createTimedStore({
  store,
  onOperation,
}: {
  readonly store: AccountStore;
  readonly onOperation: (operation: StoreOperation) => void;
}): TimedStore {
  let spendsUnderWay = 0;
  let spendMovedMs = 0;

  const timed = <Arguments extends readonly unknown[], Result>(
    operation: Timed,
    run: (...args: Arguments) => Promise<Result>,
  ) => {
    return async (...args: Arguments): Promise<Result> => {
      const startedMs = performance.now();
      let outcome: StoreOperation["outcome"] = "ok";
      try {
        return await run(...args);
      } catch (error) {
        outcome = error instanceof StoreUnavailable ? "unavailable" : "failed";
        throw error;
      } finally {
        onOperation({ operation, outcome, seconds: (performance.now() - startedMs) / 1000 });
      }
    };
  };

  const timedSpend = timed("spend", store.spend);

  return {
    ...store,
    findCaller: timed("findCaller", store.findCaller),
    spend: async (spending) => {
      if (spendsUnderWay === 0) spendMovedMs = performance.now();
      spendsUnderWay += 1;
      try {
        return await timedSpend(spending);
      } finally {
        spendsUnderWay -= 1;
        spendMovedMs = performance.now();
      }
    },
    spendStallMs: () => (spendsUnderWay === 0 ? 0 : performance.now() - spendMovedMs),
    sports: timed("sports", store.sports),
    usage: timed("usage", store.usage),
    monthlyTotals: timed("monthlyTotals", store.monthlyTotals),
    ping: timed("ping", store.ping),
  };
}
