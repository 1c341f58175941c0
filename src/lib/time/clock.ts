/** A clock with two hands, in milliseconds. Passed to whatever needs it, so that tests can move it. */
export interface Clock {
  /**
   * Wall time, since the Unix epoch. For days and months, and for what is printed, stored or shared with other processes. It
   * may be set back or forward at any moment.
   */
  nowMs(): number;
  /**
   * Elapsed time, since some moment. For every duration inside a process: it never goes back, and a change of the wall time
   * does not touch it. It stands still while the machine is suspended.
   */
  elapsedMs(): number;
}

/**
 * The clock of this machine, and its only reader. What waits with timers of Node, or measures how late they are, uses it
 * directly: another clock would say nothing about them.
 */
export const systemClock: Clock = { nowMs: () => Date.now(), elapsedMs: () => performance.now() };

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
