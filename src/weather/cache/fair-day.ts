// A share of a provider's day for each account: one that asks for very many places does not leave the others nothing until midnight.
import { LRUCache } from "lru-cache";
import { type Clock, DAY_MS } from "../../clock.ts";

/** How the calls of the day stand; undefined for `callsMax` where there is no limit. */
export type CallsOfDay = () => { readonly used: number; readonly callsMax: number | undefined };

/** So much is kept at midnight, and ever less until the next: what is not asked for by then helps nobody. */
const KEPT_SHARE = 0.5;

/** About 200 bytes each. */
const ACCOUNTS_MAX = 10_000;

/**
 * Once less is left than is kept, an account that has had more of the day than is left for all waits. Whoever has had less
 * does not: so half of what is left can be had by each who comes, however much others took. Per process.
 */
export function createFairDay({
  clock,
  callsOfDay,
}: {
  readonly clock: Clock;
  readonly callsOfDay: CallsOfDay | undefined;
}) {
  const accounts = new LRUCache<string, { readonly day: number; calls: number }>({ max: ACCOUNTS_MAX });

  const callsOf = (accountId: string) => {
    const day = Math.floor(clock.nowMs() / DAY_MS);
    let calls = accounts.get(accountId);
    if (calls?.day !== day) accounts.set(accountId, (calls = { day, calls: 0 }));
    return calls;
  };

  return {
    /** The milliseconds until the account may have another; 0 where that is now. */
    waitMs(accountId: string): number {
      const { used, callsMax } = callsOfDay?.() ?? {};
      if (used === undefined || callsMax === undefined) return 0;
      const left = callsMax - used;
      // Where nothing is left, whoever keeps the budget says so to everybody.
      if (left <= 0 || callsOf(accountId).calls <= left) return 0;
      const leftOfDayMs = DAY_MS - (clock.nowMs() % DAY_MS);
      return Math.max(0, leftOfDayMs - (left / callsMax / KEPT_SHARE) * DAY_MS);
    },
    note(accountId: string, calls: number): void {
      callsOf(accountId).calls += calls;
    },
  };
}
