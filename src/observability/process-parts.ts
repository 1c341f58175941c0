// The parts that everything in a process shares: clock, log, metrics, overload.
import manifest from "../../package.json" with { type: "json" };
import { type Clock, systemClock } from "../lib/time/clock.ts";
import type { Logger } from "./logger.ts";
import { createLostCalls } from "./lost-calls.ts";
import { createMetrics } from "./metrics.ts";
import { createOverloadRefusal } from "./overload-refusal.ts";
import { createSaturation, type Saturation } from "./saturation.ts";

/** Start options besides the settings. */
export interface StartOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** How many log lines have been lost; none by default. */
  readonly linesLost?: () => number;
  /** Whether there is more to do than can be done in time; by default measured at the event loop. */
  readonly saturation?: Saturation;
  /** The time limit of a store operation; each store has its own default. */
  readonly commandTimeoutMs?: number | undefined;
}

export type ProcessParts = Readonly<ReturnType<typeof createProcessParts>>;

export function createProcessParts({
  clock,
  logger,
  linesLost = () => 0,
  saturation = createSaturation(systemClock),
  commandTimeoutMs,
}: StartOptions) {
  const { version } = manifest;
  const metrics = createMetrics({ version, linesLost, clock });
  const lostCalls = createLostCalls();
  const shared = { version, clock, logger, saturation, metrics, lostCalls };
  return { ...shared, commandTimeoutMs, overloadRefusal: createOverloadRefusal(shared) };
}

/** Ctrl-C reaches npm and its program, and npm passes it on: the program gets it twice within milliseconds. */
const SAME_SIGNAL_MS = 1_000;

/** Resolves at the first SIGTERM or SIGINT. Another one, later than that, ends the process at once. */
export function untilStopRequested(): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
  const signals = ["SIGTERM", "SIGINT"] as const;
  for (const signal of signals) process.on(signal, resolve);
  const stopListening = () => signals.forEach((signal) => process.off(signal, resolve));
  return promise.finally(() => setTimeout(stopListening, SAME_SIGNAL_MS).unref());
}
