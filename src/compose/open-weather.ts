// Where the weather is from: the cache, the replicas' shared forecasts and the providers, as the settings name them.
import type { ProviderCallStore } from "../weather/budget/provider-calls.ts";
import type { AccountStore } from "../accounts/store.ts";
import { MINUTE_MS } from "../clock.ts";
import type { Config } from "../config/config.ts";
import { isSimulated } from "../config/weather-settings.ts";
import type { ProcessParts } from "../ops/process-parts.ts";
import { isKnownWeatherCode } from "../scoring/weather-columns.ts";
import { createCallBudget, type BudgetNotice, type CallBudget } from "../weather/budget/call-budget.ts";
import { staleMsMax } from "../weather/cache/age-limits.ts";
import { createCachedSource } from "../weather/cache/cached-source.ts";
import { createSharedForecasts, type SharedForecasts } from "../weather/cache/shared-forecasts.ts";
import { openSources } from "../weather/failover/open-sources.ts";
import {
  isFreeOpenMeteo,
  isOwnOpenMeteo,
  openMeteoCallsPerDay,
  openMeteoUrl,
} from "../weather/open-meteo/request.ts";
import { createSimulatedSource } from "../weather/simulated/source.ts";
import { createSourceRecords, type SourceRecord } from "../weather/failover/source-records.ts";
import { createRecentAges, type RecentAges } from "../weather/recent-ages.ts";
import type { ClosableSource, Forecasts } from "../weather/weather-source.ts";

export interface Weather {
  /** As the operations ask for them. */
  readonly forecasts: Forecasts;
  /** How many bytes of memory forecasts take. */
  readonly cachedBytes: () => number;
  /** How the sources are doing, in order of preference. */
  readonly sources: () => readonly SourceRecord[];
  /** Of the forecasts that calls were answered from. */
  readonly ages: RecentAges;
}

/** What replicas agree on and share by their store. */
type WeatherStore = ProviderCallStore & Pick<AccountStore, "openForecasts">;

/** `opened` closes what forecasts come from. */
export function openWeather(
  config: Config,
  { clock, logger, metrics, store }: ProcessParts & { readonly store: WeatherStore },
  opened: AsyncDisposableStack,
): Weather {
  const budget = openCallBudget(config, { clock, logger, metrics, store });
  const freshMs = budget?.freshMs ?? (() => config.forecastFreshMs);
  const shared = openSharedForecasts(config, { metrics, logger, store, freshMs }, opened);
  const records = createSourceRecords({ clock });
  const source = openSource(config, { clock, logger, metrics, records, budget, turns: store });
  opened.defer(() => source.close());
  for (const { name } of records.list()) metrics.beginSource(name);
  const ages = createRecentAges({ clock });
  const forecasts = createCachedSource({
    source,
    clock,
    bytesMax: config.forecastCacheBytes,
    freshMs,
    shared,
    callsOfDay: budget?.state,
    onResult: (result) => metrics.forecastCache.inc({ result }),
    onForecast: ({ source: name, generatedAtMs }) => {
      const ageSeconds = (clock.nowMs() - generatedAtMs) / 1000;
      metrics.forecastAgeSeconds.observe({ source: name }, ageSeconds);
      if (ageSeconds * 1000 > staleMsMax(config.forecastFreshMs)) metrics.forecastsOld.inc({ source: name });
      ages.note(ageSeconds);
    },
    onLimited: () => metrics.throttled.inc({ reason: "new_places" }),
    onBug: (error) => logger.error({ err: error }, "a forecast was not fetched because of a bug"),
  });
  return { forecasts, cachedBytes: () => forecasts.cachedBytes, sources: records.list, ages };
}

/** Where the replicas share the store, they share forecasts in it. */
function openSharedForecasts(
  { weatherSources }: Config,
  {
    metrics,
    logger,
    store,
    freshMs,
  }: Pick<ProcessParts, "metrics" | "logger"> & {
    readonly store: WeatherStore;
    readonly freshMs: () => number;
  },
  opened: AsyncDisposableStack,
): SharedForecasts | undefined {
  // What is made up must not reach a replica that was started on real weather.
  const table = isSimulated(weatherSources) ? undefined : store.openForecasts?.();
  if (table === undefined) return undefined;
  opened.defer(() => table.close());
  return createSharedForecasts({
    table,
    freshMs,
    onOutcome: (outcome) => metrics.forecastSharing.inc({ outcome }),
    onAway: (reason) => logger.warn({ reason }, "forecasts are not shared: their table did not answer"),
  });
}

