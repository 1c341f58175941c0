// Every metric of the service, by name. Labels come from closed sets: methods, codes, plans, sources, outcomes; only
// account-calls.ts has accounts, and a bound on them.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { systemClock, type Clock } from "../clock.ts";
import { createAccountCalls } from "./account-calls.ts";

/** Seconds. A warm answer takes about a millisecond, a cold one waits for a provider, and 10 s is the deadline. */
const CALL_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const UPSTREAM_BUCKETS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
/** SQLite answers in 20 µs to some ms (its disk), PostgreSQL in a network round trip and its disk; both are given up before 0.5 s. */
const STORE_BUCKETS = [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.3, 1];
/** 15 minutes: answered from as it is. 1 hour: the freshness objective. 6 hours: not answered from any more. */
const AGE_BUCKETS = [60, 300, 900, 1800, 3600, 7200, 14_400, 21_600, 86_400];

/** The codes of a call that failed by our fault; the alerts' rules list the same. */
const FAILURE_CODES = ["internal", "unknown", "unavailable", "deadline_exceeded", "data_loss"];

/** How a request to a weather source can end, and what can be wrong with its answer: as `src/weather` has them. */
const SENT_OUTCOMES = [
  "ok",
  "timeout",
  "unreachable",
  "limited",
  "refused",
  "failed",
  "unusable",
  "uncovered",
];
const DEFECTS = ["too_large", "not_json", "shape", "units", "hours", "values", "old", "nulls", "place"];

export type Metrics = ReturnType<typeof createMetrics>;

/** A registry of its own, so that several services can live in one process (tests do that). */
export function createMetrics({
  version,
  linesLost = () => 0,
  clock = systemClock,
}: {
  /** The service's. */
  readonly version: string;
  /** How many lines of the log have been lost so far. */
  readonly linesLost?: () => number;
  readonly clock?: Clock;
}) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: "suitability_build_info",
    help: "Always 1: which version of the service runs on which Node.",
    labelNames: ["version", "node"],
    registers: [registry],
  }).set({ version, node: process.versions.node }, 1);
  const calls = createCallMetrics([registry]);
  const weather = createWeatherMetrics([registry]);
  const forecasts = createForecastMetrics([registry]);
  return {
    registry,
    watchForecastMemory: createForecastMemory([registry]),
    logLinesLost: createLogLinesLost([registry], linesLost),
    clockSeconds: createClockSeconds([registry], clock),
    ...calls,
    accountCalls: createAccountCalls([registry]),
    ...weather,
    ...forecasts,
    storeSeconds: createStoreSeconds([registry]),
    storeClockAhead: createStoreClockAhead([registry]),
    certificateExpirySeconds: createCertificateExpiry([registry]),
    watchConnections: createConnectionWatch([registry]),
    watchBudget: createBudgetWatch([registry]),
    /** Has the calls of these methods counted from 0. */
    beginMethods: (methods: readonly string[]): void => {
      for (const method of methods) {
        for (const code of ["ok", ...FAILURE_CODES]) calls.calls.inc({ method, code }, 0);
      }
    },
    /** Has what becomes of this weather source's forecasts counted from 0. */
    beginSource: (source: string): void => {
      for (const outcome of SENT_OUTCOMES) weather.providerCalls.inc({ source, outcome }, 0);
      weather.weatherOutdated.inc({ source }, 0);
      for (const defect of DEFECTS) weather.weatherUnusable.inc({ source, defect }, 0);
      forecasts.forecastsOld.inc({ source }, 0);
    },
  };
}

/** Counted where lines are written, and read when it is scraped. */
function createLogLinesLost(registers: Registry[], linesLost: () => number) {
  return new Counter({
    name: "suitability_log_lines_lost_total",
    help: "Lines of the log that were lost because nobody read them in time.",
    registers,
    collect() {
      this.reset();
      this.inc(linesLost());
    },
  });
}

/** Read when it is scraped, and so comparable with the clock of whoever scrapes. */
function createClockSeconds(registers: Registry[], clock: Clock) {
  return new Gauge({
    name: "suitability_clock_seconds",
    help: "The time of day by which the process tells hours and months, in seconds since 1970.",
    registers,
    collect() {
      this.set(clock.nowMs() / 1000);
    },
  });
}

