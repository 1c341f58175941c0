// Tells operators when the time of day leaps, since hours, days and months follow it. No duration depends on it.
import type { Clock } from "../lib/time/clock.ts";
import type { Logger } from "./logger.ts";

const CHECK_EVERY_MS = 10_000;

/**
 * Time services correct clocks by less than this. A larger leap moves calls into another day or month, or forecasts into
 * another hour.
 */
const LEAP_MS_MIN = 60_000;

/**
 * Logs each leap of the time of day, measured against elapsed time: the clock was set, or the machine was suspended. Calls
 * after a leap may have been counted in another month.
 */
export function createClockWatch(options: { readonly clock: Clock; readonly logger: Logger }) {
  const { clock, logger } = options;
  let aheadMs = clock.nowMs() - clock.elapsedMs();
  let timer: NodeJS.Timeout | undefined;

  const check = (): void => {
    const leapMs = clock.nowMs() - clock.elapsedMs() - aheadMs;
    // Differences below the minimum are added too: drift accumulates over weeks, and must not become a leap.
    aheadMs += leapMs;
    if (Math.abs(leapMs) < LEAP_MS_MIN) return;
    logger.error(
      { leap_seconds: Math.round(leapMs / 1000), now: new Date(clock.nowMs()).toISOString() },
      "the clock has jumped: hours and months follow it",
    );
  };

  return {
    check,
    start: (): void => {
      timer = setInterval(check, CHECK_EVERY_MS).unref();
    },
    stop: (): void => clearInterval(timer),
  };
}
