import { StoreUnavailable, type AccountStore } from "./store.ts";

type Timed = "findCaller" | "spend" | "sports" | "usage" | "monthlyTotals" | "ping";

/** One operation of a store, as the metrics count it. */
export interface StoreOperation {
  readonly operation: Timed;
  /** `overloaded`: this process was held up. `failed` is anything but StoreUnavailable: a bug. */
  readonly outcome: "ok" | "unavailable" | "overloaded" | "failed";
  readonly seconds: number;
}

export interface TimedStore extends AccountStore {
  /** Whether spends are under way and none of them has come to an end for longer than counting takes. */
  isSpendStalled(): boolean;
  /** How long ago one of these operations came to its end as it should, in ms. */
  silentMs(): number;
}

/**
 * Counting takes some milliseconds, and tens where the disk is busy. Time alone would take an event loop that is busy
 * with calls for a stalled store: each look is in another turn of the loop, so answers that are there have been read.
 */
const LOOK_MS = 10;
const LOOKS_IN_VAIN = 10;

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
  let looksInVain = 0;
  let nextLook: NodeJS.Timeout | undefined;
  let answeredAtMs = -Infinity;

  const look = () => {
    looksInVain += 1;
    nextLook = spendsUnderWay === 0 ? undefined : setTimeout(look, LOOK_MS).unref();
  };

  const timed = <Arguments extends readonly unknown[], Result>(
    operation: Timed,
    run: (...args: Arguments) => Promise<Result>,
  ) => {
    return async (...args: Arguments): Promise<Result> => {
      const startedMs = performance.now();
      let outcome: StoreOperation["outcome"] = "ok";
      try {
        const result = await run(...args);
        answeredAtMs = performance.now();
        return result;
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) outcome = "failed";
        else outcome = error.isOverload ? "overloaded" : "unavailable";
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
      if (spendsUnderWay === 0) looksInVain = 0;
      spendsUnderWay += 1;
      nextLook ??= setTimeout(look, LOOK_MS).unref();
      try {
        return await timedSpend(spending);
      } finally {
        spendsUnderWay -= 1;
        looksInVain = 0;
      }
    },
    silentMs: () => performance.now() - answeredAtMs,
    isSpendStalled: () => spendsUnderWay > 0 && looksInVain >= LOOKS_IN_VAIN,
    sports: timed("sports", store.sports),
    usage: timed("usage", store.usage),
    monthlyTotals: timed("monthlyTotals", store.monthlyTotals),
    ping: timed("ping", store.ping),
  };
}
