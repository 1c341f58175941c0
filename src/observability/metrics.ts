// The metrics of the service. Labels come from closed sets: methods, codes, plans, sources, outcomes. Modules bring
// metrics of their own.
import { collectDefaultMetrics, Registry } from "prom-client";
import { systemClock, type Clock } from "../lib/time/clock.ts";
import {
  createCallMetrics,
  createConnectionWatch,
  createCoreWatch,
  createStoreMetrics,
} from "./call-metrics.ts";
import { createKit, type Kit } from "./metric-kit.ts";
import { createWeatherMetrics } from "./weather-metrics.ts";

export type Metrics = ReturnType<typeof createMetrics>;

/** Has its own registry, so that several services can run in one process, as in tests. */
export function createMetrics({
  version,
  linesLost = () => 0,
  clock = systemClock,
}: {
  readonly version: string;
  /** How many log lines have been lost. */
  readonly linesLost?: () => number;
  readonly clock?: Clock;
}) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const kit = createKit(registry);
  addProcessMetrics(kit, { version, linesLost, clock });
  return {
    registry,
    ...createCallMetrics(kit),
    ...createWeatherMetrics(kit),
    ...createStoreMetrics(kit),
    certificateExpirySeconds: kit.gauge(
      "suitability_certificate_expiry_seconds",
      "When a certificate in use ends, in seconds since 1970, by the setting that names its file.",
      ["certificate"],
    ),
    watchConnections: createConnectionWatch(kit),
    watchCores: createCoreWatch(kit),
  };
}

/** Metrics that are constant, or read at each scrape. */
function addProcessMetrics(
  { gauge, readCounter, readGauge }: Kit,
  { version, linesLost, clock }: Required<Parameters<typeof createMetrics>[0]>,
): void {
  const help = "Always 1: which version of the service runs on which Node.";
  const labels = { version, node: process.versions.node };
  gauge("suitability_build_info", help, ["version", "node"]).set(labels, 1);
  readCounter(
    "suitability_log_lines_lost_total",
    "Log lines that were lost because nobody read them in time.",
    linesLost,
  );
  // Read at each scrape, so that Prometheus can compare it with its own clock.
  readGauge(
    "suitability_clock_seconds",
    "The clock of the process, which decides hours and months, in seconds since 1970.",
    [],
    (seconds) => seconds.set(clock.nowMs() / 1000),
  );
}
