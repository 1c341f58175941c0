import { LRUCache } from "lru-cache";
import { type Clock, HOUR_MS } from "../../lib/time/clock.ts";
import type { LimitedOwner } from "../fetch-owner.ts";
import type { Place } from "../../lib/place.ts";

/** How long a place stays known to an account: a nightly job may miss one night. */
const REMEMBERED_HOURS = 48;

/**
 * How many places are remembered for an account, as a multiple of the burst of its plan: 5,000 on Growth, enough for a
 * nightly job of 3,000 places. The least recently requested are dropped first.
 */
const BURSTS = 5;

/**
 * For all accounts together: 46 bytes for each place (measured), 23 MB in total. The least recently active accounts are
 * dropped first.
 */
const PLACES_MAX = 500_000;
const ACCOUNTS_MAX = 10_000;

/** Remembers the places that each account with limits asked for recently. */
export function createRequestedPlaces({ clock }: { readonly clock: Clock }) {
  let total = 0;
  /** By account: place number to the hour of the last request. Small integers take the least memory. */
  const accounts = new LRUCache<string, Map<number, number>>({
    max: ACCOUNTS_MAX,
    dispose: (places) => {
      total -= places.size;
    },
  });
  const hourNow = () => Math.floor(clock.elapsedMs() / HOUR_MS);

  return {
    has({ accountId }: LimitedOwner, place: Place): boolean {
      const hour = accounts.get(accountId)?.get(numberOf(place));
      return hour !== undefined && hourNow() - hour < REMEMBERED_HOURS;
    },
    note({ accountId, limits }: LimitedOwner, place: Place): void {
      let places = accounts.get(accountId);
      if (places === undefined) accounts.set(accountId, (places = new Map()));
      const number = numberOf(place);
      const hour = hourNow();
      // Once an hour is enough.
      if (places.get(number) === hour) return;
      // Deleted first, so that the entries are ordered by the last request.
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

/** A number for each place: from pole to pole, 36,001 longitudes for each 0.01° of latitude. */
function numberOf({ lat, lng }: Place): number {
  return (Math.round(lat * 100) + 9_000) * 36_001 + Math.round(lng * 100) + 18_000;
}
