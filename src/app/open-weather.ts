// Opens the weather: the cache, the replicas' shared forecasts and the providers, as the settings name them.
import { MINUTE_MS } from "../lib/time/clock.ts";
import type { Config } from "./settings/core-config.ts";
import { isSimulated, providersOf } from "./settings/weather-settings.ts";
import type { OutageLog } from "../observability/outage-log.ts";
import type { ProcessParts } from "../observability/process-parts.ts";
import { isWeatherCode } from "../scoring/weather-columns.ts";
import { createCallBudget, type BudgetNotice, type CallBudget } from "../weather/budget/call-budget.ts";
import { staleMsMax } from "../weather/cache/age-limits.ts";
import { createCachedSource, type CachedSourceOptions } from "../weather/cache/cached-source.ts";
import { createSharedForecasts, type SharedForecasts } from "../weather/cache/shared-forecasts.ts";
import { openProviders } from "../weather/failover/open-providers.ts";
import { createSimulatedSource } from "../weather/providers/simulated/source.ts";
import { createPreferredSource } from "../weather/failover/preferred-source.ts";
import { createSourceReports } from "../weather/failover/source-reports.ts";
import { createRecentAges } from "../weather/recent-ages.ts";
import type { WeatherStore } from "../weather/sql/weather-tables.ts";
import type { ClosableSource } from "../weather/weather-source.ts";

interface Parts extends ProcessParts {
  /** What replicas share. */
  readonly store: WeatherStore;
  /** Of the store. */
  readonly outage: OutageLog;
}

/** `opened` closes the sources. */
export async function openWeather(
  config: Config,
  parts: Parts & Pick<CachedSourceOptions, "onFetched">,
  opened: AsyncDisposableStack,
) {
  const { clock, logger, metrics, onFetched } = parts;
  const budgets = openCallBudgets(config, parts);
  // Most forecasts are from the first source: its day decides how long they are fresh, and who may have more of them.
  const [budget] = budgets.values();
  const freshMs = budget?.freshMs ?? (() => config.forecastFreshMs);
  const shared = openSharedForecasts(config, parts, { freshMs, opened });
  const reports = createSourceReports({ clock });
  const source = await openSource(config, parts, { reports, budgets });
  opened.defer(() => source.close());
  for (const { name } of reports.list()) metrics.beginSource(name);
  const ages = createRecentAges({ clock });
  const forecasts = createCachedSource({
    source,
    clock,
    bytesMax: config.forecastCacheBytes,
    freshMs,
    shared,
    callsOfDay: budget?.state,
    onResult: (result) => metrics.forecastCache.inc(result),
    onForecast: ({ source: name, generatedAtMs }) => {
      const ageSeconds = (clock.nowMs() - generatedAtMs) / 1000;
      metrics.forecastAgeSeconds.observe(ageSeconds, name);
      if (ageSeconds * 1000 > staleMsMax(config.forecastFreshMs)) metrics.forecastsOld.inc({ source: name });
      ages.note(ageSeconds);
    },
    onFetched,
    onLimited: () => metrics.throttled.inc({ reason: "new_places" }),
    onBug: (error) => logger.error({ err: error }, "a forecast was not fetched because of a bug"),
  });
  return {
    forecasts,
    /** Memory that cached forecasts take, in bytes. */
    cachedBytes: () => forecasts.cachedBytes,
    /** The state of the sources, in order of preference. */
    sources: reports.list,
    /** Ages of the forecasts behind recent answers. */
    ages,
  };
}

/** Forecasts are shared if the replicas share the store. */
function openSharedForecasts(
  { weatherSources }: Config,
  { clock, metrics, logger, store, outage }: Parts,
  { freshMs, opened }: { readonly freshMs: () => number; readonly opened: AsyncDisposableStack },
): SharedForecasts | undefined {
  // Made-up weather must not reach a replica with real weather.
  const table = isSimulated(weatherSources) ? undefined : store.openForecasts?.();
  if (table === undefined) return undefined;
  opened.defer(() => table.close());
  return createSharedForecasts({
    table,
    clock,
    freshMs,
    onOutcome: (outcome) => metrics.forecastSharing.inc({ outcome }),
    onAway: async (reason) => {
      if (await outage.explains()) return;
      logger.warn({ reason }, "forecasts are not shared: their table did not answer");
    },
  });
}

