// Tells whoever runs this that connections had to be closed or refused because there were too many.
import type { Clock } from "../clock.ts";
import type { Logger } from "./logger.ts";
import type { Metrics } from "./metrics.ts";

/** Thousands a second are one line in ten seconds; how many there were is in the metrics. */
const LOG_EVERY_MS = 10_000;

/** For the door `door`; what it returns is told of so many connections. */
export function createCrowdedPort(
  door: string,
  { metrics, logger, clock }: { readonly metrics: Metrics; readonly logger: Logger; readonly clock: Clock },
): (connections: number) => void {
  let untold = 0;
  let toldAtMs = -Infinity;
  return (connections) => {
    metrics.throttled.inc({ reason: "connections" }, connections);
    untold += connections;
    const nowMs = clock.nowMs();
    if (nowMs - toldAtMs < LOG_EVERY_MS) return;
    logger.warn({ door, connections: untold }, "too many connections: some are being closed or refused");
    untold = 0;
    toldAtMs = nowMs;
  };
}
