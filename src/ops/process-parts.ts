// What everything in one process shares.
import manifest from "../../package.json" with { type: "json" };
import type { Clock } from "../clock.ts";
import type { Logger } from "./logger.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { createOverloadRefusal, type OverloadRefusal } from "./overload-refusal.ts";
import { createSaturation, type Saturation } from "./saturation.ts";

/** What a process is started with besides its settings. */
export interface StartOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** How many lines of the log have been lost; by default none. */
  readonly linesLost?: () => number;
  /** Whether there is more to do than can be done; by default the event loop tells. */
  readonly saturation?: Saturation;
  /** How long a step of the account store may take; by default what each store finds right. */
  readonly commandTimeoutMs?: number | undefined;
}

export interface ProcessParts extends StartOptions {
  readonly metrics: Metrics;
  readonly saturation: Saturation;
  readonly overloadRefusal: OverloadRefusal;
}

export function createProcessParts({
  clock,
  logger,
  linesLost = () => 0,
  saturation = createSaturation({ nowMs: () => performance.now() }),
  commandTimeoutMs,
}: StartOptions): ProcessParts {
  const metrics = createMetrics({ version: manifest.version, linesLost, clock });
  const shared = { clock, logger, saturation, metrics };
  return { ...shared, commandTimeoutMs, overloadRefusal: createOverloadRefusal(shared) };
}

/** Resolves with the first SIGTERM or SIGINT. A second one ends the process at once, as it would any other. */
export function untilAskedToStop(): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
  process.once("SIGTERM", resolve);
  process.once("SIGINT", resolve);
  return promise;
}
