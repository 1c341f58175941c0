import type { Clock } from "../../../src/lib/time/clock.ts";

export interface ManualClock extends Clock {
  /** Moves both hands on by this many milliseconds. */
  advance(ms: number): void;
  /**
   * Goes to a wall time (Unix ms or ISO 8601). If it is later, the time until then passes; if it is earlier, the clock is set
   * back.
   */
  goTo(time: number | string): void;
  /** Moves the wall time alone: on after the machine was suspended or the clock set forward, back if it is negative. */
  moveWall(ms: number): void;
  /** Moves the elapsed time alone, as when the clock is set back by what has passed. */
  moveElapsed(ms: number): void;
}

/** A process that has run for an hour. Not 0, which could pass for "never". */
const ELAPSED_MS_AT_FIRST = 3_600_000;

/** A clock that stands still until it is moved. Takes Unix ms or an ISO 8601 time. */
export function createManualClock(start: number | string): ManualClock {
  let nowMs = unixMs(start);
  let elapsedMs = ELAPSED_MS_AT_FIRST;
  const moveWall = (ms: number) => {
    nowMs += ms;
  };
  const moveElapsed = (ms: number) => {
    if (ms < 0) throw new RangeError("elapsed time does not go back: moveWall sets a clock back");
    elapsedMs += ms;
  };
  const advance = (ms: number) => {
    moveElapsed(ms);
    moveWall(ms);
  };
  return {
    nowMs: () => nowMs,
    elapsedMs: () => elapsedMs,
    advance,
    goTo: (time) => {
      const ms = unixMs(time) - nowMs;
      if (ms < 0) moveWall(ms);
      else advance(ms);
    },
    moveWall,
    moveElapsed,
  };
}

function unixMs(time: number | string): number {
  return typeof time === "number" ? time : Date.parse(time);
}
