import type { Clock } from "../clock.ts";
import type { Logger } from "./logger.ts";

const LOOK_EVERY_MS = 10_000;

/** Time services put a clock right by less; a leap beyond it moves calls into another day or month, or forecasts into another hour. */
const LEAP_MS_MIN = 60_000;

/** Notices when the time of day moves otherwise than time passes. */
export interface ClockWatch {
  look(): void;
  start(): void;
  stop(): void;
}

/** Tells the log of each leap: hours and months follow the clock, so what was counted since may stand under another month. */
export function createClockWatch(options: {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Time as it passes, in ms since any instant. */
  readonly passedMs?: () => number;
}): ClockWatch {
  const { clock, logger, passedMs = () => performance.now() } = options;
  let aheadMs = clock.nowMs() - passedMs();
  let timer: NodeJS.Timeout | undefined;

  const look = () => {
    const leapMs = clock.nowMs() - passedMs() - aheadMs;
    // Also where it was less: drift adds up over weeks, and is not a leap.
    aheadMs += leapMs;
    if (Math.abs(leapMs) < LEAP_MS_MIN) return;
    logger.error(
      { leap_seconds: Math.round(leapMs / 1000), now: new Date(clock.nowMs()).toISOString() },
      "the clock has leapt: hours and months follow it",
    );
  };

  return {
    look,
    start: () => {
      timer = setInterval(look, LOOK_EVERY_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}
