import { StoreUnavailable, type AccountStore } from "./store.ts";

type Timed = "findCaller" | "spend" | "sports" | "usage" | "monthlyTotals" | "ping";

/** One operation of a store, for the metrics. */
export interface StoreOperation {
  readonly operation: Timed;
  /** `overloaded`: this process was blocked. `failed` is anything but StoreUnavailable: a bug. */
  readonly outcome: "ok" | "unavailable" | "overloaded" | "failed";
  readonly seconds: number;
}

export interface TimedStore extends AccountStore {
  /** Whether spends are in flight and none has ended for longer than counting takes. */
  isSpendStalled(): boolean;
  /** Milliseconds since one of these operations last succeeded. */
  silentMs(): number;
}

/**
 * Counting takes some milliseconds, tens on a busy disk. Elapsed time alone would mistake a busy event loop for a stalled
 * store; each check runs in another turn of the loop, after available answers were read.
 */
const LOOK_MS = 10;
const LOOKS_IN_VAIN = 10;

/**
 * Times the operations that most calls and readiness wait for, without changing their results. Stores are objects of plain
 * functions, so they can be wrapped.
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
    whenOver?: () => void,
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
        whenOver?.();
      }
    };
  };

  const timedSpend = timed("spend", store.spend, () => {
    spendsUnderWay -= 1;
    looksInVain = 0;
  });

  return {
    ...store,
    findCaller: timed("findCaller", store.findCaller),
    spend: (spending) => {
      if (spendsUnderWay === 0) looksInVain = 0;
      spendsUnderWay += 1;
      nextLook ??= setTimeout(look, LOOK_MS).unref();
      return timedSpend(spending);
    },
    silentMs: () => performance.now() - answeredAtMs,
    isSpendStalled: () => spendsUnderWay > 0 && looksInVain >= LOOKS_IN_VAIN,
    sports: timed("sports", store.sports),
    usage: timed("usage", store.usage),
    monthlyTotals: timed("monthlyTotals", store.monthlyTotals),
    ping: timed("ping", store.ping),
  };
}
