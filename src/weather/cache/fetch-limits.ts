// Limits the fetches for an account, per process. New places are limited to a burst, then a rate a minute; forecasts that
// no counted call used, to a burst, then as many a day.
import type { Clock } from "../../lib/time/clock.ts";
import { createTokenBuckets } from "../../lib/token-bucket.ts";
import { type FetchOwner, type LimitedOwner, NewPlacesLimited, type UsedUp } from "../fetch-owner.ts";
import type { Place } from "../../lib/place.ts";
import { createRequestedPlaces } from "./requested-places.ts";
import { type CallsOfDay, createDailyShare } from "./daily-share.ts";
import { createUnusedFetches } from "./unused-fetches.ts";

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
  const requested = createRequestedPlaces({ clock });
  const dailyShare = createDailyShare({ clock, callsOfDay });
  const minutes = createTokenBuckets({ clock });
  const unusedFetches = createUnusedFetches({ clock });

  /**
   * Charges a fetch to an account. A cached or known place is not charged as new. The charge for an unused forecast is
   * refunded when a counted call uses it. Accounts without limits are not charged.
   */
  function pay(owner: FetchOwner | undefined, place: Place, isCached: boolean): Payment | NewPlacesLimited {
    if (!isLimited(owner)) return NOTHING;
    const { accountId, limits } = owner;
    const limited = (usedUp: UsedUp, waitMs: number) =>
      new NewPlacesLimited(usedUp, limits, Math.ceil(waitMs / 1000));
    const dayWaitMs = dailyShare.waitMs(accountId);
    if (dayWaitMs > 0) return limited("day", dayWaitMs);
    const isNew = !isCached && !requested.has(owner, place);
    const newPlaceWaitMs = isNew ? minutes.take(accountId, limits.newPlaces) : 0;
    if (newPlaceWaitMs > 0) return limited("new", newPlaceWaitMs);
    const giveBackNew = () => {
      if (isNew) minutes.giveBack(accountId, limits.newPlaces);
    };
    const unusedWaitMs = unusedFetches.take(owner, place);
    if (unusedWaitMs > 0) {
      giveBackNew();
      return limited("unused", unusedWaitMs);
    }
    dailyShare.note(accountId, 1);
    return {
      giveBack: () => {
        giveBackNew();
        unusedFetches.giveBackOne(owner, place);
        dailyShare.note(accountId, -1);
      },
      chargeAgain: () => {
        unusedFetches.charge(owner, place);
        dailyShare.note(accountId, 1);
      },
    };
  }

  return {
    pay,
    /** Called when a forecast arrived: the place is no longer new to the account. */
    noteFetched: (owner: FetchOwner | undefined, place: Place): void => {
      if (isLimited(owner)) requested.note(owner, place);
    },
    /** Called when a call that used a forecast was counted: the fetches of the forecast are refunded. */
    noteCounted: (owner: FetchOwner, place: Place): void => {
      if (!isLimited(owner)) return;
      requested.note(owner, place);
      unusedFetches.noteUsed(owner, place);
    },
  };
}

function isLimited(owner: FetchOwner | undefined): owner is LimitedOwner {
  return owner?.limits !== undefined;
}
