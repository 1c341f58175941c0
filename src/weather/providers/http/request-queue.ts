import { systemClock } from "../../../lib/time/clock.ts";
import type { AcquirePermit } from "../../budget/replica-semaphore.ts";
import { untilAborted } from "../../until-aborted.ts";
import { WeatherError } from "../../weather-error.ts";
import type { Requester } from "../../weather-source.ts";
import { createFairQueue, type FairQueue, type Waiting } from "./fair-queue.ts";

/** One or more items that share a request. */
export type Together<Wanted> = readonly [Wanted, ...Wanted[]];

export type Send<Wanted, Answer> = (wanted: Together<Wanted>, signal: AbortSignal) => Promise<Answer>;

export interface RequestQueueOptions<Wanted, Answer> {
  /** The name in the error message. */
  readonly source: string;
  readonly atOnceMax: number;
  /** How many items may share a request. */
  readonly togetherMax?: number;
  /** For a provider with a limit of requests a second. */
  readonly perSecond?: number;
  readonly waitMsMax: number;
  /** For a provider with a limit of concurrent requests over all replicas. */
  readonly acquirePermit?: AcquirePermit | undefined;
  /** Called with the number of items before a request is sent. If it throws, they get the error, and nothing is sent. */
  readonly charge?: ((count: number) => Promise<void>) | undefined;
  readonly send: Send<Wanted, Answer>;
}

/** Sends the shared request, or joins it: called once for each item. */
type JointRequest<Answer> = (signal: AbortSignal) => Promise<Answer>;

interface Item<Wanted, Answer> extends Waiting {
  readonly wanted: Wanted;
  readonly requester: Requester | undefined;
  readonly begin: (request: JointRequest<Answer>) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Limits how many requests to a source run at once, and how close they follow each other. Waiting items are taken from
 * accounts in turn, not in order of arrival; refetches count as one account. A wait longer than `waitMsMax` ends with a
 * WeatherError `limited`. (If the connections queued instead, the wait would look like a timeout of the provider.) A
 * request that was sent runs until all of its items have cancelled; a waiting item leaves when its signal aborts. When a
 * request may be sent, as many waiting items as possible share it. No item waits for others to arrive.
 */
export function createRequestQueue<Wanted, Answer>(options: RequestQueueOptions<Wanted, Answer>) {
  const { source, waitMsMax } = options;
  const waiting = createFairQueue<Item<Wanted, Answer>>();
  const dispatch = createDispatch(options, waiting);

  return async (wanted: Wanted, signal: AbortSignal, requester?: Requester): Promise<Answer> => {
    signal.throwIfAborted();
    const { owner, part } = requester ?? {};
    const admitted = Promise.withResolvers<JointRequest<Answer>>();
    const item = { wanted, owner, part, requester, begin: admitted.resolve, fail: admitted.reject };
    const leave = (reason: unknown) => {
      // Removed at once, so that it gets no turn any more.
      waiting.remove(item);
      admitted.reject(reason);
    };
    const refuse = () => leave(tooManyWait(source));
    // A deadline that passes during the wait is no timeout of the source, which was not asked.
    const giveUp = () => (signal.reason instanceof WeatherError ? refuse() : leave(signal.reason));
    waiting.add(item);
    dispatch();
    const timer = setTimeout(refuse, waitMsMax);
    signal.addEventListener("abort", giveUp, { once: true });
    const request = await admitted.promise.finally(() => {
      clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
    });
    return request(signal);
  };
}

/** Starts as many requests as there is room for. */
function createDispatch<Wanted, Answer>(
  options: RequestQueueOptions<Wanted, Answer>,
  waiting: FairQueue<Item<Wanted, Answer>>,
): () => void {
  const { atOnceMax, togetherMax = 1, perSecond = Number.POSITIVE_INFINITY, acquirePermit } = options;
  const pace = createPace(perSecond, () => dispatch());
  let free = atOnceMax;
  let isAcquiring = false;

  function dispatch(): void {
    while (free > 0 && !isAcquiring && !waiting.isEmpty() && pace.isReady()) {
      free -= 1;
      if (acquirePermit === undefined) beginNext(() => undefined);
      else void beginWithPermit(acquirePermit);
    }
  }

  /** Items that arrive during the wait for the permit share the request too. */
  async function beginWithPermit(acquire: AcquirePermit): Promise<void> {
    isAcquiring = true;
    let releasePermit: (() => void) | undefined;
    try {
      releasePermit = await acquire(() => !waiting.isEmpty());
    } catch (error) {
      while (!waiting.isEmpty()) for (const item of waiting.takeTogether(togetherMax)) item.fail(error);
    }
    isAcquiring = false;
    if (releasePermit === undefined) free += 1;
    else beginNext(releasePermit);
    dispatch();
  }

  /** Begins the next request, whose slot was already taken from `free`. */
  function beginNext(releasePermit: () => void): void {
    const onEnd = () => {
      releasePermit();
      free += 1;
      dispatch();
    };
    const items = waiting.takeTogether(togetherMax);
    const [first, ...others] = items.map(({ wanted }) => wanted);
    if (first === undefined) return onEnd();
    pace.noteStep();
    const request = createJointRequest([first, ...others], { send: sendFor(items, options), onEnd });
    for (const item of items) item.begin(request);
  }

  return dispatch;
}

/**
 * Reports that the request is sent, charges it, and sends it. In this order, because callers that leave during the charge would
 * otherwise use up the provider's day at no cost to themselves.
 */
function sendFor<Wanted, Answer>(
  items: readonly Item<Wanted, Answer>[],
  { charge, send }: RequestQueueOptions<Wanted, Answer>,
): Send<Wanted, Answer> {
  return async (wanted, signal) => {
    for (const { requester } of items) requester?.onSent();
    await charge?.(wanted.length).catch((error: unknown) => {
      for (const { requester } of items) requester?.onNotSent();
      throw error;
    });
    return send(wanted, signal);
  };
}

/**
 * One request for several waiters; each calls the returned function. The first waiter sends the request, in the trace of
 * its own call, and the request runs until all waiters have cancelled.
 */
function createJointRequest<Wanted, Answer>(
  wanted: Together<Wanted>,
  { send, onEnd }: { readonly send: Send<Wanted, Answer>; readonly onEnd: () => void },
): JointRequest<Answer> {
  const abandoned = new AbortController();
  let waiting = wanted.length;
  let answer: Promise<Answer> | undefined;
  return async (signal) => {
    answer ??= send(wanted, abandoned.signal).finally(onEnd);
    try {
      return await untilAborted(answer, signal);
    } finally {
      waiting -= 1;
      if (waiting === 0 && signal.aborted) abandoned.abort(signal.reason);
    }
  };
}

/**
 * Allows `perSecond` steps a second, the first at once. It uses elapsed time, since the time of day may jump. After
 * `isReady` has returned false, `onReady` is called as soon as the next step is allowed.
 */
function createPace(perSecond: number, onReady: () => void) {
  let nextMs = systemClock.elapsedMs();
  let pause: NodeJS.Timeout | undefined;
  return {
    isReady(): boolean {
      if (pause !== undefined) return false;
      const untilNextMs = nextMs - systemClock.elapsedMs();
      if (untilNextMs <= 0) return true;
      pause = setTimeout(() => {
        pause = undefined;
        onReady();
      }, untilNextMs).unref();
      return false;
    },
    noteStep(): void {
      nextMs = systemClock.elapsedMs() + 1000 / perSecond;
    },
  };
}

function tooManyWait(source: string): WeatherError {
  return new WeatherError("limited", `${source}: too many requests wait already`, { retryAfterSeconds: 1 });
}
