import type { AtOnce } from "../../at-once.ts";
import { type FetchOwner, NewPlacesLimited } from "../fetch-owner.ts";
import type { Place } from "../place.ts";
import type { FetchTurn } from "../weather-source.ts";
import { createFirstTurn } from "./first-turn.ts";
import type { NewPlaces, Payment } from "./new-places.ts";

export interface FlightOptions {
  readonly place: Place;
  readonly newPlaces: NewPlaces;
  readonly atOnce: AtOnce;
  /** Called at once when it is given up or refused: whoever comes then has to begin another. */
  readonly onDropped: () => void;
}

export type Flight = ReturnType<typeof createFlight>;

/**
 * Who waits for the fetch of a place, who pays for it and whose turn it takes. The first of those who wait that can pay
 * does, given up or not; who joins pays nothing. It takes the first turn that any of their accounts has, so that nobody is
 * held up by another's queue, and that is the account's until it lands.
 */
export function createFlight({ place, newPlaces, atOnce, onDropped }: FlightOptions) {
  const waiters = new Set<{ readonly owner: FetchOwner | undefined }>();
  const turn = createFirstTurn(atOnce);
  const abandoned = new AbortController();
  let paid: { readonly by: FetchOwner | undefined; readonly payment: Payment } | undefined;
  let isForNobody = false;
  let isSent = false;
  let isDropped = false;

  const drop = () => {
    isDropped = true;
    onDropped();
  };

  /** For a place that is cached: fetched whether anybody waits or not, and without a turn. */
  const keep = () => {
    isForNobody = true;
    if (paid !== undefined) turn.enter(undefined);
  };

  return {
    keep,
    /** Aborts when nobody waits any more and nothing was sent. */
    signal: abandoned.signal,
    isDropped: () => isDropped,

    /** Waits for it; to be left by what is returned. */
    join(owner: FetchOwner | undefined): () => void {
      const waiter = { owner };
      waiters.add(waiter);
      if (paid !== undefined) turn.enter(owner);
      return () => {
        waiters.delete(waiter);
        if (waiters.size > 0 || isSent || isForNobody || isDropped) return;
        abandoned.abort();
        turn.giveUp(abandoned.signal.reason);
        drop();
      };
    },

    /** Has it paid for; throws a NewPlacesLimited where nobody can. Whether there is a turn for it already. */
    pay(isCached: boolean): boolean {
      if (isForNobody) return true;
      const payment = firstPayment(waiters, (owner) => newPlaces.pay(owner, place, isCached));
      if (payment instanceof NewPlacesLimited) {
        drop();
        throw payment;
      }
      paid = payment;
      if (isCached) keep();
      else for (const { owner } of waiters) turn.enter(owner);
      return turn.hasCome();
    },

    untilTurn: turn.untilCome,

    /** For the sources that are asked now. */
    begin: (): FetchTurn => ({
      owner: turn.take(),
      onSent: () => {
        if (isSent) paid?.payment.chargeAgain();
        isSent = true;
      },
    }),

    /** When it has landed, failed or was given up. What was never sent costs nothing; what was is paid for, whatever came back. */
    end(hasLanded: boolean): void {
      turn.end();
      // One that failed is still new: it is paid for again.
      if (hasLanded) newPlaces.noteAsked(paid?.by, place);
      if (!isSent) paid?.payment.giveBack();
    },
  };
}

/** Of the first who can pay; where nobody can, what the first was told. */
function firstPayment(
  waiters: Iterable<{ readonly owner: FetchOwner | undefined }>,
  pay: (owner: FetchOwner | undefined) => Payment | NewPlacesLimited,
) {
  let refusal: NewPlacesLimited | undefined;
  for (const { owner } of waiters) {
    const payment = pay(owner);
    if (!(payment instanceof NewPlacesLimited)) return { by: owner, payment };
    refusal ??= payment;
  }
  if (refusal === undefined) throw new Error("a flight that nobody waits for is to be paid for");
  return refusal;
}