/** What FORECAST_CACHE_MB is used for. Read when it is scraped; without values until there is something to watch. */
function createForecastMemory(registers: Registry[]) {
  let watched: Readonly<Record<string, () => number>> = {};
  const gauge = new Gauge({
    name: "suitability_forecast_memory_bytes",
    help: "Memory that forecasts take, packed, and the tables of scored hours that are made of them, which give way to them.",
    labelNames: ["of"],
    registers,
    collect: () => {
      for (const [of, bytes] of Object.entries(watched)) gauge.set({ of }, bytes());
    },
  });
  return (parts: Readonly<Record<string, () => number>>): void => {
    watched = parts;
  };
}

/** What callers notice. */
function createCallMetrics(registers: Registry[]) {
  return {
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
    unansweredSpends: beginAtZero(
      new Counter({
        name: "suitability_unanswered_spends_total",
        help: "Calls that were not answered though their spend had begun: unknown (the store did not say what became of it, and decides whether it counts), counted (the call was over when the store said that it counts).",
        labelNames: ["fate"],
        registers,
      }),
      ["unknown", "counted"],
    ),
    throttled: createThrottled(registers),
    ready: new Gauge({
      name: "suitability_ready",
      help: "1 while the process takes calls, 0 while it starts, drains or cannot reach what each needs: the store or, for a sidecar, the core.",
      registers,
    }),
  };
}

function createThrottled(registers: Registry[]) {
  return beginAtZero(
    new Counter({
      name: "suitability_throttled_total",
      help: "Calls refused, or refused later, to protect the others: wrong_keys (too many from one address), concurrency (of one account), daily_limit (of one publishable key), uncounted_calls (of one account or publishable key), refusals (of one account or publishable key, told a second later), new_places (of one account), overload (of this process); and connections (too many at the gRPC or HTTP port, closed or refused).",
      labelNames: ["reason"],
      registers,
    }),
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
  );
}

/** Of the sources. */
function createWeatherMetrics(registers: Registry[]) {
  return {
    upstreamSeconds: new Histogram({
      name: "suitability_upstream_seconds",
      help: "Time a weather source took to answer or to fail, in seconds.",
      labelNames: ["source", "outcome"],
      buckets: UPSTREAM_BUCKETS,
      registers,
    }),
    providerCalls: new Counter({
      name: "suitability_provider_calls_total",
      help: "Calls that were sent to a weather source, one for each place of a request, by how the request ended: ok, timeout, unreachable, limited, refused, failed, unusable, uncovered.",
      labelNames: ["source", "outcome"],
      registers,
    }),
    weatherUnusable: new Counter({
      name: "suitability_weather_unusable_total",
      help: "Answers of a weather source that could not be used, by what was wrong: too_large, not_json, shape, units, hours, values, old, nulls, place.",
      labelNames: ["source", "defect"],
      registers,
    }),
    weatherOutdated: new Counter({
      name: "suitability_weather_outdated_total",
      help: "Forecasts that a weather source gave although it had made them more than 24 hours before: it answers, and has nothing new. Those of more than 48 hours are not used.",
      labelNames: ["source"],
      registers,
    }),
    storeMayForget: new Gauge({
      name: "suitability_store_may_forget",
      help: "1 while the account store may lose what it has answered for, by the setting of its PostgreSQL that is the reason: asynchronous_commit or no_fsync; otherwise 0.",
      labelNames: ["reason"],
      registers,
    }),
    weatherBreakerOpen: new Gauge({
      name: "suitability_weather_breaker_open",
      help: "1 while a weather source is left alone, because it keeps failing or said when to ask again; otherwise 0.",
      labelNames: ["source"],
      registers,
    }),
  };
}

/** Of what is cached. */
function createForecastMetrics(registers: Registry[]) {
  return {
    forecastCache: beginAtZero(
      new Counter({
        name: "suitability_forecast_cache_total",
        help: "Forecasts asked of the cache: fresh (held), stale (held, being fetched anew), stale_error (held, as fetching fails), miss (fetched), shared (fetched by another replica), deduped (waited for another call's fetch).",
        labelNames: ["result"],
        registers,
      }),
      ["fresh", "stale", "stale_error", "miss", "shared", "deduped"],
    ),
    forecastSharing: beginAtZero(
      new Counter({
        name: "suitability_forecast_sharing_total",
        help: "Forecasts asked of the database that replicas share: found, leased (fetched here for all), waited (in vain), unavailable, unreadable.",
        labelNames: ["outcome"],
        registers,
      }),
      ["found", "leased", "waited", "unavailable", "unreadable"],
    ),
    forecastsOld: new Counter({
      name: "suitability_forecasts_old_total",
      help: "Answers from a forecast that is older than the freshness objective allows: an hour, or 45 minutes more than FORECAST_FRESH_MINUTES.",
      labelNames: ["source"],
      registers,
    }),
    // Per use, not a gauge of what is held: the objective is about what callers were told, and a place nobody asks for
    // may grow old without harm.
    forecastAgeSeconds: new Histogram({
      name: "suitability_forecast_age_seconds",
      help: "Age of a forecast whenever a call is answered from it, since it was generated (or fetched, where the source does not say).",
      labelNames: ["source"],
      buckets: AGE_BUCKETS,
      registers,
    }),
  };
}

