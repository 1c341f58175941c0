/** The time of day, in milliseconds since the Unix epoch. Passed to whatever needs it, so that tests can move it. */
export interface Clock {
  nowMs(): number;
}

/** The only reader of the wall clock. */
export const systemClock: Clock = { nowMs: () => Date.now() };
