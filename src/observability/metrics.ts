// The metrics of the service. Labels come from closed sets: methods, codes, plans, sources, outcomes. Modules bring
// metrics of their own.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { systemClock, type Clock } from "../lib/time/clock.ts";
import { BusyCounter, BusyHistogram } from "./busy-metrics.ts";

/** Seconds. A warm answer takes about a millisecond, a cold one waits for a provider, and the deadline is 10 s. */
const CALL_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const UPSTREAM_BUCKETS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
/** SQLite answers in 20 µs to some ms, PostgreSQL in a network round trip and a commit; both are given up before 0.5 s. */
const STORE_BUCKETS = [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.3, 1];
/** 15 minutes: fresh. 1 hour: the freshness objective. 6 hours: no longer usable. */
const AGE_BUCKETS = [60, 300, 900, 1800, 3600, 7200, 14_400, 21_600, 86_400];

/** Codes of failures by our fault; the alert rules list the same. */
const FAILURE_CODES = ["internal", "unknown", "unavailable", "deadline_exceeded", "data_loss"];

/** Outcomes of requests to weather sources, and defects of their answers, as in `src/weather`. */
const SENT_OUTCOMES = [
  "ok",
  "timeout",
  "unreachable",
  "limited",
  "refused",
  "place_refused",
  "failed",
  "unusable",
  "uncovered",
];
const DEFECTS = ["too_large", "not_json", "shape", "units", "hours", "values", "old", "nulls", "place"];

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
  const calls = createCallMetrics(kit);
  const weather = createWeatherMetrics(kit);
  const forecasts = createForecastMetrics(kit);
  addProcessMetrics(kit, { version, linesLost, clock });
  return {
    registry,
    ...calls,
    ...weather,
    ...forecasts,
    ...createStoreMetrics(kit),
    certificateExpirySeconds: kit.gauge(
      "suitability_certificate_expiry_seconds",
      "When a certificate in use ends, in seconds since 1970, by the setting that names its file.",
      ["certificate"],
    ),
    watchForecastMemory: createForecastMemory(kit),
    watchConnections: createConnectionWatch(kit),
    watchCores: createCoreWatch(kit),
    watchBudget: createBudgetWatch(kit),
    /** Starts the counters of these methods at 0. */
    beginMethods: (methods: readonly string[]): void => {
      for (const method of methods) {
        for (const code of ["ok", ...FAILURE_CODES]) calls.calls.add(0, method, code);
      }
    },
    /** Starts the counters of this weather source at 0. */
    beginSource: (source: string): void => {
      for (const outcome of SENT_OUTCOMES) weather.providerCalls.inc({ source, outcome }, 0);
      weather.weatherOutdated.inc({ source }, 0);
      for (const defect of DEFECTS) weather.weatherUnusable.inc({ source, defect }, 0);
      forecasts.forecastsOld.inc({ source }, 0);
    },
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

type Kit = ReturnType<typeof createKit>;

/** Makes the metrics of a registry. */
function createKit(registry: Registry) {
  const registers = [registry];
  return {
    ...createBusyKit(registry),
    counter: <Label extends string>(name: string, help: string, labelNames: Label[]) =>
      new Counter({ name, help, labelNames, registers }),
    /** Its count is read at each scrape. */
    readCounter: (name: string, help: string, read: () => number) =>
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset();
          this.inc(read());
        },
      }),
    /**
     * A counter for a closed set of kinds. It starts every kind at 0: Prometheus sees an increase only after a series' first
     * value, and would miss the first of a kind.
     */
    kindsCounter: <Label extends string, Kind extends string>(
      name: string,
      help: string,
      label: Label,
      kinds: readonly Kind[],
    ): KindsCounter<Label, Kind> => {
      const counter = new Counter({ name, help, labelNames: [label], registers });
      for (const kind of kinds) counter.labels(kind).inc(0);
      return counter;
    },
    gauge: <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
      new Gauge({ name, help, labelNames, registers }),
    /** Its values are read at each scrape. */
    readGauge: <Label extends string>(
      name: string,
      help: string,
      labelNames: Label[],
      read: (gauge: Gauge<Label>) => void | Promise<void>,
    ) =>
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        collect() {
          return read(this);
        },
      }),
    histogram: <Label extends string>(name: string, help: string, labelNames: Label[], buckets: number[]) =>
      new Histogram({ name, help, labelNames, buckets, registers }),
  };
}

/** The same for what happens several times a call. */
function createBusyKit(registry: Registry) {
  return {
    busyCounter: (name: string, help: string, labelNames: readonly string[]) =>
      new BusyCounter(registry, { name, help, labelNames }),
    /** Starts every kind at 0, like `kindsCounter`. */
    busyKindsCounter: <Kind extends string>(
      name: string,
      help: string,
      label: string,
      kinds: readonly Kind[],
    ): BusyCounter<Kind> => {
      const counter = new BusyCounter<Kind>(registry, { name, help, labelNames: [label] });
      for (const kind of kinds) counter.add(0, kind);
      return counter;
    },
    busyHistogram: (
      name: string,
      help: string,
      labelNames: readonly string[],
      upperBounds: readonly number[],
    ) => new BusyHistogram(registry, { name, help, labelNames }, upperBounds),
  };
}

interface KindsCounter<Label extends string, Kind extends string> extends Pick<Counter<Label>, "get"> {
  inc(labels: Record<Label, Kind>, count?: number): void;
}

