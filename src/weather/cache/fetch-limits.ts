// Who pays for a fetch. Each fetch is charged to one account: the first of those that wait for it that has budget left.
// An account has three budgets, each for itself and per process; how large they are is in the account's plan and in
// call/limits.ts:
//
//   new      fetches of places that are new to it: a burst, then a rate a minute
//   unused   provider calls for places about which it has had no call counted since: a burst, then as many a day
//   day      its part of the provider's calls of the day, when they run short
import { createGrowingLru } from "../../lib/growing-lru.ts";
import { type Clock, DAY_MS, HOUR_MS } from "../../lib/time/clock.ts";
import type { Place } from "../../lib/place.ts";
import { createTokenBuckets } from "../../lib/token-bucket.ts";
import { type FetchOwner, type LimitedOwner, NewPlacesLimited, type UsedUp } from "../fetch-owner.ts";

/** For each budget: the least recently active accounts are dropped first. */
const ACCOUNTS_MAX = 10_000;

/** What a fetch costs, and whom. */
export interface Charge {
  /** Undefined if nobody is charged: an account without limits has the place fetched. */
  readonly owner: LimitedOwner | undefined;
  readonly place: Place;
  /** Whether the place is new to the account. */
  readonly isNew: boolean;
}

/** No account that waits for a fetch has budget left for it. */
export class FetchRefused extends Error {
  override readonly name = "FetchRefused";
  readonly #refusals: ReadonlyMap<FetchOwner | undefined, NewPlacesLimited>;

  constructor(refusals: ReadonlyMap<FetchOwner | undefined, NewPlacesLimited>) {
    super("no account that waits may have the place fetched");
    this.#refusals = refusals;
  }

  /** Why this account may not, which tells nothing of the limits of another. */
  of(owner: FetchOwner | undefined): NewPlacesLimited | undefined {
    return this.#refusals.get(owner);
  }
}

export type AccountFetchLimits = ReturnType<typeof createFetchLimits>;

export function createFetchLimits(options: {
  readonly clock: Clock;
  readonly callsOfDay: CallsOfDay | undefined;
}) {
  const budgets = createBudgets(options);
  const { requested, newPlaces, unused, day } = budgets;

  return {
    /**
     * Charges the first of the waiting accounts that may have the place fetched. A cached place is new to nobody. Every
     * charge has to be settled.
     */
    mayFetch(
      place: Place,
      owners: Iterable<FetchOwner | undefined>,
      { isCached }: { readonly isCached: boolean },
    ): Charge | FetchRefused {
      const refusals = new Map<FetchOwner | undefined, NewPlacesLimited>();
      for (const owner of owners) {
        if (!isLimited(owner)) return { owner: undefined, place, isNew: false };
        const charge = chargeFrom(budgets, {
          owner,
          place,
          isNew: !isCached && !requested.has(owner, place),
        });
        if (!(charge instanceof NewPlacesLimited)) return charge;
        refusals.set(owner, charge);
      }
      return new FetchRefused(refusals);
    },

    /**
     * At the end of a fetch: the account pays for as many calls as were sent to providers, whatever came back. If a forecast
     * arrived, the place is no longer new to it; after a failure it still is.
     */
    settle(
      { owner, place, isNew }: Charge,
      { callsSent, hasArrived }: { readonly callsSent: number; readonly hasArrived: boolean },
    ): void {
      if (owner === undefined) return;
      const { accountId, limits } = owner;
      if (hasArrived) requested.note(owner, place);
      if (isNew && callsSent === 0) newPlaces.giveBack(accountId, limits.newPlaces);
      unused.correct(owner, place, callsSent - 1);
      day.note(accountId, callsSent - 1);
    },

    /** A forecast that a counted call uses costs only that call, however often it was fetched. */
    noteCounted(owner: FetchOwner, place: Place): void {
      if (!isLimited(owner)) return;
      requested.note(owner, place);
      unused.refund(owner, place);
    },
  };
}

type Budgets = ReturnType<typeof createBudgets>;

function createBudgets({ clock, callsOfDay }: Parameters<typeof createFetchLimits>[0]) {
  return {
    requested: createRequestedPlaces({ clock }),
    newPlaces: createTokenBuckets({ clock }),
    unused: createUnusedCalls({ clock }),
    day: createDailyShare({ clock, callsOfDay }),
  };
}