/** Log lines about the day's calls, each with its level. */
const BUDGET_NOTICES = {
  stretched: {
    level: "info",
    sentence:
      "forecasts stay fresh for longer than FORECAST_FRESH_MINUTES, so that the day's provider calls last",
  },
  nearly_used: { level: "warn", sentence: "four fifths of the day's provider calls are used" },
  used_up: {
    level: "warn",
    sentence:
      "the day's provider calls are used up: until midnight UTC new places are refused, others answered from what is cached",
  },
} as const satisfies Record<BudgetNotice, { level: "info" | "warn"; sentence: string }>;

/** By the names of the sources, in order of preference: those whose calls are counted. */
function openCallBudgets(
  { weatherSources, providerSettings, forecastFreshMs }: Config,
  { clock, logger, metrics, store }: Parts,
): ReadonlyMap<string, CallBudget> {
  const budgets = new Map<string, CallBudget>();
  for (const { name, callsPerDay } of providersOf(weatherSources)) {
    const counted = callsPerDay(providerSettings);
    if (counted === undefined) continue;
    const { callsMax } = counted;
    const budget = createCallBudget({
      provider: name,
      callsMax,
      freshMs: forecastFreshMs,
      shared: store,
      clock,
      onNotice: (notice, { used, projected, freshMs }) => {
        const { level, sentence } = BUDGET_NOTICES[notice];
        const figures = { used, calls_max: callsMax, projected, fresh_minutes: freshMs / MINUTE_MS };
        logger[level]({ source: name, ...figures }, sentence);
      },
    });
    metrics.watchBudget(name, budget.state);
    budgets.set(name, budget);
  }
  return budgets;
}

async function openSource(
  { weatherSources, providerSettings }: Config,
  { clock, logger, metrics, store: permits, outage }: Parts,
  {
    reports,
    budgets,
  }: {
    readonly reports: ReturnType<typeof createSourceReports>;
    readonly budgets: ReadonlyMap<string, CallBudget>;
  },
): Promise<ClosableSource> {
  if (isSimulated(weatherSources)) {
    logger.warn("the weather is simulated: the answers of this service are not a forecast");
    const sources = [createSimulatedSource({ clock })];
    return {
      ...createPreferredSource({ sources, onChange: reports.noteChange }),
      close: async () => undefined,
    };
  }
  return openProviders({
    providers: providersOf(weatherSources),
    settings: providerSettings,
    budgets,
    permits,
    clock,
    onFetch: ({ source: name, outcome, defect, seconds }) => {
      metrics.upstreamSeconds.observe({ source: name, outcome }, seconds);
      if (defect !== undefined) metrics.weatherUnusable.inc({ source: name, defect });
    },
    onSent: ({ calls, ...labels }) => metrics.providerCalls.inc(labels, calls),
    onOddValues: ({ count, ...labels }) => metrics.weatherOddValues.inc(labels, count),
    onChange: (change) => {
      const { states, transition } = change;
      for (const { name: source, state } of states) {
        metrics.weatherBreakerOpen.set({ source }, state === "left_alone" ? 1 : 0);
      }
      reports.noteChange(change);
      if (transition === undefined) return;
      const { kind, source = "none" } = transition;
      logger.info({ transition: kind, source }, "the weather source that is asked first");
    },
    onForecast: (forecast) => {
      if (reports.noteForecast(forecast)) metrics.weatherOutdated.inc({ source: forecast.source });
    },
    onFailure: async ({ leftOut, ...failure }) => {
      reports.noteFailure(failure);
      // Then the store did not answer, and the source was not asked.
      if (failure.kind === "uncounted" && (await outage.explains())) return;
      logger.warn({ ...failure, left_out: leftOut }, "a weather source did not answer");
    },
    onWarning: (sentence) => logger.warn(sentence),
    isKnownCode: isWeatherCode,
    onUnknownCode: (unknown) =>
      logger.warn(unknown, "an unknown weather code: its hours are scored as without one"),
  });
}
