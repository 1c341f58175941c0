// Every metric of the service, by name. Labels come from closed sets: methods, codes, plans, sources, outcomes.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/** Seconds. A warm answer takes about a millisecond, a cold one waits for a provider, and 10 s is the deadline. */
const CALL_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const UPSTREAM_BUCKETS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export type Metrics = ReturnType<typeof createMetrics>;

/** A registry of its own, so that several services can live in one process (tests do that). */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    calls: new Counter({
      name: "suitability_calls_total",
      help: "Calls by method and gRPC code (ok, invalid_argument, resource_exhausted …).",
      labelNames: ["method", "code"],
      registers,
    }),
    callSeconds: new Histogram({
      name: "suitability_call_seconds",
      help: "Time from a call's arrival at the checks to its answer, in seconds.",
      labelNames: ["method"],
      buckets: CALL_BUCKETS,
      registers,
    }),
    quotaRefusals: new Counter({
      name: "suitability_quota_refusals_total",
      help: "Calls refused because the month's quota was used up.",
      labelNames: ["plan"],
      registers,
    }),
    quotaNearLimit: new Counter({
      name: "suitability_quota_near_limit_total",
      help: "Calls answered when at least 80 % of the month's quota was used.",
      labelNames: ["plan"],
      registers,
    }),
    upstreamSeconds: new Histogram({
      name: "suitability_upstream_seconds",
      help: "Time a weather source took to answer or to fail, in seconds.",
      labelNames: ["source", "outcome"],
      buckets: UPSTREAM_BUCKETS,
      registers,
    }),
    forecastCache: new Counter({
      name: "suitability_forecast_cache_total",
      help: "Forecasts asked of the cache: fresh (held), miss (fetched), deduped (waited for another call's fetch).",
      labelNames: ["result"],
      registers,
    }),
    ready: new Gauge({
      name: "suitability_ready",
      help: "1 while the service takes calls, 0 while it starts, drains or cannot reach its store.",
      registers,
    }),
  };
}
