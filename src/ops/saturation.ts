// Whether this process has more to do than it can do in time, told by its event loop.

/** Whether calls have to wait longer for their turn than is worth waiting. */
export interface Saturation {
  /** To be asked once for each call. */
  isSaturated(): boolean;
  /** From now on the event loop is watched. */
  start(): void;
  stop(): void;
}

/** How often the event loop shows that it comes round. */
const BEAT_MS = 20;

/**
 * How much of a turn of the event loop goes to new calls. What arrives during a turn waits for the next, so that an
 * admitted call waits up to two of these, which with the refusals of both stays below the objective of 1 s. In shorter
 * turns the refusals of those who do not wait take the larger part.
 */
const TURN_MS = 200;

/**
 * Fewer calls in a turn are worked off in some 20 ms: it is not they that hold the event loop up, but a neighbour who takes
 * the processor, and refusing them would not make the next ones wait less.
 */
const CALLS_MIN = 100;

/** A beat that comes later than this was held up: a warm call takes a fraction of a millisecond. */
const LATE_MS = 40;

/**
 * Saturated = the present turn has lasted longer than 200 ms and seen 100 calls, and the one before was long too. Each
 * turn admits what fits into it and no more, so that nothing swings between all and nothing, as it does where an
 * average decides. One long turn alone is no reason: after a garbage collection, or a process that was stopped, what
 * waited is answered.
 */
export function createSaturation({ nowMs }: { readonly nowMs: () => number }): Saturation & { beat(): void } {
  let lastBeatMs = Infinity;
  let wasLate = false;
  let callsInTurn = 0;
  let timer: NodeJS.Timeout | undefined;

  const lateMs = () => nowMs() - lastBeatMs - BEAT_MS;
  const beat = () => {
    wasLate = lateMs() > LATE_MS;
    lastBeatMs = nowMs();
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
