import { pino, type DestinationStream, type Logger } from "pino";
import { systemClock } from "../lib/time/clock.ts";
import { stackInSources } from "../lib/stack-in-sources.ts";
import { isoTimeMs } from "../lib/time/iso-time.ts";
import type { LogLevel } from "./log-levels.ts";
import { LogOutput } from "./log-output.ts";
import { traceFields, runInContext } from "./trace/traced.ts";
import { contextFromHeaders, type TraceHeaders } from "./trace/headers.ts";

export type { Logger } from "pino";

/** One JSON object a line: ISO 8601 times in UTC, levels as words, and the trace of the call, if any. */
export function createLogger(options: {
  level: LogLevel;
  /** By default stdout. */
  destination?: DestinationStream;
}): Logger {
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: () => `,"time":"${isoTimeMs(systemClock.nowMs())}"`,
      formatters: { level: (label) => ({ level: label }) },
      mixin: traceFields,
      serializers: { err: loggedError },
    },
    options.destination ?? process.stdout,
  );
}

function loggedError(error: Error): unknown {
  const logged = pino.stdSerializers.err(error);
  return typeof logged?.stack === "string" ? { ...logged, stack: stackInSources(logged.stack) } : logged;
}

export type ProcessLog = ReturnType<typeof openProcessLog>;

/**
 * Opens the process's log on its stdout; call it once. The last lines are written when the process ends, unless it is
 * killed.
 */
export function openProcessLog({ level }: { readonly level: LogLevel }) {
  const output = new LogOutput({
    // Reading process.stdout makes a pipe non-blocking.
    fd: process.stdout.fd,
    onLost: (lines) => logger.warn({ lines }, "log lines were lost here, because nobody read them"),
  });
  const logger: Logger = createLogger({ level, destination: output });
  process.once("exit", () => output.writeLastLines());
  return {
    logger,
    /** How many lines were lost because nobody read them. */
    linesLost: () => output.linesLost,
  };
}

export type BugLogger = (error: unknown, call: TraceHeaders & { readonly requestId?: string }) => void;

/**
 * A door runs outside the call's context, so the trace is read from the caller's headers. Without a trace, the request id
 * leads to the log line of the call.
 */
export function createBugLogger({ logger }: { readonly logger: Logger }): BugLogger {
  return (error, call) =>
    runInContext(contextFromHeaders(call), () =>
      logger.error({ err: error, request_id: call.requestId }, "a door failed because of a bug"),
    );
}
