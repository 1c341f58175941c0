// What a provider was asked for an account and no counted call of it took: a burst, then as many a day. Per process.
import { LRUCache } from "lru-cache";
import type { Clock } from "../../clock.ts";
import { createLimiter } from "../../limiter.ts";
import type { FetchLimits } from "../fetch-owner.ts";
import type { Place } from "../place.ts";

/** An account that is dropped has not had anything fetched for long. */
const ACCOUNTS_MAX = 10_000;

interface Owner {
  readonly accountId: string;
  readonly limits: FetchLimits;
}

export function createUntakenCalls({ clock }: { readonly clock: Clock }) {
  const limiter = createLimiter({ clock, keysMax: ACCOUNTS_MAX });
  /** By account, how many calls for which places may be given back. At most a burst of places: older ones have come back with time. */
  const accounts = new LRUCache<string, Map<string, number>>({ max: ACCOUNTS_MAX });

  const note = ({ accountId, limits }: Owner, { key }: Place) => {
    const places = accounts.get(accountId) ?? new Map<string, number>();
    accounts.set(accountId, places);
    places.set(key, (places.get(key) ?? 0) + 1);
    const [oldest] = places.keys();
    if (places.size > limits.untaken.burst && oldest !== undefined) places.delete(oldest);
  };

  /** Gives so many calls for a place back, or fewer where there are fewer. */
  const giveBack = ({ accountId, limits }: Owner, { key }: Place, callsMax: number) => {
    const places = accounts.get(accountId);
    const calls = places?.get(key);
    if (places === undefined || calls === undefined) return;
    const given = Math.min(calls, callsMax);
    if (given < calls) places.set(key, calls - given);
    else places.delete(key);
    limiter.giveBack(accountId, limits.untaken, given);
  };

  return {
    /** Takes one, if there is one: the milliseconds until there is, 0 where it was taken. */
    take(owner: Owner, place: Place): number {
      const waitMs = limiter.take(owner.accountId, owner.limits.untaken);
      if (waitMs === 0) note(owner, place);
      return waitMs;
    },
    /** Takes one that was sent already, though there be none. */
    charge(owner: Owner, place: Place): void {
      limiter.charge(owner.accountId, owner.limits.untaken);
      note(owner, place);
    },
    /** For one that was not sent after all. */
    giveBackOne: (owner: Owner, place: Place): void => giveBack(owner, place, 1),
    /** A forecast that a counted call takes costs nothing but that call, however often it was asked for. */
    noteTaken: (owner: Owner, place: Place): void => giveBack(owner, place, Infinity),
  };
}
