// What an account may have fetched that it has not asked for of late: a burst, then so many a minute. Per process.
import { LRUCache } from "lru-cache";
import { type Clock, MINUTE_MS } from "../../clock.ts";
import { type FetchOwner, NewPlacesLimited } from "../fetch-owner.ts";
import type { Place } from "../place.ts";
import { createAskedPlaces } from "./asked-places.ts";

/** About 100 bytes each. An account that is dropped has not asked for anything new for long: its burst is full again. */
const ACCOUNTS_MAX = 10_000;

interface Budget {
  /** Until the burst is full again, each place taking its part of a minute: whole numbers, unlike parts of places. */
  owedMs: number;
  /** When that was reckoned. Unix ms. */
  atMs: number;
}

/** What a fetch was paid with. */
export interface Payment {
  /** For a fetch that was never sent: it has cost the provider nothing. */
  giveBack(): void;
}

const NOTHING: Payment = { giveBack: () => undefined };

export type NewPlaces = ReturnType<typeof createNewPlaces>;

export function createNewPlaces({ clock }: { readonly clock: Clock }) {
  const asked = createAskedPlaces({ clock });
  const budgets = new LRUCache<string, Budget>({ max: ACCOUNTS_MAX });

  /** Nothing for a place that is not new, or without limits. */
  function pay(owner: FetchOwner | undefined, place: Place): Payment | NewPlacesLimited {
    if (owner?.newPlaces === undefined || asked.isKnown(owner, place)) return NOTHING;
    const { accountId, newPlaces } = owner;
    const placeMs = MINUTE_MS / newPlaces.perMinute;
    const nowMs = clock.nowMs();
    const budget = budgets.get(accountId) ?? { owedMs: 0, atMs: nowMs };
    // A clock that was set back gives nothing, and goes on from there.
    budget.owedMs = Math.max(0, budget.owedMs - Math.max(0, nowMs - budget.atMs));
    budget.atMs = nowMs;
    budgets.set(accountId, budget);
    const tooMuchMs = budget.owedMs + placeMs - newPlaces.burst * placeMs;
    if (tooMuchMs > 0) return new NewPlacesLimited(newPlaces, Math.ceil(tooMuchMs / 1000));
    budget.owedMs += placeMs;
    return {
      giveBack: () => {
        budget.owedMs = Math.max(0, budget.owedMs - placeMs);
      },
    };
  }

  return {
    pay,
    /** To be told of every place that was answered or sent for: neither is new to the account any more. */
    noteAsked: (owner: FetchOwner | undefined, place: Place): void => {
      if (owner !== undefined) asked.note(owner, place);
    },
  };
}
