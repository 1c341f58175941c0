import { LRUCache } from "lru-cache";
import { type Clock, HOUR_MS } from "../../clock.ts";
import type { FetchOwner } from "../fetch-owner.ts";
import type { Place } from "../place.ts";

/** So long a place is not new to an account: a nightly job finds its places again, one that misses a night too. */
const KNOWN_HOURS = 48;

/**
 * Places of one account, in bursts of its plan: five of Growth are 5,000, more than a nightly job of 3,000 needs. The
 * least recently asked for go first.
 */
const BURSTS = 5;

/** Of all accounts, 46 bytes each (measured): 23 MB. The accounts that have not asked for longest go first. */
const PLACES_MAX = 500_000;
const ACCOUNTS_MAX = 10_000;

/** Which places an account has asked for of late. Accounts without limits are not noted. */
export interface AskedPlaces {
  isKnown(owner: FetchOwner, place: Place): boolean;
  note(owner: FetchOwner, place: Place): void;
}

export function createAskedPlaces({ clock }: { readonly clock: Clock }): AskedPlaces {
  let total = 0;
  /** For each account its places by number, with the hour in which each was last asked for: small integers take least. */
  const accounts = new LRUCache<string, Map<number, number>>({
    max: ACCOUNTS_MAX,
    dispose: (places) => {
      total -= places.size;
    },
  });
  const hourNow = () => Math.floor(clock.nowMs() / HOUR_MS);

  return {
    isKnown: ({ accountId }, place) => {
      const hour = accounts.get(accountId)?.get(numberOf(place));
      // A clock that was set back makes nothing known for longer.
      return hour !== undefined && Math.abs(hourNow() - hour) < KNOWN_HOURS;
    },
    note: ({ accountId, limits }, place) => {
      if (limits === undefined) return;
      let places = accounts.get(accountId);
      if (places === undefined) accounts.set(accountId, (places = new Map()));
      const number = numberOf(place);
      const hour = hourNow();
      // Once an hour is often enough, and next to nothing for a place that is asked for all the time.
      if (places.get(number) === hour) return;
      // Deleted first, so that the order of the entries is that of the last time.
      if (!places.delete(number)) total += 1;
      places.set(number, hour);
      if (places.size > limits.newPlaces.burst * BURSTS) {
        const [oldest] = places.keys();
        if (oldest !== undefined && places.delete(oldest)) total -= 1;
      }
      if (total > PLACES_MAX) accounts.pop();
    },
  };
}

/** One for each place: rows of 0.01° of longitude, from pole to pole. */
function numberOf({ lat, lng }: Place): number {
  return (Math.round(lat * 100) + 9_000) * 36_001 + Math.round(lng * 100) + 18_000;
}
