import type { Work } from "../../call/operation.ts";
import { plainFault } from "../../errors/fault.ts";
import { systemClock } from "../../lib/time/clock.ts";

/** The share of the time left to a call that its entries may wait; the rest is for judging and answering. */
const WAITING_SHARE = 0.8;

/**
 * The work of a call for each of its entries. Its signal aborts before the call's own: an entry whose forecast takes too long
 * fails alone, and the others are answered in time.
 */
export function entryWork(work: Work): Work & Disposable {
  let timer: NodeJS.Timeout | undefined;
  let signal: AbortSignal | undefined;
  const abortEarlier = () => {
    const late = new AbortController();
    const leftMs = Math.max(0, work.deadlineMs - systemClock.elapsedMs());
    timer = setTimeout(() => late.abort(plainFault("DEADLINE_EXCEEDED")), leftMs * WAITING_SHARE);
    return AbortSignal.any([work.signal, late.signal]);
  };
  return {
    caller: work.caller,
    requestId: work.requestId,
    deadlineMs: work.deadlineMs,
    get signal() {
      return (signal ??= abortEarlier());
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
