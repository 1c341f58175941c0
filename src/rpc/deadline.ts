import { fault } from "../fault.ts";

export interface Deadline {
  /** Aborts when the caller gives up (with the caller's reason) or time is up (with DEADLINE_EXCEEDED). */
  readonly signal: AbortSignal;
  /** To be called when the call is over, or the timer keeps it in memory. */
  clear(): void;
}

/** Bounds a call in time. One timer and one controller: AbortSignal.any and AbortSignal.timeout keep more alive. */
export function startDeadline(options: { signal: AbortSignal | undefined; timeoutMs: number }): Deadline {
  const { signal, timeoutMs } = options;
  const controller = new AbortController();
  const giveUp = () => controller.abort(signal?.reason);
  const timer = setTimeout(() => controller.abort(deadlineExceeded()), Math.max(0, timeoutMs));
  if (signal?.aborted === true) {
    giveUp();
  } else {
    signal?.addEventListener("abort", giveUp, { once: true });
  }
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", giveUp);
    },
  };
}

function deadlineExceeded() {
  return fault({
    sentence:
      "The answer took longer than the call allows. Try again, with a longer deadline if you set one.",
    reason: "DEADLINE_EXCEEDED",
  });
}
