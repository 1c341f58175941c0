import { LRUCache } from "lru-cache";
import type { Clock } from "../clock.ts";
import type { AccountStore } from "./store.ts";
import type { Caller } from "./key.ts";
import { monthAt } from "./month.ts";

/**
 * How long a caller is cached, and so how late a revocation, suspension or change of plan can take effect. Stores promise
 * that a revoked key is refused everywhere within five seconds.
 */
export const CALLERS_CACHED_MS = 1_000;

/** About 1 kB each. */
const CALLERS_MAX = 10_000;

interface CachedCaller {
  readonly caller: Caller;
  readonly askedMonth: string;
  readonly askedAtMs: number;
}

export interface CachedCallers extends AccountStore {
  /** The caller, if `findCaller` would not ask the store; otherwise undefined. */
  cachedCaller(sha256: string, month: string): Caller | undefined;
  /**
   * The caller when the key was last looked up, however long ago; undefined if it is not cached or was revoked. Used to
   * attribute failed calls, never to admit one.
   */
  lastKnownCaller(sha256: string): Caller | undefined;
}

interface CachedStoreOptions {
  readonly store: AccountStore;
  readonly clock: Clock;
}

/**
 * Looks a busy caller up once a second instead of once a call. A cached caller's usage is the greater of what was looked up
 * and what this process counted last, so it may miss what other processes counted in that second. The quota is decided when
 * a call is counted, never here. Stores are objects of plain functions, so they can be wrapped.
 */
export function createCachedCallers({ store, clock }: CachedStoreOptions): CachedCallers {
  const callers = new LRUCache<string, CachedCaller>({ max: CALLERS_MAX });
  const spent = new LRUCache<string, { readonly month: string; readonly used: number }>({ max: CALLERS_MAX });

  const withSpent = (caller: Caller): Caller => {
    const counted = spent.get(caller.account.id);
    return counted !== undefined && counted.month === caller.month && counted.used > caller.used
      ? { ...caller, used: counted.used }
      : caller;
  };

  const cachedCaller = (sha256: string, month: string): Caller | undefined => {
    const cached = callers.get(sha256);
    if (cached === undefined || cached.askedMonth !== month) return undefined;
    const ageMs = clock.nowMs() - cached.askedAtMs;
    // If the clock is set back, nobody is cached longer.
    return ageMs >= 0 && ageMs < CALLERS_CACHED_MS ? withSpent(cached.caller) : undefined;
  };

  return {
    ...store,
    cachedCaller,
    lastKnownCaller: (sha256) => callers.peek(sha256)?.caller,
    findCaller: async (sha256, month) => {
      const cached = cachedCaller(sha256, month);
      if (cached !== undefined) return cached;
      const nowMs = clock.nowMs();
      const caller = await store.findCaller(sha256, month);
      // Unknown keys are not cached: a key works from the moment it is issued.
      if (caller === undefined) callers.delete(sha256);
      else callers.set(sha256, { caller, askedMonth: month, askedAtMs: nowMs });
      return caller;
    },
    spend: async (spending) => {
      const result = await store.spend(spending);
      const month = result.atMs === undefined ? spending.month : monthAt(result.atMs).month;
      spent.set(spending.accountId, { month, used: result.used });
      return result;
    },
  };
}
