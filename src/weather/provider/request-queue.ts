import { WeatherError } from "../weather-error.ts";
import type { FetchTurn } from "../weather-source.ts";

export interface RequestQueueOptions<Wanted, Answer> {
  /** Named in the error message. */
  readonly source: string;
  readonly atOnceMax: number;
  /** For a provider that bears only so many requests a second. */
  readonly perSecond?: number;
  readonly waitMsMax: number;
  /** Makes one request. */
  readonly send: (wanted: Wanted, signal: AbortSignal) => Promise<Answer>;
}

interface Waiting {
  readonly owner: string | undefined;
  begin(): void;
}

/**
 * Limits how many requests to a source run at once, and how close they follow each other; the others wait. They are taken
 * from accounts in turn, not in order of arrival, and what nobody asked for is taken in turn as though it were an account.
 * Whoever waits longer than `waitMsMax` gets a WeatherError `limited` and is not sent: a queue of ours is no failure of the
 * provider's, and were it left to the connections, what waits there would time out and have a provider that is well left
 * alone. A request that was sent goes on until it ends; one that waits leaves when its signal says so.
 */
export function createRequestQueue<Wanted, Answer>(options: RequestQueueOptions<Wanted, Answer>) {
  const { source, atOnceMax, perSecond = Number.POSITIVE_INFINITY, waitMsMax, send } = options;
  const waiting = createTurns();
  let free = atOnceMax;
  // Not the time of day: this is about real time passing, and that may jump.
  let nextMs = performance.now();
  let pause: NodeJS.Timeout | undefined;

  /** Begins as many requests as there is room for. */
  function dispatch(): void {
    while (free > 0 && pause === undefined && !waiting.isEmpty()) {
      const untilNextMs = nextMs - performance.now();
      if (untilNextMs > 0) {
        pause = setTimeout(() => {
          pause = undefined;
          dispatch();
        }, untilNextMs).unref();
        return;
      }
      nextMs = performance.now() + 1000 / perSecond;
      free -= 1;
      waiting.takeNext()?.begin();
    }
  }

  async function untilAdmitted(signal: AbortSignal, owner: string | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const item: Waiting = { owner, begin: resolve };
    const leave = (reason: unknown) => {
      // At once, lest the place of a request that ends in this very moment go to one who has left.
      waiting.remove(item);
      reject(reason);
    };
    const refuse = () => leave(tooManyWait(source));
    // A deadline of those in front is no fault of a source that was not asked.
    const giveUp = () => (signal.reason instanceof WeatherError ? refuse() : leave(signal.reason));
    waiting.add(item);
    dispatch();
    const timer = setTimeout(refuse, waitMsMax);
    signal.addEventListener("abort", giveUp, { once: true });
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
    }
  }

  return async (wanted: Wanted, signal: AbortSignal, turn?: FetchTurn): Promise<Answer> => {
    signal.throwIfAborted();
    await untilAdmitted(signal, turn?.owner);
    try {
      turn?.onSent();
      return await send(wanted, signal);
    } finally {
      free += 1;
      dispatch();
    }
  };
}

function tooManyWait(source: string): WeatherError {
  return new WeatherError("limited", `${source}: too many requests wait already`, { retryAfterSeconds: 1 });
}

/** Those who wait, by owner: the owners in turn, each owner's in order of arrival. Every step takes the same short time. */
function createTurns() {
  const owners = new Map<string | undefined, Set<Waiting>>();
  return {
    isEmpty: () => owners.size === 0,
    add(item: Waiting): void {
      const items = owners.get(item.owner);
      if (items === undefined) owners.set(item.owner, new Set([item]));
      else items.add(item);
    },
    remove(item: Waiting): void {
      const items = owners.get(item.owner);
      items?.delete(item);
      if (items?.size === 0) owners.delete(item.owner);
    },
    takeNext(): Waiting | undefined {
      const [turn] = owners;
      if (turn === undefined) return undefined;
      const [owner, items] = turn;
      const [item] = items;
      // To the end of the row, unless nothing is left of it.
      owners.delete(owner);
      if (item !== undefined) items.delete(item);
      if (items.size > 0) owners.set(owner, items);
      return item;
    },
  };
}
