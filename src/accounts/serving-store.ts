// The account store as calls use it: callers are cached, and the operations that calls wait for are timed.
import type { LRUCache } from "lru-cache";
import { createGrowingLru } from "../lib/growing-lru.ts";
import { type Clock, systemClock } from "../lib/time/clock.ts";
import type { Caller } from "./key.ts";
import { monthAt } from "./month.ts";
import { StoreUnavailable, type AccountStore } from "./store.ts";

/**
 * How long a caller is cached, and so how late a revocation, suspension or change of plan can take effect. Stores promise
 * that a revoked key is refused everywhere within five seconds.
 */
export const CALLERS_CACHED_MS = 1_000;

/** About 1 kB each. */
const CALLERS_MAX = 10_000;

/**
 * A store is stalled when no spend has ended for ten checks (100 ms): counting takes some milliseconds, or some tens of
 * milliseconds on a busy disk. Checks are counted instead of time, because a busy event loop is not a stalled store: each
 * check runs after the available answers were read.
 */
const TICK_MS = 10;
const TICKS_MAX = 10;

/** One operation of a store, for the metrics. */
export interface StoreOperation {
  readonly operation: "findCaller" | "spend" | "sports" | "usage" | "monthlyTotals" | "ping";
  /** `overloaded`: this process was blocked. `failed` is anything but StoreUnavailable: a bug. */
  readonly outcome: "ok" | "unavailable" | "overloaded" | "failed";
  readonly seconds: number;
}

export interface ServingStore extends AccountStore, Serving {}

/** What a process that serves adds to its store. */
interface Serving {
  /** The caller, if `findCaller` would not ask the store; otherwise undefined. */
  cachedCaller(sha256: string, month: string): Caller | undefined;
  /**
   * The caller when the key was last looked up, however long ago; undefined if it is not cached or was revoked. Used to
   * attribute failed calls, never to admit one.
   */
  lastCachedCaller(sha256: string): Caller | undefined;
  /** Whether spends are in flight, and the last one ended longer ago than counting should take. */
  isSpendStalled(): boolean;
  /** Milliseconds since one of the timed operations last succeeded. */
  silentMs(): number;
}

interface ServingParts {
  readonly store: AccountStore;
  readonly clock: Clock;
  /** By account: the calls of its month, as the last spend of this process found them. */
  readonly lastCounts: LRUCache<string, { readonly month: string; readonly used: number }>;
  readonly report: (operation: StoreOperation["operation"], startedMs: number, error?: unknown) => void;
}

/** Wraps a store: caches callers, notices stalled spends, and reports the operations in StoreOperation. */
export function createServingStore<Store extends AccountStore>({
  store,
  clock,
  onOperation = () => undefined,
}: Pick<ServingParts, "clock"> & {
  readonly store: Store;
  readonly onOperation?: (operation: StoreOperation) => void;
}): Store & Serving {
  let answeredAtMs = -Infinity;
  const report: ServingParts["report"] = (operation, startedMs, error) => {
    const endedMs = clock.elapsedMs();
    let outcome: StoreOperation["outcome"] = "ok";
    if (error === undefined) answeredAtMs = systemClock.elapsedMs();
    else if (!(error instanceof StoreUnavailable)) outcome = "failed";
    else outcome = error.isOverload ? "overloaded" : "unavailable";
    onOperation({ operation, outcome, seconds: (endedMs - startedMs) / 1000 });
  };
  const parts: ServingParts = { store, clock, lastCounts: createGrowingLru(CALLERS_MAX), report };

  // Stores are objects of plain functions, so they can be wrapped.
  return {
    ...store,
    ...createCallers(parts),
    ...createSpend(parts),
    sports: timed("sports", store.sports, parts),
    usage: timed("usage", store.usage, parts),
    usageOfMonth: timed("usage", store.usageOfMonth, parts),
    monthlyTotals: timed("monthlyTotals", store.monthlyTotals, parts),
    ping: timed("ping", store.ping, parts),
    // By the system's clock: Node's timers watch the link.
    silentMs: () => systemClock.elapsedMs() - answeredAtMs,
  };
}

function timed<Arguments extends readonly unknown[], Result>(
  operation: StoreOperation["operation"],
  run: (...args: Arguments) => Promise<Result>,
  { clock, report }: ServingParts,
) {
  return async (...args: Arguments): Promise<Result> => {
    const startedMs = clock.elapsedMs();
    try {
      const result = await run(...args);
      report(operation, startedMs);
      return result;
    } catch (error) {
      report(operation, startedMs, error);
      throw error;
    }
  };
}

/**
 * Looks a busy caller up once a second instead of once a call. A cached caller's usage is the greater of what was looked up
 * and what this process counted last, so it may miss what other processes counted in that second. The quota is decided when
 * a call is counted, never here.
 */
function createCallers(
  parts: ServingParts,
): Pick<ServingStore, "findCaller" | "cachedCaller" | "lastCachedCaller"> {
  const { store, clock, lastCounts } = parts;
  const lookUp = timed("findCaller", store.findCaller, parts);
  const callers = createGrowingLru<string, { caller: Caller; month: string; fetchedAtMs: number }>(
    CALLERS_MAX,
  );

  const cachedCaller = (sha256: string, month: string): Caller | undefined => {
    const cached = callers.get(sha256);
    if (cached === undefined || cached.month !== month) return undefined;
    if (clock.elapsedMs() - cached.fetchedAtMs >= CALLERS_CACHED_MS) return undefined;
    const { caller } = cached;
    const last = lastCounts.get(caller.account.id);
    return last !== undefined && last.month === caller.month && last.used > caller.used
      ? { ...caller, used: last.used }
      : caller;
  };

  return {
    cachedCaller,
    lastCachedCaller: (sha256) => callers.peek(sha256)?.caller,
    findCaller: async (sha256, month) => {
      const cached = cachedCaller(sha256, month);
      if (cached !== undefined) return cached;
      const startedAtMs = clock.elapsedMs();
      const caller = await lookUp(sha256, month);
      // Unknown keys are not cached: a key works from the moment it is issued.
      if (caller === undefined) callers.delete(sha256);
      else callers.set(sha256, { caller, month, fetchedAtMs: startedAtMs });
      return caller;
    },
  };
}

/** Counts calls, and notices when no count ends. */
function createSpend({
  store,
  clock,
  lastCounts,
  report,
}: ServingParts): Pick<ServingStore, "spend" | "isSpendStalled"> {
  let underWay = 0;
  let ticksWaited = 0;
  let nextTick: NodeJS.Timeout | undefined;

  const tick = () => {
    ticksWaited += 1;
    nextTick = underWay === 0 ? undefined : setTimeout(tick, TICK_MS).unref();
  };

  return {
    // An async function would allocate 240 bytes more for each call.
    spend: (spending) => {
      const startedMs = clock.elapsedMs();
      if (underWay === 0) ticksWaited = 0;
      underWay += 1;
      nextTick ??= setTimeout(tick, TICK_MS).unref();
      return store.spend(spending).then(
        (result) => {
          underWay -= 1;
          ticksWaited = 0;
          const month = result.atMs === undefined ? spending.month : monthAt(result.atMs).month;
          lastCounts.set(spending.accountId, { month, used: result.used });
          report("spend", startedMs);
          return result;
        },
        (error: unknown) => {
          underWay -= 1;
          ticksWaited = 0;
          report("spend", startedMs, error);
          throw error;
        },
      );
    },
    isSpendStalled: () => underWay > 0 && ticksWaited >= TICKS_MAX,
  };
}
