// Shares a provider's calls of a day between accounts, so that an account that asks for very many places leaves calls to
// the others.
import { LRUCache } from "lru-cache";
import { type Clock, DAY_MS } from "../../lib/time/clock.ts";

/** The calls of the day; `callsMax` is undefined without a limit. */
export type CallsOfDay = () => { readonly used: number; readonly callsMax: number | undefined };

/** The share that is reserved at midnight. It falls to 0 by the next midnight, so that the reserve is not wasted. */
const RESERVED_SHARE = 0.5;

/** About 200 bytes each. */
const ACCOUNTS_MAX = 10_000;

/**
 * As soon as fewer calls are left than are reserved, an account that has used more calls than are left has to wait. So
 * each account can still get half of what is left, however many calls the others used. Calls of accounts are counted per
 * process.
 */
export function createDailyShare({
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
    /** Milliseconds until the account may have another call; 0 if now. */
    waitMs(accountId: string): number {
      const { used, callsMax } = callsOfDay?.() ?? {};
      if (used === undefined || callsMax === undefined) return 0;
      const left = callsMax - used;
      // If nothing is left, the budget itself refuses everybody.
      if (left <= 0 || callsOf(accountId).calls <= left) return 0;
      const leftOfDayMs = DAY_MS - (clock.nowMs() % DAY_MS);
      return Math.max(0, leftOfDayMs - (left / callsMax / RESERVED_SHARE) * DAY_MS);
    },
    note(accountId: string, calls: number): void {
      callsOf(accountId).calls += calls;
    },
  };
}
