export interface Deadline {
  /** Rejects with a TimeoutError when the time is over; never settles once cleared. */
  readonly passed: Promise<never>;
  clear(): void;
}

/** Starts a deadline. */
export function createDeadline(timeoutMs: number): Deadline {
  const { promise, reject } = Promise.withResolvers<never>();
  let grace: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    // A process that was held up itself finds its timers due before it reads the answers that arrived long ago; it
    // reads them before it comes to this.
    grace = setImmediate(() => reject(new TimeoutError(`there was no answer within ${timeoutMs} ms`)));
  }, timeoutMs);
  return {
    passed: promise,
    clear: () => {
      clearTimeout(timer);
      clearImmediate(grace);
    },
  };
}

export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
}
