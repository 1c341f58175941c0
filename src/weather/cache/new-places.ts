// Limits the fetches for an account, per process. New places are limited to a burst, then a rate a minute; forecasts that
// no counted call used, to a burst, then as many a day.
import type { Clock } from "../../lib/time/clock.ts";
import { createTokenBuckets } from "../../lib/token-bucket.ts";
import { type FetchOwner, type LimitedOwner, NewPlacesLimited, type UsedUp } from "../fetch-owner.ts";
import type { Place } from "../../lib/place.ts";
import { createAskedPlaces } from "./requested-places.ts";
import { type CallsOfDay, createFairDay } from "./daily-share.ts";
import { createUntakenCalls } from "./unused-fetches.ts";

export interface Payment {
  /** For a fetch that was never sent, which cost the provider nothing. */
  giveBack(): void;
  /** For a fetch that was sent again. */
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
  const minutes = createTokenBuckets({ clock });
  const untaken = createUntakenCalls({ clock });

  /**
   * Charges a fetch to an account. A cached or known place is not charged as new. The charge for an unused forecast is
   * refunded when a counted call uses it. Accounts without limits are not charged.
   */
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
    /** Called when a forecast arrived: the place is no longer new to the account. */
    noteAsked: (owner: FetchOwner | undefined, place: Place): void => {
      if (isLimited(owner)) asked.note(owner, place);
    },
    /** Called when a call that used a forecast was counted: the fetches of the forecast are refunded. */
    noteCounted: (owner: FetchOwner, place: Place): void => {
      if (!isLimited(owner)) return;
      asked.note(owner, place);
      untaken.noteTaken(owner, place);
    },
  };
}

function isLimited(owner: FetchOwner | undefined): owner is LimitedOwner {
  return owner?.limits !== undefined;
}
