// Metrics of calls, of the store that counts them, and of the connections that they come by.
import type { Kit } from "./metric-kit.ts";

/** Seconds. A warm answer takes about a millisecond, a cold one waits for a provider, and the deadline is 10 s. */
const CALL_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** SQLite answers in 20 µs to some ms, PostgreSQL in a network round trip and a commit; both are given up before 0.5 s. */
const STORE_BUCKETS = [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.3, 1];

/** Codes of failures by our fault; the alert rules list the same. */
const FAILURE_CODES = ["internal", "unknown", "unavailable", "deadline_exceeded", "data_loss"];

export function createCallMetrics(kit: Kit) {
  const calls = kit.busyCounter(
    "suitability_calls_total",
    "Calls by method and gRPC code (ok, invalid_argument, resource_exhausted …).",
    ["method", "code"],
  );
  return {
    calls,
    /** Starts the counters of these methods at 0. */
    beginMethods: (methods: readonly string[]): void => {
      for (const method of methods) {
        for (const code of ["ok", ...FAILURE_CODES]) calls.add(0, method, code);
      }
    },
    callSeconds: kit.busyHistogram(
      "suitability_call_seconds",
      "Time from a call's arrival at the checks until its answer is written and counted, in seconds.",
      ["method"],
      CALL_BUCKETS,
    ),
    quotaRefusals: kit.counter(
      "suitability_quota_refusals_total",
      "Calls refused because the month's quota was used up.",
      ["plan"],
    ),
    quotaNearLimit: kit.counter(
      "suitability_quota_near_limit_total",
      "Calls answered when at least 80% of the month's quota was used.",
      ["plan"],
    ),
    unansweredSpends: kit.kindsCounter(
      "suitability_unanswered_spends_total",
      "Calls that got no answer although counting them had begun: unknown (the store did not report the result, so they may be counted), counted (the store reported the count after the call had ended).",
      "fate",
      ["unknown", "counted"],
    ),
    throttled: kit.kindsCounter(
      "suitability_throttled_total",
      "Calls refused, or refused later, to protect the others: wrong_keys (too many from one address), concurrency (of one account), daily_limit (of one publishable key), uncounted_calls (of one account or publishable key), refusals (of one account or publishable key, delayed by a second), new_places (of one account), overload (of this process); and connections (too many at the gRPC or HTTP port, closed or refused).",
      "reason",
      [
        "wrong_keys",
        "concurrency",
        "daily_limit",
        "uncounted_calls",
        "refusals",
        "new_places",
        "overload",
        "connections",
      ],
    ),
    ready: kit.gauge(
      "suitability_ready",
      "1 while the process takes calls; 0 while it starts, drains, or cannot reach the store (a sidecar: its core).",
    ),
  };
}

export function createStoreMetrics(kit: Kit) {
  return {
    storeSeconds: kit.busyHistogram(
      "suitability_store_seconds",
      "Time an operation of the account store took, by outcome: ok, unavailable (not reached, or not in time), overloaded (this process was busy), failed (a bug).",
      ["operation", "outcome"],
      STORE_BUCKETS,
    ),
    storeClockAhead: kit.gauge(
      "suitability_store_clock_ahead_seconds",
      "Seconds by which the clock of the process is ahead of its PostgreSQL's, which decides months and days; 0 on SQLite.",
    ),
    storeMayForget: kit.gauge(
      "suitability_store_may_forget",
      "1 while the account store may lose acknowledged writes, by the PostgreSQL setting that is the reason: asynchronous_commit or no_fsync; otherwise 0.",
      ["reason"],
    ),
  };
}

/** Open connections by port. */
export function createConnectionWatch({ readGauge }: Kit) {
  type Count = () => Promise<{ readonly open: number; readonly max: number }>;
  const watched = new Map<string, Count>();
  const gaugeOf = (name: string, help: string, value: "open" | "max") =>
    readGauge(name, help, ["port"], async (gauge) => {
      for (const [port, count] of watched) gauge.set({ port }, (await count())[value]);
    });
  gaugeOf("suitability_connections", "Connections that are open at a port.", "open");
  gaugeOf("suitability_connections_max", "Connections that a port takes at once.", "max");
  return (port: string, count: Count): void => {
    watched.set(port, count);
  };
}

/** What a sidecar has open to its cores; without values elsewhere. */
export function createCoreWatch({ readGauge }: Kit) {
  type Figures = () => readonly { readonly core: string; readonly streams: number; readonly calls: number }[];
  let figures: Figures | undefined;
  const gaugeOf = (name: string, help: string, value: "streams" | "calls") =>
    readGauge(name, help, ["core"], (gauge) => {
      gauge.reset();
      for (const each of figures?.() ?? []) gauge.set({ core: each.core }, each[value]);
    });
  gaugeOf(
    "suitability_core_calls_in_flight",
    "Calls of a sidecar that are in flight on its streams to a core, by the core's address.",
    "calls",
  );
  gaugeOf("suitability_core_streams", "Streams of a sidecar to a core, by the core's address.", "streams");
  return (watched: Figures): void => {
    figures = watched;
  };
}