function createStoreSeconds(registers: Registry[]) {
  return new Histogram({
    name: "suitability_store_seconds",
    help: "Time an operation of the account store took, by outcome: ok, unavailable (not reached, or not in time), overloaded (this process was held up), failed (a bug).",
    labelNames: ["operation", "outcome"],
    buckets: STORE_BUCKETS,
    registers,
  });
}

function createStoreClockAhead(registers: Registry[]) {
  return new Gauge({
    name: "suitability_store_clock_ahead_seconds",
    help: "How far the clock of the process is ahead of its PostgreSQL's, by which months and days are counted; 0 on SQLite.",
    registers,
  });
}

function createCertificateExpiry(registers: Registry[]) {
  return new Gauge({
    name: "suitability_certificate_expiry_seconds",
    help: "When a certificate in use ends, in seconds since 1970, by the setting that names its file.",
    labelNames: ["certificate"],
    registers,
  });
}

/** Counted when they are scraped, by port: http, grpc. */
function createConnectionWatch(registers: Registry[]) {
  type Count = () => Promise<{ readonly open: number; readonly max: number }>;
  const watched = new Map<string, Count>();
  const gauge = (name: string, help: string, value: (connections: Awaited<ReturnType<Count>>) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ["port"],
      registers,
      async collect() {
        for (const [port, count] of watched) this.set({ port }, value(await count()));
      },
    });
  gauge("suitability_connections", "Connections that are open at a port.", ({ open }) => open);
  gauge("suitability_connections_max", "Connections that a port takes at once.", ({ max }) => max);
  return (port: "grpc" | "http", count: Count): void => {
    watched.set(port, count);
  };
}

/** Counts what is of one of few kinds, and of no other. */
interface KindsCounter<Label extends string, Kind extends string> extends Pick<Counter<Label>, "get"> {
  inc(labels: Record<Label, Kind>, count?: number): void;
}

/** Has every kind counted from 0: Prometheus sees an increase only after a series' first value, and would miss the first of a kind. */
function beginAtZero<Label extends string, Kind extends string>(
  counter: Counter<Label>,
  kinds: readonly Kind[],
): KindsCounter<Label, Kind> {
  for (const kind of kinds) counter.labels(kind).inc(0);
  return counter;
}

interface BudgetFigures {
  readonly used: number;
  readonly callsMax: number | undefined;
  readonly freshMs: number;
  readonly projected: number;
}

/** What is left of a day's (UTC) calls of a source, for all replicas. Read when they are scraped; without values until there is a budget to watch. */
function createBudgetWatch(registers: Registry[]) {
  let watched: { readonly source: string; readonly figures: () => BudgetFigures } | undefined;
  const gauge = (name: string, help: string, value: (figures: BudgetFigures) => number | undefined) =>
    new Gauge({
      name: `suitability_provider_budget_${name}`,
      help,
      labelNames: ["source"],
      registers,
      collect() {
        const known = watched && value(watched.figures());
        if (watched !== undefined && known !== undefined) this.set({ source: watched.source }, known);
      },
    });
  gauge(
    "used_calls",
    "Calls that all replicas have made of a weather source since midnight UTC.",
    ({ used }) => used,
  );
  gauge(
    "left_calls",
    "Calls that all replicas may still make of it until midnight UTC; none where there is no limit.",
    ({ used, callsMax }) => callsMax && Math.max(0, callsMax - used),
  );
  gauge(
    "projected_calls",
    "Calls by midnight UTC if forecasts are fresh for 180 minutes from now on, as the last hour was.",
    ({ projected }) => projected,
  );
  gauge(
    "fresh_seconds",
    "How long forecasts are fresh now: as long as is set, or longer so that the day's calls last.",
    ({ freshMs }) => freshMs / 1000,
  );
  return (source: string, figures: () => BudgetFigures): void => {
    watched = { source, figures };
  };
}
