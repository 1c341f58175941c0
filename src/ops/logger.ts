import { pino, type Logger } from "pino";

export type { Logger } from "pino";

/** The levels LOG_LEVEL may name, the chattiest first. */
export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** One JSON object a line on stdout; times are ISO 8601 in UTC, levels are words. */
export function createLogger({ level }: { level: (typeof LOG_LEVELS)[number] }): Logger {
  return pino({
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
  });
}
