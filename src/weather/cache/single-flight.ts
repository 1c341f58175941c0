import type { KeyedSemaphore, Release } from "../../lib/keyed-semaphore.ts";
import { type FetchOwner, NewPlacesLimited } from "../fetch-owner.ts";
import type { Place } from "../../lib/place.ts";
import type { FetchTurn } from "../weather-source.ts";
import type { NewPlaces, Payment } from "./fetch-limits.ts";

interface SingleFlightOptions {
  readonly place: Place;
  readonly newPlaces: NewPlaces;
  readonly atOnce: KeyedSemaphore;
  /** Called when the fetch is cancelled or refused: later callers have to start another. */
  readonly onDropped: () => void;
}

export type SingleFlight = ReturnType<typeof createSingleFlight>;

/** A call that waits for the fetch. */
interface Waiter {
  readonly owner: FetchOwner | undefined;
  /** Why this caller's account cannot pay; used only if no account can. */
  refusal?: NewPlacesLimited;
}

/**
 * Tracks which accounts wait for the fetch of a place, which one is charged, and whose turn it uses. The first waiting
 * account that can pay is charged, even if it cancels later; accounts that join later are not charged. The fetch takes the
 * first turn that any of these accounts gets, so that nobody waits in another account's queue. It holds the turn until it
 * ends.
 */
export function createSingleFlight({ place, newPlaces, atOnce, onDropped }: SingleFlightOptions) {
  const waiters = new Set<Waiter>();
  const turn = createFirstTurn(atOnce);
  const abandoned = new AbortController();
  let paid: { readonly by: FetchOwner | undefined; readonly payment: Payment } | undefined;
  let isForRefresh = false;
  let isSent = false;
  let isDropped = false;

  const drop = () => {
    isDropped = true;
    onDropped();
  };

  /** For a cached place, which is fetched even if nobody waits, and without waiting for a turn. */
  const keep = () => {
    isForRefresh = true;
    if (paid !== undefined) turn.enter(undefined);
  };

  return {
    keep,
    /** Aborts when nobody waits any more and nothing was sent. */
    signal: abandoned.signal,
    isDropped: () => isDropped,

    /**
     * Joins the fetch. `leave` leaves it; `refusal` returns why this account cannot pay, for the case that no account
     * can.
     */
    join(owner: FetchOwner | undefined) {
      const waiter: Waiter = { owner };
      waiters.add(waiter);
      if (paid !== undefined) turn.enter(owner);
      const leave = () => {
        waiters.delete(waiter);
        if (waiters.size > 0 || isSent || isForRefresh || isDropped) return;
        abandoned.abort();
        turn.giveUp(abandoned.signal.reason);
        drop();
      };
      return { leave, refusal: () => waiter.refusal };
    },

    /** Charges an account; throws NewPlacesLimited if none can pay. Returns whether there is a turn already. */
    pay(isCached: boolean): boolean {
      if (isForRefresh) return true;
      const payment = firstPayment(waiters, (owner) => newPlaces.pay(owner, place, isCached));
      if (payment instanceof NewPlacesLimited) {
        drop();
        throw payment;
      }
      paid = payment;
      if (isCached) keep();
      else for (const { owner } of waiters) turn.enter(owner);
      return turn.isGranted();
    },

    untilTurn: turn.untilGranted,

    /** The turn for the request to the sources. */
    begin: (): FetchTurn => ({
      owner: turn.take(),
      onSent: () => {
        if (isSent) paid?.payment.chargeAgain();
        isSent = true;
      },
    }),

    /**
     * Called when the fetch ended or was cancelled. A request that was never sent costs nothing; one that was sent is
     * charged, whatever came back.
     */
    end(hasArrived: boolean): void {
      turn.end();
      // After a failure the place is still new, and is charged again.
      if (hasArrived) newPlaces.noteFetched(paid?.by, place);
      if (!isSent) paid?.payment.giveBack();
    },
  };
}

/** Charges the first account that can pay; otherwise notes each account's refusal and returns the first. */
function firstPayment(
  waiters: Iterable<Waiter>,
  pay: (owner: FetchOwner | undefined) => Payment | NewPlacesLimited,
) {
  let refusal: NewPlacesLimited | undefined;
  for (const waiter of waiters) {
    const payment = pay(waiter.owner);
    if (!(payment instanceof NewPlacesLimited)) return { by: waiter.owner, payment };
    waiter.refusal = payment;
    refusal ??= payment;
  }
  if (refusal === undefined) throw new Error("nobody waits for the fetch that is to be charged");
  return refusal;
}

/** The first turn that any of several accounts gets; that account holds it until `end`. */
function createFirstTurn(atOnce: KeyedSemaphore) {
  /** By account: a function that leaves its queue or ends its turn. */
  const entered = new Map<string | undefined, Release>();
  const granted = Promise.withResolvers<void>();
  // It may be rejected while nobody awaits it.
  granted.promise.catch(() => undefined);
  let turn: { readonly owner: string | undefined } | undefined;

  return {
    /** Adds an account whose turn it may be. */
    enter(owner: FetchOwner | undefined): void {
      const id = owner?.accountId;
      if (turn !== undefined || entered.has(id)) return;
      const onTurn = () => {
        turn ??= { owner: id };
        granted.resolve();
      };
      if (owner?.limits === undefined) onTurn();
      else entered.set(owner.accountId, atOnce.acquire(owner.accountId, owner.limits.atOnce, onTurn));
    },
    isGranted: (): boolean => turn !== undefined,
    /** Rejects when the turn is given up. */
    untilGranted: (): Promise<void> => granted.promise,
    giveUp: (reason: unknown): void => granted.reject(reason),
    /** Returns the account whose turn it is; the others leave their queues. */
    take(): string | undefined {
      const owner = turn?.owner;
      for (const [id, leave] of entered) if (id !== owner) leave();
      return owner;
    },
    end(): void {
      for (const leave of entered.values()) leave();
    },
  };
}
