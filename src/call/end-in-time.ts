import { Code, type ConnectError } from "@connectrpc/connect";
import { fault, plainFault } from "../errors/fault.ts";
import { LinkedList } from "../lib/linked-list.ts";
import { systemClock } from "../lib/time/clock.ts";
import type { OpenCall } from "./open-call.ts";

/** How often deadlines are checked: one timer for all calls, because one for each would cost noticeably. */
const TICK_MS = 50;

/**
 * A caller also cancels at its own deadline. Its clock started earlier than ours, by the time the call took to arrive, so
 * a cancellation this close before our deadline counts as the deadline.
 */
const LATE_WITHIN_MS = 50;

/**
 * Ends every call in time, whatever it waits for: DEADLINE_EXCEEDED after `callTimeoutMs` or the caller's shorter deadline,
 * CANCELED when the caller cancels.
 */
export function createEndInTime({ callTimeoutMs }: { readonly callTimeoutMs: number }) {
  const inFlight = new LinkedList<{ readonly open: OpenCall; readonly overAtMs: number }>();
  let ticks: NodeJS.Timeout | undefined;

  const tick = () => {
    const nowMs = systemClock.elapsedMs();
    for (const { open, overAtMs } of inFlight) {
      if (nowMs >= overAtMs) open.end(plainFault("DEADLINE_EXCEEDED"));
    }
    if (inFlight.size > 0) return;
    clearInterval(ticks);
    ticks = undefined;
  };

  return <Body, Result>(
    open: OpenCall<Body>,
    work: (open: OpenCall<Body>) => Promise<Result>,
  ): Promise<Result> =>
    new Promise((resolve, reject) => {
      const { presence, timeoutMs: allowedMs = Infinity } = open.asked;
      const overAtMs = open.startedAtMs + Math.min(allowedMs, callTimeoutMs);
      const entry = inFlight.add({ open, overAtMs });
      ticks ??= setInterval(tick, TICK_MS).unref();
      // The functions are named before they are assigned: otherwise they stay in memory until a full garbage collection
      // (src/observability/trace/linked-context.ts says why).
      const onEnd = () => {
        inFlight.remove(entry);
        presence.onGone = undefined;
        if (open.over !== undefined) reject(open.over);
      };
      const onGone = () => open.end(goneFault(presence.gone, overAtMs));
      open.onEnd = onEnd;
      presence.onGone = onGone;
      if (presence.gone !== undefined) open.end(goneFault(presence.gone, overAtMs));
      else if (allowedMs <= 0) open.end(plainFault("DEADLINE_EXCEEDED"));
      else work(open).then(ended(open, resolve), ended(open, reject));
    });
}

function ended<Value>(open: OpenCall, settle: (value: Value) => void) {
  return (value: Value): void => {
    open.leave();
    settle(value);
  };
}

function goneFault(reason: ConnectError | undefined, overAtMs: number): ConnectError {
  // Doors do not always give this code after a deadline: the reason may be a lost connection, or missing.
  const isLate =
    reason?.code === Code.DeadlineExceeded || systemClock.elapsedMs() >= overAtMs - LATE_WITHIN_MS;
  if (isLate) return plainFault("DEADLINE_EXCEEDED");
  return fault({
    reason: "CANCELED",
    sentence: "The call was cancelled before it was answered.",
    cause: reason,
  });
}
