// What operators are told of a clock that is not that of the store's server: a gauge, a line of the log, and what /readyz says.
import type { ProcessParts } from "../ops/process-parts.ts";

/** Time services keep clocks together by far less; at the end of a month it is a second of one month counted in another. */
const OFF_MS_MIN = 5_000;

export interface StoreClockReport {
  /** To be told how far this process is ahead. */
  readonly onClock: (aheadMs: number) => void;
  /** While it is off. */
  warning(): string | undefined;
}

export function createStoreClockReport({
  logger,
  metrics,
}: Pick<ProcessParts, "logger" | "metrics">): StoreClockReport {
  let warning: string | undefined;
  return {
    onClock: (aheadMs) => {
      metrics.storeClockAhead.set(aheadMs / 1000);
      const wasOff = warning !== undefined;
      const seconds = Math.round(Math.abs(aheadMs) / 1000);
      warning =
        Math.abs(aheadMs) > OFF_MS_MIN
          ? `this clock is ${seconds} s ${aheadMs > 0 ? "ahead of" : "behind"} the database's, by which months and days are counted`
          : undefined;
      if (warning !== undefined && !wasOff)
        logger.error({ ahead_seconds: Math.round(aheadMs / 1000) }, warning);
    },
    warning: () => warning,
  };
}
