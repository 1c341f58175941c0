import type { EnterTurn } from "../budget/request-turns.ts";
import { untilAborted } from "../until-aborted.ts";
import { WeatherError } from "../weather-error.ts";
import type { FetchTurn } from "../weather-source.ts";
import { createTurns, type Turns, type Waiting } from "./turns.ts";

/** One or more that are asked for in one request. */
export type Together<Wanted> = readonly [Wanted, ...Wanted[]];

/** Makes one request. */
export type Send<Wanted, Answer> = (wanted: Together<Wanted>, signal: AbortSignal) => Promise<Answer>;

export interface RequestQueueOptions<Wanted, Answer> {
  /** Named in the error message. */
  readonly source: string;
  readonly atOnceMax: number;
  /** How many may be asked for in one request. */
  readonly togetherMax?: number;
  /** For a provider that bears only so many requests a second. */
  readonly perSecond?: number;
  readonly waitMsMax: number;
  /** For a provider that bears only so many requests at once of all replicas together. */
  readonly enterTurn?: EnterTurn | undefined;
  /** Before a request for so many leaves; what it throws is what they get, and nothing is sent. */
  readonly charge?: ((count: number) => Promise<void>) | undefined;
  readonly send: Send<Wanted, Answer>;
}

/** What each that is asked for in one request gets its answer by. */
type JointRequest<Answer> = (signal: AbortSignal) => Promise<Answer>;

interface Item<Wanted, Answer> extends Waiting {
  readonly wanted: Wanted;
  readonly onSent: (() => void) | undefined;
  readonly begin: (request: JointRequest<Answer>) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Limits how many requests to a source run at once, and how close they follow each other; the others wait. They are taken
 * from accounts in turn, not in order of arrival, and what nobody asked for is taken in turn as though it were an account.
 * Whoever waits longer than `waitMsMax` gets a WeatherError `limited` and is not sent: a queue of ours is no failure of the
 * provider's, and were it left to the connections, what waits there would time out and have a provider that is well left
 * alone. A request that was sent goes on until it ends; one that waits leaves when its signal says so.
 *
 * Those that wait when there is room for a request go in it together, as many as may. None waits for others to come.
 */
export function createRequestQueue<Wanted, Answer>(options: RequestQueueOptions<Wanted, Answer>) {
  const { source, waitMsMax } = options;
  const waiting = createTurns<Item<Wanted, Answer>>();
  const dispatch = createDispatch(options, waiting);

  return async (wanted: Wanted, signal: AbortSignal, turn?: FetchTurn): Promise<Answer> => {
    signal.throwIfAborted();
    const { owner, part, onSent } = turn ?? {};
    const admitted = Promise.withResolvers<JointRequest<Answer>>();
    const item = { wanted, owner, part, onSent, begin: admitted.resolve, fail: admitted.reject };
    const leave = (reason: unknown) => {
      // At once, lest the place of a request that ends in this very moment go to one who has left.
      waiting.remove(item);
      admitted.reject(reason);
    };
    const refuse = () => leave(tooManyWait(source));
    // A deadline of those in front is no fault of a source that was not asked.
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

/** Begins as many requests as there is room for. */
function createDispatch<Wanted, Answer>(
  options: RequestQueueOptions<Wanted, Answer>,
  waiting: Turns<Item<Wanted, Answer>>,
): () => void {
  const { atOnceMax, togetherMax = 1, perSecond = Number.POSITIVE_INFINITY, enterTurn } = options;
  const pace = createPace(perSecond, () => dispatch());
  let free = atOnceMax;
  let isEntering = false;

  function dispatch(): void {
    while (free > 0 && !isEntering && !waiting.isEmpty() && pace.isReady()) {
      free -= 1;
      if (enterTurn === undefined) beginNext(() => undefined);
      else void beginInTurn(enterTurn);
    }
  }

  /** Those who come while the turn is waited for go along. */
  async function beginInTurn(enter: EnterTurn): Promise<void> {
    isEntering = true;
    let leaveTurn: (() => void) | undefined;
    try {
      leaveTurn = await enter(() => !waiting.isEmpty());
    } catch (error) {
      while (!waiting.isEmpty()) for (const item of waiting.takeTogether(togetherMax)) item.fail(error);
    }
    isEntering = false;
    if (leaveTurn === undefined) free += 1;
    else beginNext(leaveTurn);
    dispatch();
  }

  /** There is room for one. */
  function beginNext(leaveTurn: () => void): void {
    const onEnd = () => {
      leaveTurn();
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

/** Sends what was paid for, and tells of it. */
function sendFor<Wanted, Answer>(
  items: readonly Item<Wanted, Answer>[],
  { charge, send }: RequestQueueOptions<Wanted, Answer>,
): Send<Wanted, Answer> {
  const tell = () => items.forEach((item) => item.onSent?.());
  if (charge === undefined) {
    tell();
    return send;
  }
  return async (wanted, signal) => {
    await charge(wanted.length);
    tell();
    return send(wanted, signal);
  };
}

/**
 * One request that several wait for, each by a call of what is returned. The first of them makes it, in the trace of its own
 * call, and it goes on until all have given up.
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
 * Keeps steps apart: so many a second, the first at once. Not by the time of day, which may jump: real time passes. `onReady` is
 * called when the next step may be taken, if somebody asked before.
 */
function createPace(perSecond: number, onReady: () => void) {
  let nextMs = performance.now();
  let pause: NodeJS.Timeout | undefined;
  return {
    isReady(): boolean {
      if (pause !== undefined) return false;
      const untilNextMs = nextMs - performance.now();
      if (untilNextMs <= 0) return true;
      pause = setTimeout(() => {
        pause = undefined;
        onReady();
      }, untilNextMs).unref();
      return false;
    },
    noteStep(): void {
      nextMs = performance.now() + 1000 / perSecond;
    },
  };
}

function tooManyWait(source: string): WeatherError {
  return new WeatherError("limited", `${source}: too many requests wait already`, { retryAfterSeconds: 1 });
}
