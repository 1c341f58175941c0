import { delay } from "../until-aborted.ts";
import { WeatherError } from "../weather-error.ts";

/** Waits for the turn of one more request. */
export type PacedTurn = (signal: AbortSignal) => Promise<void>;

/**
 * Keeps requests to a source apart from each other, for a provider that bears only so many a second. Whoever would
 * have to wait longer than `waitMsMax` gets a WeatherError `limited` at once, and takes no turn.
 */
export function createPacedTurns(options: {
  /** Named in the error message. */
  readonly source: string;
  readonly perSecond: number;
  readonly waitMsMax: number;
}): PacedTurn {
  const { source, perSecond, waitMsMax } = options;
  let nextMs = 0;
  return async (signal) => {
    // Not the time of day: this is about real time passing, and that may jump.
    const nowMs = performance.now();
    const turnMs = Math.max(nowMs, nextMs);
    if (turnMs - nowMs > waitMsMax) {
      throw new WeatherError("limited", `${source}: too many requests wait already`, {
        retryAfterSeconds: 1,
      });
    }
    nextMs = turnMs + 1000 / perSecond;
    if (turnMs > nowMs) await delay(turnMs - nowMs, signal);
  };
}
