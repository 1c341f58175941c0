// The providers of weather. To add one: make a folder like ../open-meteo/ that keeps the promises of ../weather-source.ts,
// open it here, and add its credit in ../attribution.ts.
import { onceForEach } from "../../lib/log-once.ts";
import type { Clock } from "../../lib/time/clock.ts";
import { MET_NORWAY_NAMES } from "../providers/met-norway/answer.ts";
import { createMetNorwaySource, type MetNorwayOptions } from "../providers/met-norway/source.ts";
import { OPEN_METEO_NAMES } from "../providers/open-meteo/request.ts";
import { createOpenMeteoSource, type OpenMeteoOptions } from "../providers/open-meteo/source.ts";
import type { HourlyWeather } from "../hourly-weather.ts";
import type { CodeReading } from "../providers/http/answer-checks.ts";
import type { SentRequest, WeatherFetch } from "../providers/http/reports.ts";
import { beginOddValues, type OnOddValues } from "../providers/http/value-tally.ts";
import type { ClosableSource } from "../weather-source.ts";
import { createGuardedSource } from "./guarded-source.ts";
import { createPreferredSource, type PreferenceChange } from "./preferred-source.ts";
import { createRetriedSource } from "./retried-source.ts";
import { createFailureReports, type FailureReport } from "./source-reports.ts";

export interface OpenProvidersOptions {
  /** In order of preference. */
  readonly names: readonly ProviderName[];
  readonly openMeteo: Pick<OpenMeteoOptions, "url" | "apiKey" | "timeoutMs" | "budget" | "turns">;
  /** Skipped without a User-Agent. */
  readonly metNorway: Pick<MetNorwayOptions, "url" | "timeoutMs"> & {
    readonly userAgent: string | undefined;
  };
  readonly clock: Clock;
  readonly onFetch: (fetch: WeatherFetch) => void;
  readonly onSent?: ((sent: SentRequest) => void) | undefined;
  readonly onOddValues?: OnOddValues | undefined;
  /** Called when a source is paused or used again, and at the start. */
  readonly onChange: (change: PreferenceChange) => void;
  /** Called with every forecast of a provider. */
  readonly onForecast: (forecast: HourlyWeather) => void;
  /** Why a source did not answer; once in ten seconds for a source and kind. */
  readonly onFailure: (failure: FailureReport) => void;
  /** What an operator should know and may have to change. */
  readonly onWarning: (sentence: string) => void;
  readonly isKnownCode?: CodeReading["isKnownCode"];
  /** An unknown weather code; once for a source and code. */
  readonly onUnknownCode: (unknown: { readonly source: string; readonly code: string }) => void;
}

/** The providers, by the names that operators type. */
export const PROVIDER_NAMES = ["open-meteo", "met-norway"] as const;

export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** The variables that are read of each. */
const VARIABLES: Record<ProviderName, readonly string[]> = {
  "open-meteo": OPEN_METEO_NAMES,
  "met-norway": MET_NORWAY_NAMES,
};

/** The providers in order of preference, each with one retry and a breaker. */
export function openProviders(options: OpenProvidersOptions): ClosableSource {
  const { clock, onOddValues, onFailure, onChange } = options;
  const providers = options.names.flatMap((name) => {
    const provider = openProvider(name, options);
    if (provider === undefined) return [];
    if (onOddValues !== undefined) beginOddValues(name, VARIABLES[name], onOddValues);
    return [provider];
  });
  const sources = providers.map((provider) => {
    const noteFailure = createFailureReports({ source: provider.name, clock, onReport: onFailure });
    return createGuardedSource({
      source: createRetriedSource({ source: provider, onForecast: options.onForecast, noteFailure }),
      clock,
      onPaused: (pause) => preferred.notePaused(pause),
    });
  });
  const preferred = createPreferredSource({ sources, onChange });
  return {
    ...preferred,
    close: async () => {
      await Promise.all(providers.map((provider) => provider.close()));
    },
  };
}

function openProvider(name: ProviderName, options: OpenProvidersOptions): ClosableSource | undefined {
  const { openMeteo, metNorway, clock, onFetch, onSent, onOddValues, onWarning, isKnownCode } = options;
  const isFirst = onceForEach<string>();
  const onUnknownCode = (code: string) => {
    if (isFirst(code)) options.onUnknownCode({ source: name, code });
  };
  if (name === "open-meteo") {
    return createOpenMeteoSource({
      ...openMeteo,
      clock,
      onFetch,
      onSent,
      onOddValues,
      isKnownCode,
      onUnknownCode,
    });
  }
  const { userAgent, ...rest } = metNorway;
  if (userAgent === undefined) {
    onWarning("met-norway is not used: it answers only to a MET_NORWAY_USER_AGENT with a name and a contact");
    return undefined;
  }
  const onDeprecated = () =>
    onWarning("met-norway says that this version of its service will end (status 203)");
  return createMetNorwaySource({
    ...rest,
    userAgent,
    clock,
    onFetch,
    onSent,
    onOddValues,
    onDeprecated,
    onUnknownCode,
  });
}
