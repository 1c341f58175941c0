// Opens providers, each with one retry and a breaker, in order of preference.
import { onceForEach } from "../../lib/log-once.ts";
import type { HourlyWeather } from "../hourly-weather.ts";
import type { CodeReading } from "../providers/http/answer-checks.ts";
import { beginOddValues } from "../providers/http/value-tally.ts";
import type { Provider, ProviderParts, ProviderSource } from "../providers/provider.ts";
import { hasWhatItNeeds, type ProviderSettings } from "../providers/providers.ts";
import type { ClosableSource } from "../weather-source.ts";
import type { CallBudget } from "../budget/call-budget.ts";
import { createGuardedSource } from "./guarded-source.ts";
import { createPreferredSource, type PreferenceChange } from "./preferred-source.ts";
import { createRetriedSource } from "./retried-source.ts";
import { createFailureReports, type FailureReport } from "./source-reports.ts";

export interface OpenProvidersOptions
  extends
    Pick<ProviderParts, "clock" | "onFetch" | "onSent" | "onOddValues" | "onWarning">,
    Pick<CodeReading, "isKnownCode"> {
  /** In order of preference. */
  readonly providers: readonly Provider[];
  readonly settings: ProviderSettings;
  /** By the names of providers. */
  readonly budgets?: ReadonlyMap<string, CallBudget> | undefined;
  readonly permits?: ProviderParts["permits"];
  /** Called when a source is paused or used again, and at the start. */
  readonly onChange: (change: PreferenceChange) => void;
  /** Called with every forecast of a provider. */
  readonly onForecast: (forecast: HourlyWeather) => void;
  /** Why a source did not answer; once in ten seconds for a source and kind. */
  readonly onFailure: (failure: FailureReport) => void;
  /** An unknown weather code; once for a source and code. */
  readonly onUnknownCode: (unknown: { readonly source: string; readonly code: string }) => void;
}

export async function openProviders(options: OpenProvidersOptions): Promise<ClosableSource> {
  const { clock, onForecast, onFailure, onChange } = options;
  const opening = options.providers.map((provider) => openProvider(provider, options));
  const opened = (await Promise.all(opening)).filter((source) => source !== undefined);
  const sources = opened.map((source) => {
    const noteFailure = createFailureReports({ source: source.name, clock, onReport: onFailure });
    return createGuardedSource({
      source: createRetriedSource({ source, onForecast, noteFailure }),
      clock,
      onPaused: (pause) => preferred.notePaused(pause),
    });
  });
  const preferred = createPreferredSource({ sources, onChange });
  return {
    ...preferred,
    close: async () => {
      await Promise.all(opened.map((source) => source.close()));
    },
  };
}

/** Undefined, with a warning, if the provider lacks what it needs. */
async function openProvider(
  provider: Provider,
  { settings, budgets, permits, onUnknownCode, ...parts }: OpenProvidersOptions,
): Promise<ProviderSource | undefined> {
  const { name, needs } = provider;
  if (needs !== undefined && !hasWhatItNeeds(provider, settings)) {
    parts.onWarning(`${name} is not used: it needs ${needs.setting} with ${needs.what}`);
    return undefined;
  }
  const isFirst = onceForEach<string>();
  const { clock, onFetch, onSent, onOddValues, onWarning, isKnownCode } = parts;
  // What it needs is there.
  const usable = settings as Parameters<Provider["open"]>[0];
  const source = await provider.open(usable, {
    clock,
    onFetch,
    onSent,
    onOddValues,
    onWarning,
    isKnownCode,
    onUnknownCode: (code) => {
      if (isFirst(code)) onUnknownCode({ source: name, code });
    },
    budget: budgets?.get(name),
    permits,
  });
  if (onOddValues !== undefined) beginOddValues(name, source.variables, onOddValues);
  return source;
}
