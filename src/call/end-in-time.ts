import { plainFault } from "../errors/fault.ts";
import { LinkedList } from "../lib/linked-list.ts";
import { systemClock } from "../lib/time/clock.ts";
import type { Call } from "./call.ts";

/** How often deadlines are checked: one timer for all calls, because one for each would cost noticeably. */
const TICK_MS = 50;

/**
 * Ends every call in time, whatever it waits for: DEADLINE_EXCEEDED after `callTimeoutMs` or the caller's shorter deadline. A
 * call that its caller gives up is rejected at once, with the reason in `over`.
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
      // Not "<= 0", which NaN passes.
      if (!(call.timeoutMs > 0)) call.end(plainFault("DEADLINE_EXCEEDED"));
      // It may also have ended before: its caller has left.
      if (call.over !== undefined) {
        reject(call.over);
        return;
      }
      const entry = inFlight.add(call);
      ticks ??= setInterval(tick, TICK_MS).unref();
      // Named before it is assigned: V8 allocates a function that is assigned straight to a property in the old generation,
      // where it would keep the whole call in memory until a full collection.
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
