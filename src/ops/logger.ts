import { pino, type DestinationStream, type Logger } from "pino";
import { LogOutput } from "./log-output.ts";
import { traceFields, runInContext } from "./trace/traced.ts";
import { contextFromHeaders, type TraceHeaders } from "./trace/headers.ts";

export type { Logger } from "pino";

/** The levels LOG_LEVEL may name, the chattiest first. */
export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

type LogLevel = (typeof LOG_LEVELS)[number];

/** One JSON object a line; times are ISO 8601 in UTC, levels are words, and what belongs to a call has its trace. */
export function createLogger(options: {
  level: LogLevel;
  /** By default stdout, which is waited for: for tests. */
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
    options.destination ?? process.stdout,
  );
}

/** The log of a process, on its stdout. */
export interface ProcessLog {
  readonly logger: Logger;
  /** How many lines have been lost because nobody read them. */
  readonly linesLost: () => number;
}

/** To be opened once. The last lines are written when the process ends, unless it is killed. */
export function openProcessLog({ level }: { readonly level: LogLevel }): ProcessLog {
  const output = new LogOutput({
    // Asking process.stdout for it is what makes a pipe one that does not block.
    fd: process.stdout.fd,
    onLost: (lines) => logger.warn({ lines }, "lines of the log were lost here, because nobody read it"),
  });
  const logger = createLogger({ level, destination: output });
  process.once("exit", () => output.writeLastLines());
  return { logger, linesLost: () => output.linesLost };
}

/** Logs what a door threw that is nobody's fault but ours, and for which call. */
export type BugLogger = (error: unknown, call: TraceHeaders & { readonly requestId?: string }) => void;

/**
 * A door works outside of the call it carries, so what is known of its trace is what the caller's headers say. Where they
 * name none, the request id leads to the call's own line, which has it.
 */
export function createBugLogger({ logger }: { readonly logger: Logger }): BugLogger {
  return (error, call) =>
    runInContext(contextFromHeaders(call), () =>
      logger.error({ err: error, request_id: call.requestId }, "a door failed because of a bug"),
    );
}