function createCallMetrics(kit: Kit) {
  return {
    calls: kit.busyCounter(
      "suitability_calls_total",
      "Calls by method and gRPC code (ok, invalid_argument, resource_exhausted …).",
      ["method", "code"],
    ),
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

function createStoreMetrics(kit: Kit) {
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

function createWeatherMetrics(kit: Kit) {
  return {
    upstreamSeconds: kit.histogram(
      "suitability_upstream_seconds",
      "Time a weather source took to answer or to fail, in seconds.",
      ["source", "outcome"],
      UPSTREAM_BUCKETS,
    ),
    providerCalls: kit.counter(
      "suitability_provider_calls_total",
      "Calls that were sent to a weather source, one for each place of a request, by how the request ended: ok, timeout, unreachable, limited, refused, place_refused, failed, unusable, uncovered.",
      ["source", "outcome"],
    ),
    weatherUnusable: kit.counter(
      "suitability_weather_unusable_total",
      "Answers of a weather source that could not be used, by what was wrong: too_large, not_json, shape, units, hours, values, old, nulls, place.",
      ["source", "defect"],
    ),
    weatherOddValues: kit.counter(
      "suitability_weather_odd_values_total",
      "Impossible values in answers of a weather source, by variable and result: clamped (nearly possible, and set to the bound), dropped (their hours have no value).",
      ["source", "variable", "fate"],
    ),
    weatherOutdated: kit.counter(
      "suitability_weather_outdated_total",
      "Forecasts that were more than 24 hours old when a weather source returned them: it answers, but has nothing new. Forecasts of more than 48 hours are not used.",
      ["source"],
    ),
    weatherBreakerOpen: kit.gauge(
      "suitability_weather_breaker_open",
      "1 while a weather source is paused, because it keeps failing or set a time for the next request; otherwise 0.",
      ["source"],
    ),
  };
}

/** Metrics of the forecast cache. */
function createForecastMetrics(kit: Kit) {
  return {
    forecastCache: kit.busyKindsCounter(
      "suitability_forecast_cache_total",
      "Forecasts that calls needed: fresh (cached), stale (cached, and being refetched), stale_error (cached, while fetching fails), miss (fetched), shared (fetched by another replica), deduped (waited for another call's fetch).",
      "result",
      ["fresh", "stale", "stale_error", "miss", "shared", "deduped"],
    ),
    forecastSharing: kit.kindsCounter(
      "suitability_forecast_sharing_total",
      "Forecasts requested from the database that replicas share: found, leased (fetched here for all replicas), waited (for another replica, too long), unavailable, unreadable.",
      "outcome",
      ["found", "leased", "waited", "unavailable", "unreadable"],
    ),
    forecastsOld: kit.counter(
      "suitability_forecasts_old_total",
      "Answers from a forecast that is older than the freshness objective allows: an hour, or 45 minutes more than FORECAST_FRESH_MINUTES.",
      ["source"],
    ),
    // Observed per answer, not per cached forecast: the objective is about what callers get, and a forecast that nobody
    // asks for may age.
    forecastAgeSeconds: kit.busyHistogram(
      "suitability_forecast_age_seconds",
      "Age of the forecast behind each answer, since it was generated (or fetched, if the source does not report when it was generated).",
      ["source"],
      AGE_BUCKETS,
    ),
  };
}

/** What FORECAST_CACHE_MB is used for; without values until the caches exist. */
function createForecastMemory({ readGauge }: Kit) {
  let watched: Readonly<Record<string, () => number>> = {};
  readGauge(
    "suitability_forecast_memory_bytes",
    "Memory of the cached forecasts and of the tables of scored hours made from them.",
    ["of"],
    (gauge) => {
      for (const [of, bytes] of Object.entries(watched)) gauge.set({ of }, bytes());
    },
  );
  return (parts: Readonly<Record<string, () => number>>): void => {
    watched = parts;
  };
}

/** Open connections by port. */
function createConnectionWatch({ readGauge }: Kit) {
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
function createCoreWatch({ readGauge }: Kit) {
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

interface BudgetFigures {
  readonly used: number;
  readonly callsMax: number | undefined;
  readonly freshMs: number;
  readonly projected: number;
}

/** The calls that all replicas make to a source in the current UTC day; without values until a budget is watched. */
function createBudgetWatch({ readGauge }: Kit) {
  let watched: { readonly source: string; readonly figures: () => BudgetFigures } | undefined;
  const gaugeOf = (name: string, help: string, value: (figures: BudgetFigures) => number | undefined) =>
    readGauge(`suitability_provider_budget_${name}`, help, ["source"], (gauge) => {
      const figure = watched && value(watched.figures());
      if (watched !== undefined && figure !== undefined) gauge.set({ source: watched.source }, figure);
    });
  gaugeOf("used_calls", "Calls to a weather source by all replicas since midnight UTC.", ({ used }) => used);
  gaugeOf(
    "left_calls",
    "Calls to a weather source that all replicas have left until midnight UTC; absent without a limit.",
    ({ used, callsMax }) => callsMax && Math.max(0, callsMax - used),
  );
  gaugeOf(
    "projected_calls",
    "Calls to a weather source expected by midnight UTC, from those of the last hour, if forecasts are fresh for 180 minutes from now on.",
    ({ projected }) => projected,
  );
  gaugeOf(
    "fresh_seconds",
    "How long forecasts are fresh now: as configured, or longer so that the day's calls last.",
    ({ freshMs }) => freshMs / 1000,
  );
  return (source: string, figures: () => BudgetFigures): void => {
    watched = { source, figures };
  };
}