/** Takes one call from each budget; if one of them has none left, from none. */
function chargeFrom(
  { newPlaces, unused, day }: Budgets,
  charge: Charge & { readonly owner: LimitedOwner },
): Charge | NewPlacesLimited {
  const { owner, place, isNew } = charge;
  const { accountId, limits } = owner;
  const limited = (usedUp: UsedUp, waitMs: number) =>
    new NewPlacesLimited(usedUp, limits, Math.ceil(waitMs / 1000));
  const dayWaitMs = day.waitMs(accountId);
  if (dayWaitMs > 0) return limited("day", dayWaitMs);
  const newWaitMs = isNew ? newPlaces.take(accountId, limits.newPlaces) : 0;
  if (newWaitMs > 0) return limited("new", newWaitMs);
  const unusedWaitMs = unused.take(owner, place);
  if (unusedWaitMs > 0) {
    if (isNew) newPlaces.giveBack(accountId, limits.newPlaces);
    return limited("unused", unusedWaitMs);
  }
  day.note(accountId, 1);
  return charge;
}

function isLimited(owner: FetchOwner | undefined): owner is LimitedOwner {
  return owner?.limits !== undefined;
}

/** How long a place stays known to an account, and up to an hour more: a nightly job may miss one night. */
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

/** Remembers the places that each account with limits asked for recently. */
function createRequestedPlaces({ clock }: { readonly clock: Clock }) {
  let total = 0;
  /** By account: place number to the hour of the last request. Small integers take the least memory. */
  const accounts = createGrowingLru<string, Map<number, number>>(ACCOUNTS_MAX, {
    dispose: (places) => {
      total -= places.size;
    },
  });
  const hourNow = () => Math.floor(clock.elapsedMs() / HOUR_MS);

  return {
    has({ accountId }: LimitedOwner, place: Place): boolean {
      const hour = accounts.get(accountId)?.get(numberOf(place));
      return hour !== undefined && hourNow() - hour <= REMEMBERED_HOURS;
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

/** The provider calls of each account that no counted call has used yet. */
function createUnusedCalls({ clock }: { readonly clock: Clock }) {
  const buckets = createTokenBuckets({ clock });
  /** By account and place: how many calls can be refunded. At most a burst of places; time has refunded older ones. */
  const accounts = createGrowingLru<string, Map<string, number>>(ACCOUNTS_MAX);

  const note = ({ accountId, limits }: LimitedOwner, { key }: Place) => {
    const places = accounts.get(accountId) ?? new Map<string, number>();
    accounts.set(accountId, places);
    const calls = places.get(key) ?? 0;
    // Deleted first, so that the entries are ordered by the last charge.
    places.delete(key);
    places.set(key, calls + 1);
    const [oldest] = places.keys();
    if (places.size > limits.unusedFetches.burst && oldest !== undefined) places.delete(oldest);
  };

  /** Refunds the calls for a place, `callsMax` of them at most. */
  const refund = ({ accountId, limits }: LimitedOwner, { key }: Place, callsMax = Infinity) => {
    const places = accounts.get(accountId);
    const calls = places?.get(key);
    if (places === undefined || calls === undefined) return;
    const refunded = Math.min(calls, callsMax);
    if (refunded < calls) places.set(key, calls - refunded);
    else places.delete(key);
    buckets.giveBack(accountId, limits.unusedFetches, refunded);
  };

  return {
    /** Takes a call and returns 0, or returns the milliseconds until one is available. */
    take(owner: LimitedOwner, place: Place): number {
      const waitMs = buckets.take(owner.accountId, owner.limits.unusedFetches);
      if (waitMs === 0) note(owner, place);
      return waitMs;
    },
    /** Takes this many calls more, even if none is available: they were sent. -1 refunds one that was not. */
    correct(owner: LimitedOwner, place: Place, calls: number): void {
      if (calls < 0) refund(owner, place, -calls);
      for (let call = 0; call < calls; call += 1) {
        buckets.charge(owner.accountId, owner.limits.unusedFetches);
        note(owner, place);
      }
    },
    refund,
  };
}

/** The calls of the day; `callsMax` is undefined without a limit. */
export type CallsOfDay = () => { readonly used: number; readonly callsMax: number | undefined };

/** The share that is reserved at midnight. It falls to 0 by the next midnight, so that the reserve is not wasted. */
const RESERVED_SHARE = 0.5;

/**
 * Shares a provider's calls of a day between accounts. As soon as fewer calls are left than are reserved, an account that
 * has used more calls than are left has to wait. Of 1,000 calls with 300 left, an account that has had 301 waits, and one that
 * has had 100 may go on until it has had as many as are left. So each account can still get half of what is left, however many
 * calls the others used.
 */
function createDailyShare({
  clock,
  callsOfDay,
}: {
  readonly clock: Clock;
  readonly callsOfDay: CallsOfDay | undefined;
}) {
  /** About 200 bytes each. */
  const accounts = createGrowingLru<string, { readonly day: number; calls: number }>(ACCOUNTS_MAX);

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
