// What an account may have fetched: of places that it has not asked for of late a burst, then so many a minute; and of
// forecasts that no counted call of it takes one burst a day. Per process.
import type { Clock } from "../../clock.ts";
import { createLimiter } from "../../limiter.ts";
import { type FetchLimits, type FetchOwner, NewPlacesLimited, type UsedUp } from "../fetch-owner.ts";
import type { Place } from "../place.ts";
import { createAskedPlaces } from "./asked-places.ts";
import { type CallsOfDay, createFairDay } from "./fair-day.ts";
import { createUntakenCalls } from "./untaken-calls.ts";

/** An account that is dropped has not had anything fetched for long. */
const ACCOUNTS_MAX = 10_000;

/** What a fetch was paid with. */
export interface Payment {
  /** For a fetch that was never sent: it has cost the provider nothing. */
  giveBack(): void;
  /** For one that was sent another time. */
  chargeAgain(): void;
}

const NOTHING: Payment = { giveBack: () => undefined, chargeAgain: () => undefined };

export type NewPlaces = ReturnType<typeof createNewPlaces>;

export function createNewPlaces({
  clock,
  callsOfDay,
}: {
  readonly clock: Clock;
  readonly callsOfDay: CallsOfDay | undefined;
}) {
  const asked = createAskedPlaces({ clock });
  const fairDay = createFairDay({ clock, callsOfDay });
  const minutes = createLimiter({ clock, keysMax: ACCOUNTS_MAX });
  const untaken = createUntakenCalls({ clock });

  /** A place that is cached, or not new, costs only as long as nobody takes it; without limits nothing does. */
  function pay(owner: FetchOwner | undefined, place: Place, isCached: boolean): Payment | NewPlacesLimited {
    if (!isLimited(owner)) return NOTHING;
    const { accountId, limits } = owner;
    const limited = (usedUp: UsedUp, waitMs: number) =>
      new NewPlacesLimited(usedUp, limits, Math.ceil(waitMs / 1000));
    const dayMs = fairDay.waitMs(accountId);
    if (dayMs > 0) return limited("day", dayMs);
    const isNew = !isCached && !asked.isKnown(owner, place);
    const tooNewMs = isNew ? minutes.take(accountId, limits.newPlaces) : 0;
    if (tooNewMs > 0) return limited("new", tooNewMs);
    const giveBackNew = () => {
      if (isNew) minutes.giveBack(accountId, limits.newPlaces);
    };
    const tooMuchMs = untaken.take(owner, place);
    if (tooMuchMs > 0) {
      giveBackNew();
      return limited("untaken", tooMuchMs);
    }
    fairDay.note(accountId, 1);
    return {
      giveBack: () => {
        giveBackNew();
        untaken.giveBackOne(owner, place);
        fairDay.note(accountId, -1);
      },
      chargeAgain: () => {
        untaken.charge(owner, place);
        fairDay.note(accountId, 1);
      },
    };
  }

  return {
    pay,
    /** To be told of every place whose forecast was brought: it is not new to the account any more. */
    noteAsked: (owner: FetchOwner | undefined, place: Place): void => {
      if (owner !== undefined) asked.note(owner, place);
    },
    /** To be told of every forecast that a call of the account got, once that is counted: it costs nothing but that call. */
    noteTaken: (owner: FetchOwner, place: Place): void => {
      if (!isLimited(owner)) return;
      asked.note(owner, place);
      untaken.noteTaken(owner, place);
    },
  };
}

type LimitedOwner = FetchOwner & { readonly limits: FetchLimits };

function isLimited(owner: FetchOwner | undefined): owner is LimitedOwner {
  return owner?.limits !== undefined;
}
