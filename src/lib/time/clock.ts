/** The time of day, in milliseconds since the Unix epoch. Passed to whatever needs it, so that tests can move it. */
export interface Clock {
  nowMs(): number;
}

/** The only reader of the wall clock. */
export const systemClock: Clock = { nowMs: () => Date.now() };

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
