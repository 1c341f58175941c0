// Metrics of the weather sources, of the cached forecasts, and of the day's calls to a source.
import type { Kit } from "./metric-kit.ts";

const UPSTREAM_BUCKETS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
/** 15 minutes: fresh. 1 hour: the freshness objective. 6 hours: no longer usable. */
const AGE_BUCKETS = [60, 300, 900, 1800, 3600, 7200, 14_400, 21_600, 86_400];

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

export function createWeatherMetrics(kit: Kit) {
  const sources = createSourceMetrics(kit);
  const forecasts = createForecastMetrics(kit);
  return {
    ...sources,
    ...forecasts,
    watchForecastMemory: createForecastMemory(kit),
    watchBudget: createBudgetWatch(kit),
    /** Starts the counters of this weather source at 0. */
    beginSource: (source: string): void => {
      for (const outcome of SENT_OUTCOMES) sources.providerCalls.inc({ source, outcome }, 0);
      sources.weatherOutdated.inc({ source }, 0);
      for (const defect of DEFECTS) sources.weatherUnusable.inc({ source, defect }, 0);
      forecasts.forecastsOld.inc({ source }, 0);
    },
  };
}

function createSourceMetrics(kit: Kit) {
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
