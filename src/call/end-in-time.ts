import { plainFault } from "../errors/fault.ts";
import { LinkedList } from "../lib/linked-list.ts";
import { systemClock } from "../lib/time/clock.ts";
import type { Call } from "./call.ts";

/** How often deadlines are checked: one timer for all calls, because one for each would cost noticeably. */
const TICK_MS = 50;

/**
 * Ends every call in time, whatever it waits for: DEADLINE_EXCEEDED after `callTimeoutMs` or the caller's shorter deadline,
 * CANCELED when the caller cancels.
 */
export function createEndInTime({ callTimeoutMs }: { readonly callTimeoutMs: number }) {
  const inFlight = new LinkedList<Call>();
  let ticks: NodeJS.Timeout | undefined;

  const tick = () => {
    const nowMs = systemClock.elapsedMs();
    for (const call of inFlight) {
      if (nowMs >= call.deadlineMs) call.end(plainFault("DEADLINE_EXCEEDED"));
    }
    if (inFlight.size > 0) return;
    clearInterval(ticks);
    ticks = undefined;
  };

  return <Body, Result>(call: Call<Body>, work: (call: Call<Body>) => Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      call.deadlineMs = call.startedAtMs + Math.min(call.timeoutMs, callTimeoutMs);
      if (call.timeoutMs <= 0) call.end(plainFault("DEADLINE_EXCEEDED"));
      // It may also have ended before: its caller has left.
      if (call.over !== undefined) {
        reject(call.over);
        return;
      }
      const entry = inFlight.add(call);
      ticks ??= setInterval(tick, TICK_MS).unref();
      // Named before it is assigned: otherwise it stays in memory until a full garbage collection
      // (src/observability/trace/linked-context.ts says why).
      const onEnd = () => {
        inFlight.remove(entry);
        if (call.over !== undefined) reject(call.over);
      };
      call.onEnd = onEnd;
      work(call).then(ended(call, resolve), ended(call, reject));
    });
}

function ended<Value>(call: Call, settle: (value: Value) => void) {
  return (value: Value): void => {
    call.leave();
    settle(value);
  };
}
