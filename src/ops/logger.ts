import { pino, type DestinationStream, type Logger } from "pino";
import { traceFields } from "../trace/current-context.ts";

export type { Logger } from "pino";

/** The levels LOG_LEVEL may name, the chattiest first. */
export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** One JSON object a line on stdout; times are ISO 8601 in UTC, levels are words, and what belongs to a call has its trace. */
export function createLogger(options: {
  level: (typeof LOG_LEVELS)[number];
  /** Instead of stdout. */
  destination?: DestinationStream;
}): Logger {
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      mixin: traceFields,
    },
    // Lines that are written while the one before is under way go out together: writing each before the call goes on took
    // a tenth of a call. The last ones are written when the process ends, unless it is killed.
    options.destination ?? pino.destination({ fd: process.stdout.fd, sync: false }),
  );
}
