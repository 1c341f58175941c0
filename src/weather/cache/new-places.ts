// What an account may have fetched: of places that it has not asked for of late a burst, then so many a minute; and of
// forecasts that no counted call of it takes one burst a day. Per process.
import { LRUCache } from "lru-cache";
import type { Clock } from "../../clock.ts";
import { createLimiter } from "../../limiter.ts";
import { type FetchOwner, NewPlacesLimited } from "../fetch-owner.ts";
import type { Place } from "../place.ts";
import { createAskedPlaces } from "./asked-places.ts";

/** An account that is dropped has not had anything fetched for long. */
const ACCOUNTS_MAX = 10_000;

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
  const minutes = createLimiter({ clock, keysMax: ACCOUNTS_MAX });
  const untaken = createLimiter({ clock, keysMax: ACCOUNTS_MAX });
  /** By account, what `untaken` was used for and may be given back for. At most a burst: older ones have come back with time. */
  const untakenPlaces = new LRUCache<string, Set<string>>({ max: ACCOUNTS_MAX });

  /** A forecast that a counted call takes costs nothing but that call. */
  function forgive({ accountId, limits }: FetchOwner, place: Place): void {
    if (limits === undefined) return;
    if (untakenPlaces.get(accountId)?.delete(place.key) === true) untaken.giveBack(accountId, limits.untaken);
  }

  function noteUntaken(accountId: string, { key }: Place, max: number): void {
    const places = untakenPlaces.get(accountId) ?? new Set();
    untakenPlaces.set(accountId, places.add(key));
    const [oldest] = places;
    if (places.size > max && oldest !== undefined) places.delete(oldest);
  }

  /** A place that is cached, or not new, costs only as long as nobody takes it; without limits nothing does. */
  function pay(owner: FetchOwner | undefined, place: Place, isCached: boolean): Payment | NewPlacesLimited {
    if (owner?.limits === undefined) return NOTHING;
    const { accountId, limits } = owner;
    const isNew = !isCached && !asked.isKnown(owner, place);
    const tooNewMs = isNew ? minutes.take(accountId, limits.newPlaces) : 0;
    if (tooNewMs > 0) return new NewPlacesLimited("new", limits, Math.ceil(tooNewMs / 1000));
    const giveBackNew = () => {
      if (isNew) minutes.giveBack(accountId, limits.newPlaces);
    };
    const tooMuchMs = untaken.take(accountId, limits.untaken);
    if (tooMuchMs > 0) {
      giveBackNew();
      return new NewPlacesLimited("untaken", limits, Math.ceil(tooMuchMs / 1000));
    }
    noteUntaken(accountId, place, limits.untaken.burst);
    return {
      giveBack: () => {
        giveBackNew();
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
