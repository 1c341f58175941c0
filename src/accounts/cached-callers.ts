import { LRUCache } from "lru-cache";
import type { Clock } from "../clock.ts";
import type { AccountStore, Caller } from "./account-store.ts";

/**
 * How long it is not asked again whose a key is. A store promises that a revoked key is refused everywhere within five
 * seconds; a change of plan, a suspension or a revocation takes this long at the most.
 */
export const REMEMBERED_MS = 1_000;

/** About 1 kB each. */
const CALLERS_MAX = 10_000;

interface Remembered {
  readonly caller: Caller;
  readonly month: string;
  readonly askedAtMs: number;
}

/**
 * A store that remembers callers for a moment: busy ones are then looked up once a second instead of once a call. What
 * they have used is as this process counted it last, and may be as old where other processes count too; the quota is
 * decided where a call is counted, never here. Stores are objects of plain functions, so they can be passed on.
 */
export function createRememberedCallers({
  store,
  clock,
}: {
  readonly store: AccountStore;
  readonly clock: Clock;
}): AccountStore {
  const callers = new LRUCache<string, Remembered>({ max: CALLERS_MAX });
  const spent = new LRUCache<string, { readonly month: string; readonly used: number }>({ max: CALLERS_MAX });

  const withSpent = (caller: Caller, month: string): Caller => {
    const counted = spent.get(caller.account.id);
    return counted !== undefined && counted.month === month && counted.used > caller.used
      ? { ...caller, used: counted.used }
      : caller;
  };

  return {
    ...store,
    findCaller: async (sha256, month) => {
      const nowMs = clock.nowMs();
      const remembered = callers.get(sha256);
      if (remembered !== undefined && remembered.month === month) {
        const ageMs = nowMs - remembered.askedAtMs;
        // A clock that was set back makes nobody remembered for longer.
        if (ageMs >= 0 && ageMs < REMEMBERED_MS) return withSpent(remembered.caller, month);
      }
      const caller = await store.findCaller(sha256, month);
      // Only known ones: a key is good from the moment it is issued.
      if (caller === undefined) callers.delete(sha256);
      else callers.set(sha256, { caller, month, askedAtMs: nowMs });
      return caller;
    },
    spend: async (spending) => {
      const result = await store.spend(spending);
      spent.set(spending.accountId, { month: spending.month, used: result.used });
      return result;
    },
  };
}
