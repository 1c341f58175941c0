// What an account may have fetched: of places that it has not asked for of late a burst, then so many a minute; and of
// forecasts that no counted call of it takes one burst a day. Per process.
import { LRUCache } from "lru-cache";
import { type Budget, createBudget } from "../../budget.ts";
import { type Clock, DAY_MS, MINUTE_MS } from "../../clock.ts";
import { type FetchOwner, NewPlacesLimited } from "../fetch-owner.ts";
import type { Place } from "../place.ts";
import { createAskedPlaces } from "./asked-places.ts";

/** About 200 bytes each. An account that is dropped has not had anything fetched for long. */
const ACCOUNTS_MAX = 10_000;

interface Account {
  readonly minutes: Budget;
  readonly untaken: Budget;
  /** Those that `untaken` was used for and may be given back for. At most a burst: older ones have come back with time. */
  readonly untakenPlaces: Set<string>;
}

/** What a fetch was paid with. */
export interface Payment {
  /** For a fetch that was never sent: it has cost the provider nothing. */
  giveBack(): void;
  /** For one that was sent and failed: there was nothing to take. */
  forgive(): void;
}

const NOTHING: Payment = { giveBack: () => undefined, forgive: () => undefined };

export type NewPlaces = ReturnType<typeof createNewPlaces>;

export function createNewPlaces({ clock }: { readonly clock: Clock }) {
  const asked = createAskedPlaces({ clock });
  const accounts = new LRUCache<string, Account>({ max: ACCOUNTS_MAX });

  function accountOf(id: string): Account {
    let account = accounts.get(id);
    if (account === undefined) {
      account = { minutes: createBudget(clock), untaken: createBudget(clock), untakenPlaces: new Set() };
      accounts.set(id, account);
    }
    return account;
  }

  /** A forecast that a counted call takes costs nothing but that call. */
  function forgive({ accountId, newPlaces }: FetchOwner, place: Place): void {
    if (newPlaces === undefined) return;
    const account = accounts.get(accountId);
    if (account?.untakenPlaces.delete(place.key) === true) account.untaken.giveBack(DAY_MS / newPlaces.burst);
  }

  /** A place that is cached, or not new, costs only as long as nobody takes it; without limits nothing does. */
  function pay(owner: FetchOwner | undefined, place: Place, isCached: boolean): Payment | NewPlacesLimited {
    if (owner?.newPlaces === undefined) return NOTHING;
    const { accountId, newPlaces } = owner;
    const { minutes, untaken, untakenPlaces } = accountOf(accountId);
    const isNew = !isCached && !asked.isKnown(owner, place);
    const placeMs = isNew ? MINUTE_MS / newPlaces.perMinute : 0;
    const tooNewMs = isNew ? minutes.take(placeMs, newPlaces.burst * placeMs) : 0;
    if (tooNewMs > 0) return new NewPlacesLimited("new", newPlaces, Math.ceil(tooNewMs / 1000));
    const tooMuchMs = untaken.take(DAY_MS / newPlaces.burst, DAY_MS);
    if (tooMuchMs > 0) {
      minutes.giveBack(placeMs);
      return new NewPlacesLimited("untaken", newPlaces, Math.ceil(tooMuchMs / 1000));
    }
    untakenPlaces.add(place.key);
    if (untakenPlaces.size > newPlaces.burst) untakenPlaces.delete(untakenPlaces.keys().next().value ?? "");
    return {
      giveBack: () => {
        minutes.giveBack(placeMs);
        forgive(owner, place);
      },
      forgive: () => forgive(owner, place),
    };
  }

  return {
    pay,
    /** To be told of every place whose forecast was brought: it is not new to the account any more. */
    noteAsked: (owner: FetchOwner | undefined, place: Place): void => {
      if (owner !== undefined) asked.note(owner, place);
    },
    /** To be told of every forecast that a call of the account got, once that is counted. */
    noteTaken: (owner: FetchOwner, place: Place): void => {
      asked.note(owner, place);
      forgive(owner, place);
    },
  };
}
