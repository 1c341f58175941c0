import { SuitabilityError } from "./suitability-error.ts";

export interface CallTerms {
  /** For all attempts and the waits between them. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly retriesMax: number;
  readonly mayCountTwice: boolean;
}

/** A longer timer would fire at once. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** The shortest pause, and the first one if the service names none, which is doubled with each retry. */
const FIRST_PAUSE_MS = 250;

/** The random part of a pause, so that callers who were refused together do not return together. */
const JITTER = 0.2;

/** Retries until there is an answer, an error that must not be retried, or no time left. */
export async function callInTime<T>(
  ask: (signal: AbortSignal, leftMs: number) => Promise<T>,
  { timeoutMs, signal, retriesMax, mayCountTwice }: CallTerms,
): Promise<T> {
  signal?.throwIfAborted();
  const untilMs = performance.now() + timeoutMs;
  const over = new AbortController();
  const giveUp = () => over.abort(signal?.reason);
  signal?.addEventListener("abort", giveUp);
  const timer = setTimeout(() => over.abort(), Math.min(timeoutMs, TIMER_MS_MAX));
  try {
    for (let retry = 0; ; retry += 1) {
      try {
        return await ask(over.signal, untilMs - performance.now());
      } catch (error) {
        signal?.throwIfAborted();
        if (over.signal.aborted) throw timedOut(timeoutMs, error);
        const pauseMs = retry < retriesMax ? pauseBefore(error, { retry, mayCountTwice }) : undefined;
        if (pauseMs === undefined || performance.now() + pauseMs >= untilMs) throw error;
        await pause(pauseMs, over.signal);
        signal?.throwIfAborted();
      }
    }
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
  }
}

/** How long to wait before the next attempt; undefined if there must be none. */
function pauseBefore(
  error: unknown,
  { retry, mayCountTwice }: { readonly retry: number; readonly mayCountTwice: boolean },
): number | undefined {
  if (!(error instanceof SuitabilityError)) return undefined;
  const { mayHaveCounted, retryAfterSeconds } = error;
  // An uncounted refusal without a retry time is final.
  if (mayHaveCounted ? !mayCountTwice : retryAfterSeconds === undefined) return undefined;
  const ms =
    retryAfterSeconds === undefined
      ? FIRST_PAUSE_MS * 2 ** retry
      : Math.max(retryAfterSeconds * 1000, FIRST_PAUSE_MS);
  return ms * (1 + Math.random() * JITTER);
}

/** Resolves after the time, or when the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
}

function timedOut(timeoutMs: number, cause: unknown): SuitabilityError {
  const message = `There was no answer within ${timeoutMs} ms. Try again, with a longer timeoutMs if need be.`;
  return new SuitabilityError({ reason: "DEADLINE_EXCEEDED", code: "deadline_exceeded", message, cause });
}
