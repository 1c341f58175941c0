// A queue before a provider whose requests the test ends.
import { beforeEach } from "vitest";
import { createRequestQueue, type RequestQueueOptions } from "../../../src/weather/provider/request-queue.ts";

export const NEVER = new AbortController().signal;

export interface Request {
  hasBegun: boolean;
  /** All that went in the same request. */
  together: readonly Request[];
  /** Of the request that it went in, once it has begun. */
  signal: AbortSignal | undefined;
  readonly end: (answer: string) => void;
  readonly fail: (error: Error) => void;
  readonly promise: Promise<string>;
}

type Options = Partial<RequestQueueOptions<Request, string>>;

/** Whose turn was told that its request has left. */
export const sent: Request[] = [];

beforeEach(() => {
  sent.length = 0;
});

/** A queue whose requests run until the test ends them. */
export function open(options: Options) {
  const queued = createRequestQueue({
    source: "s",
    atOnceMax: 1,
    waitMsMax: 60_000,
    send: (together, signal) => {
      for (const request of together) Object.assign(request, { hasBegun: true, together, signal });
      return Promise.race(together.map(({ promise }) => promise));
    },
    ...options,
  });
  return (signal = NEVER, owner?: string, part?: object) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const request: Request = {
      hasBegun: false,
      together: [],
      signal: undefined,
      end: resolve,
      fail: reject,
      promise,
    };
    const turn = { owner, part, onSent: () => sent.push(request) };
    return { request, done: queued(request, signal, turn) };
  };
}

export type Started = ReturnType<ReturnType<typeof open>>;

export const begun = (requests: readonly Started[]) => requests.map(({ request }) => request.hasBegun);

/** Ends after everything that only waits for promises already settled. */
export const allSettled = () => new Promise((resolve) => setImmediate(resolve));
