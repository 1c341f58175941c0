// Where the weather is from: the cache, the replicas' shared forecasts and the providers, as the settings name them.
import { storeAddressFromUrl } from "./accounts/store-address.ts";
import type { Config } from "./config/config.ts";
import { isSimulated } from "./config/weather-settings.ts";
import type { Metrics } from "./ops/metrics.ts";
import type { ProcessParts, StartOptions } from "./ops/process-parts.ts";
import { createCachedSource } from "./weather/cache/cached-source.ts";
import { createRedisForecasts, type SharedForecasts } from "./weather/cache/redis/forecasts.ts";
import { openSources } from "./weather/failover/open-sources.ts";
import { createSimulatedSource } from "./weather/simulated/source.ts";
import type { ClosableSource, Forecasts } from "./weather/weather-source.ts";

/** Forecasts as the operations ask for them; `opened` closes what they come from. */
export function openWeather(
  config: Config,
  { clock, logger, metrics }: ProcessParts,
  opened: AsyncDisposableStack,
): Forecasts {
  const shared = openSharedForecasts(config, metrics);
  opened.defer(() => shared?.close());
  const source = openSource(config, { clock, logger }, metrics);
  opened.defer(() => source.close());
  return createCachedSource({
    source,
    clock,
    bytesMax: config.forecastCacheBytes,
    shared,
    onResult: (result) => metrics.forecastCache.inc({ result }),
    onForecast: (forecast) =>
      metrics.forecastAgeSeconds.observe(
        { source: forecast.source },
        (clock.nowMs() - forecast.generatedAtMs) / 1000,
      ),
    onLimited: () => metrics.throttled.inc({ reason: "new_places" }),
    onBug: (error) => logger.error({ err: error }, "a forecast was not fetched because of a bug"),
  });
}

/** Where replicas share a store, they share forecasts too, over a connection of their own, so that accounts never wait behind them. */
function openSharedForecasts(
  { storeUrl, weatherSources }: Config,
  metrics: Metrics,
): SharedForecasts | undefined {
  const address = storeAddressFromUrl(storeUrl);
  // What is made up must not reach a replica that was started on real weather.
  if (address?.kind !== "Redis" || isSimulated(weatherSources)) {
    return undefined;
  }
  return createRedisForecasts({
    url: address.url,
    onOutcome: (outcome) => metrics.forecastSharing.inc({ outcome }),
  });
}

function openSource(config: Config, { clock, logger }: StartOptions, metrics: Metrics): ClosableSource {
  const { weatherSources } = config;
  if (isSimulated(weatherSources)) {
    logger.warn("the weather is simulated: what this service answers is not a forecast");
    return { ...createSimulatedSource({ clock }), close: async () => undefined };
  }
  return openSources({
    names: weatherSources,
    openMeteo: { url: config.openMeteoUrl, apiKey: config.openMeteoApiKey },
    metNorway: { url: config.metNorwayUrl, userAgent: config.metNorwayUserAgent },
    clock,
    onFetch: ({ source: name, outcome, defect, seconds }) => {
      metrics.upstreamSeconds.observe({ source: name, outcome }, seconds);
      if (defect !== undefined) metrics.weatherUnusable.inc({ source: name, defect });
    },
    onPaused: ({ source: name, isPaused }) =>
      metrics.weatherBreakerOpen.set({ source: name }, isPaused ? 1 : 0),
    onFailure: ({ leftOut, ...failure }) =>
      logger.warn({ ...failure, left_out: leftOut }, "a weather source did not answer"),
    onTransition: ({ kind, source: name }) =>
      logger.info({ transition: kind, source: name ?? "none" }, "the weather source that is asked first"),
    onWarning: (sentence) => logger.warn(sentence),
  });
}
