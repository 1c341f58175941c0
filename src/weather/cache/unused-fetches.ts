// Limits an account's provider calls whose forecast no counted call used: a burst, then as many a day. Per process.
import { LRUCache } from "lru-cache";
import type { Clock } from "../../lib/time/clock.ts";
import { createTokenBuckets } from "../../lib/token-bucket.ts";
import type { LimitedOwner } from "../fetch-owner.ts";
import type { Place } from "../../lib/place.ts";

/** As in the limiter. The least recently active accounts are dropped first. */
const ACCOUNTS_MAX = 10_000;

export function createUnusedFetches({ clock }: { readonly clock: Clock }) {
  const buckets = createTokenBuckets({ clock });
  /** By account and place: how many calls can be refunded. At most a burst of places; time has refunded older ones. */
  const accounts = new LRUCache<string, Map<string, number>>({ max: ACCOUNTS_MAX });

  const note = ({ accountId, limits }: LimitedOwner, { key }: Place) => {
    const places = accounts.get(accountId) ?? new Map<string, number>();
    accounts.set(accountId, places);
    places.set(key, (places.get(key) ?? 0) + 1);
    const [oldest] = places.keys();
    if (places.size > limits.unusedFetches.burst && oldest !== undefined) places.delete(oldest);
  };

  /** Refunds up to `callsMax` calls for a place. */
  const giveBack = ({ accountId, limits }: LimitedOwner, { key }: Place, callsMax: number) => {
    const places = accounts.get(accountId);
    const calls = places?.get(key);
    if (places === undefined || calls === undefined) return;
    const given = Math.min(calls, callsMax);
    if (given < calls) places.set(key, calls - given);
    else places.delete(key);
    buckets.giveBack(accountId, limits.unusedFetches, given);
  };

  return {
    /** Takes a call and returns 0, or returns the milliseconds until one is available. */
    take(owner: LimitedOwner, place: Place): number {
      const waitMs = buckets.take(owner.accountId, owner.limits.unusedFetches);
      if (waitMs === 0) note(owner, place);
      return waitMs;
    },
    /** Takes a call that was already sent, even if none is available. */
    charge(owner: LimitedOwner, place: Place): void {
      buckets.charge(owner.accountId, owner.limits.unusedFetches);
      note(owner, place);
    },
    /** For a call that was not sent after all. */
    giveBackOne: (owner: LimitedOwner, place: Place): void => giveBack(owner, place, 1),
    /** A forecast that a counted call uses costs only that call, however often it was fetched. */
    noteUsed: (owner: LimitedOwner, place: Place): void => giveBack(owner, place, Infinity),
  };
}
