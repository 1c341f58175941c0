/** Settles as `work` does; rejects with a TimeoutError when that has not happened within the time. */
export async function within<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  const { promise: passed, reject } = Promise.withResolvers<never>();
  let grace: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    // A process that was held up itself finds its timers due before it reads the answers that arrived long ago; it
    // reads them before it comes to this.
    grace = setImmediate(() => reject(new TimeoutError(`there was no answer within ${timeoutMs} ms`)));
  }, timeoutMs);
  try {
    return await Promise.race([work, passed]);
  } finally {
    clearTimeout(timer);
    clearImmediate(grace);
  }
}

export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
}
