import { systemClock } from "./time/clock.ts";

/** If a timer is late by more than this share of its time, the process was blocked, and the work is not to blame. */
const LATE_SHARE = 1 / 3;

/**
 * Settles as `work` does, or rejects with a TimeoutError after `timeoutMs`. If the process was blocked meanwhile,
 * `work` gets the same time once more.
 */
export async function withTimeout<Result>(timeoutMs: number, work: PromiseLike<Result>): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  let timer: NodeJS.Timeout | undefined;
  let grace: NodeJS.Immediate | undefined;
  const wait = (isLast: boolean) => {
    const startedMs = systemClock.elapsedMs();
    timer = setTimeout(() => {
      const isLate = systemClock.elapsedMs() - startedMs - timeoutMs > timeoutMs * LATE_SHARE;
      if (isLate && !isLast) wait(true);
      // A blocked process first runs its due timers, and only then reads answers that arrived long ago. setImmediate runs
      // after both.
      else grace = setImmediate(() => reject(new TimeoutError(timeoutMs, { isOverload: isLate })));
    }, timeoutMs);
  };
  wait(false);
  work.then(resolve, reject);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    clearImmediate(grace);
  }
}

export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
  /** Whether the process was blocked in the second period too: then the work itself may have been in time. */
  readonly isOverload: boolean;

  constructor(timeoutMs: number, { isOverload }: { readonly isOverload: boolean }) {
    const late = `there was no answer within ${timeoutMs} ms`;
    super(isOverload ? `OVERLOADED: this process was held up, and ${late}` : late);
    this.isOverload = isOverload;
  }
}
