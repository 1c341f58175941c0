/** A timer that comes later than by this share of its time was held up with the process: what it watched is not to blame. */
const LATE_SHARE = 1 / 3;

/**
 * Settles as `work` does; rejects with a TimeoutError when that has not happened within the time. Where the process itself was
 * held up meanwhile, `work` has the time once more.
 */
export async function within<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  const { promise: passed, reject } = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | undefined;
  let grace: NodeJS.Immediate | undefined;
  const wait = (isLast: boolean) => {
    const startedMs = performance.now();
    timer = setTimeout(() => {
      const isLate = performance.now() - startedMs - timeoutMs > timeoutMs * LATE_SHARE;
      if (isLate && !isLast) wait(true);
      // A process that was held up itself finds its timers due before it reads the answers that arrived long ago; it
      // reads them before it comes to this.
      else grace = setImmediate(() => reject(new TimeoutError(timeoutMs, { isOverload: isLate })));
    }, timeoutMs);
  };
  wait(false);
  try {
    return await Promise.race([work, passed]);
  } finally {
    clearTimeout(timer);
    clearImmediate(grace);
  }
}

export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
  /** Whether the process was held up, also in the time that was given once more: nobody can say who is late. */
  readonly isOverload: boolean;

  constructor(timeoutMs: number, { isOverload }: { readonly isOverload: boolean }) {
    const late = `there was no answer within ${timeoutMs} ms`;
    super(isOverload ? `OVERLOADED: this process was held up, and ${late}` : late);
    this.isOverload = isOverload;
  }
}
