import { Code, ConnectError } from "@connectrpc/connect";
import { fault, plainFault } from "../../fault.ts";

export interface Deadline {
  /** Aborts with CANCELED when the caller gives up, or with DEADLINE_EXCEEDED when time is up, whichever door says so. */
  readonly signal: AbortSignal;
  /** To be called when the call is over, or the timer keeps it in memory. */
  clear(): void;
}

/** A caller gives up at its deadline too, and that news is here before ours is over: by the time the call took to come. */
const LATE_WITHIN_MS = 50;

/** Bounds a call in time. One timer and one controller: AbortSignal.any and AbortSignal.timeout keep more alive. */
export function startDeadline(options: { signal: AbortSignal | undefined; timeoutMs: number }): Deadline {
  const { signal, timeoutMs } = options;
  const controller = new AbortController();
  const lateAtMs = performance.now() + timeoutMs - LATE_WITHIN_MS;
  const giveUp = () => {
    // Doors have reasons of their own: another code for a connection that is lost, or none.
    const isLate = isDeadline(signal?.reason) || performance.now() >= lateAtMs;
    controller.abort(isLate ? plainFault("DEADLINE_EXCEEDED") : canceled(signal?.reason));
  };
  const timer = setTimeout(() => controller.abort(plainFault("DEADLINE_EXCEEDED")), Math.max(0, timeoutMs));
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

function isDeadline(reason: unknown): boolean {
  return reason instanceof ConnectError && reason.code === Code.DeadlineExceeded;
}

function canceled(cause: unknown) {
  return fault({ reason: "CANCELED", sentence: "The call was given up before it was answered.", cause });
}