/** What an operator is told of the day's calls, at the level that it is worth. */
const BUDGET_NOTICES = {
  stretched: {
    level: "info",
    sentence: "forecasts are fresh for longer than is set, so that the day's provider calls last",
  },
  nearly_used: { level: "warn", sentence: "four fifths of the day's provider calls are used" },
  used_up: {
    level: "warn",
    sentence:
      "the day's provider calls are used up: until midnight UTC new places are refused, others answered from what is cached",
  },
} as const satisfies Record<BudgetNotice, { level: "info" | "warn"; sentence: string }>;

/** Only Open-Meteo has a limit of calls a day; a server of one's own has none unless it is set, and is not counted then. */
function openCallBudget(
  config: Config,
  {
    clock,
    logger,
    metrics,
    store,
  }: Pick<ProcessParts, "clock" | "logger" | "metrics"> & {
    readonly store: ProviderCallStore;
  },
): CallBudget | undefined {
  const { weatherSources, openMeteoApiKey: apiKey } = config;
  if (weatherSources.every((name) => name !== "open-meteo")) return undefined;
  const url = openMeteoUrl({ url: config.openMeteoUrl, apiKey });
  if (isFreeOpenMeteo(url)) {
    logger.warn(
      "open-meteo is asked at its free host, which is for non-commercial use only: docs/weather.md has the others",
    );
  }
  const callsMax = config.providerCallsPerDay ?? openMeteoCallsPerDay(url);
  if (callsMax === undefined && isOwnOpenMeteo(url)) return undefined;
  const budget = createCallBudget({
    provider: "open-meteo",
    callsMax,
    freshMs: config.forecastFreshMs,
    shared: store,
    clock,
    onNotice: (notice, { used, projected, freshMs }) => {
      const { level, sentence } = BUDGET_NOTICES[notice];
      const figures = { used, calls_max: callsMax, projected, fresh_minutes: freshMs / MINUTE_MS };
      logger[level]({ source: "open-meteo", ...figures }, sentence);
    },
  });
  metrics.watchBudget("open-meteo", budget.state);
  return budget;
}

function openSource(
  config: Config,
  {
    clock,
    logger,
    metrics,
    records,
    budget,
    turns,
  }: Pick<ProcessParts, "clock" | "logger" | "metrics"> & {
    readonly records: ReturnType<typeof createSourceRecords>;
    readonly budget: CallBudget | undefined;
    readonly turns: ProviderCallStore;
  },
): ClosableSource {
  const { weatherSources } = config;
  if (isSimulated(weatherSources)) {
    logger.warn("the weather is simulated: what this service answers is not a forecast");
    const source = createSimulatedSource({ clock });
    records.notePaused({ source: source.name, isPaused: false });
    return { ...source, close: async () => undefined };
  }
  return openSources({
    names: weatherSources,
    openMeteo: { url: config.openMeteoUrl, apiKey: config.openMeteoApiKey, budget, turns },
    metNorway: { url: config.metNorwayUrl, userAgent: config.metNorwayUserAgent },
    clock,
    onFetch: ({ source: name, outcome, defect, seconds }) => {
      metrics.upstreamSeconds.observe({ source: name, outcome }, seconds);
      if (defect !== undefined) metrics.weatherUnusable.inc({ source: name, defect });
    },
    onSent: ({ calls, ...labels }) => metrics.providerCalls.inc(labels, calls),
    onPaused: (paused) => {
      metrics.weatherBreakerOpen.set({ source: paused.source }, paused.isPaused ? 1 : 0);
      records.notePaused(paused);
    },
    onForecast: (forecast) => {
      if (records.noteForecast(forecast)) metrics.weatherOutdated.inc({ source: forecast.source });
    },
    onFailure: ({ leftOut, ...failure }) => {
      logger.warn({ ...failure, left_out: leftOut }, "a weather source did not answer");
      records.noteFailure(failure);
    },
    onTransition: ({ kind, source: name }) =>
      logger.info({ transition: kind, source: name ?? "none" }, "the weather source that is asked first"),
    onWarning: (sentence) => logger.warn(sentence),
    isKnownCode: isKnownWeatherCode,
    onUnknownCode: (unknown) =>
      logger.warn(unknown, "a weather code that is not known: its hours are scored as without one"),
  });
}
