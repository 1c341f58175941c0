import { WeatherError } from "../weather-error.ts";

/** Makes a request when there is room for one more. */
export type RequestLimit = <T>(signal: AbortSignal, request: () => Promise<T>) => Promise<T>;

/**
 * Limits how many requests to a source run at once; the others wait, first come, first served. Whoever waits longer than
 * `waitMsMax` gets a WeatherError `limited` and is not sent: a queue of ours is no failure of the provider's, and were it
 * left to the connections, what waits there would time out and have a provider that is well left alone.
 */
export function createRequestLimit(options: {
  /** Named in the error message. */
  readonly source: string;
  readonly atOnceMax: number;
  readonly waitMsMax: number;
}): RequestLimit {
  const { source, atOnceMax, waitMsMax } = options;
  /** Each begins the request of one who waits. */
  const waiting = new Set<() => void>();
  let free = atOnceMax;

  async function untilAdmitted(signal: AbortSignal): Promise<void> {
    if (free > 0) {
      free -= 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiting.add(resolve);
    const leave = (reason: unknown) => {
      // At once, lest the place of a request that ends in this very moment go to one who has left.
      waiting.delete(resolve);
      reject(reason);
    };
    const giveUp = () => leave(signal.reason);
    const tooLate = new WeatherError("limited", `${source}: too many requests wait already`, {
      retryAfterSeconds: 1,
    });
    const timer = setTimeout(leave, waitMsMax, tooLate);
    signal.addEventListener("abort", giveUp, { once: true });
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
    }
  }

  function admitNext(): void {
    const [next] = waiting;
    if (next === undefined) {
      free += 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  return async (signal, request) => {
    signal.throwIfAborted();
    await untilAdmitted(signal);
    try {
      return await request();
    } finally {
      admitNext();
    }
  };
}
