// Measures by the event loop whether this process has more to do than it can do in time.
import type { Clock } from "../lib/time/clock.ts";

export interface Saturation {
  /** Whether calls wait for their turn longer than is useful. Use it once for each call, because it also counts the calls. */
  isSaturated(): boolean;
  /** Starts watching the event loop. */
  start(): void;
  stop(): void;
}

/** How often the event loop is checked. */
const BEAT_MS = 20;

/**
 * How long in a turn of the event loop new calls are admitted. Calls that arrive during a turn wait for the next, so an
 * admitted call waits for up to two such turns. With the time for refusals, that stays below the objective of 1 s. With
 * shorter turns, refusals take most of the time.
 */
const TURN_MS = 200;

/** Fewer calls take some 20 ms: something else then makes the turn long, and refusing calls would not help. */
const CALLS_MIN = 100;

/** A check that is later than this was delayed by work: a warm call takes a fraction of a millisecond. */
const LATE_MS = 40;

/**
 * Saturated means that the current turn has lasted over 200 ms and seen 100 calls, and the one before was long too. Each
 * turn admits what fits, so the load does not oscillate, as it does with averages. A single long turn is not saturation:
 * after a garbage collection, or a time when the process was stopped, waiting calls are answered.
 */
export function createSaturation(clock: Pick<Clock, "elapsedMs">): Saturation & { beat(): void } {
  let lastBeatMs = Infinity;
  let wasLate = false;
  let callsInTurn = 0;
  let timer: NodeJS.Timeout | undefined;

  const lateMs = () => clock.elapsedMs() - lastBeatMs - BEAT_MS;
  const beat = () => {
    wasLate = lateMs() > LATE_MS;
    lastBeatMs = clock.elapsedMs();
    callsInTurn = 0;
  };

  return {
    isSaturated: () => {
      callsInTurn += 1;
      return wasLate && callsInTurn > CALLS_MIN && lateMs() > TURN_MS;
    },
    beat,
    start: () => {
      timer = setInterval(beat, BEAT_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}
