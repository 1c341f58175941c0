import type { Clock } from "../../../src/lib/time/clock.ts";

export interface ManualClock extends Clock {
  /** Moves the time by this many milliseconds; a negative number moves it back. */
  advance(ms: number): void;
}

/** A clock that stands still until it is moved. Takes Unix ms or an ISO 8601 time. */
export function createManualClock(start: number | string): ManualClock {
  let nowMs = typeof start === "number" ? start : Date.parse(start);
  return {
    nowMs: () => nowMs,
    advance: (ms) => {
      nowMs += ms;
    },
  };
}
