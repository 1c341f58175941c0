// Readers of the weather's settings, and which of them go together.
import {
  ConfigError,
  listItems,
  readWholeNumber,
  wrongSetting,
  type SettingReader,
} from "./setting-values.ts";
import { MINUTE_MS } from "../../lib/time/clock.ts";
import { FRESH_MS_MAX } from "../../weather/cache/age-limits.ts";
import type { Provider } from "../../weather/providers/provider.ts";
import {
  hasWhatItNeeds,
  PROVIDERS,
  type ProviderName,
  type ProviderSettings,
} from "../../weather/providers/providers.ts";

/** Providers in order of preference, or made-up weather, which is never mixed with real. */
type WeatherSources = readonly ProviderName[] | readonly ["simulated"];

export function isSimulated(sources: WeatherSources): sources is readonly ["simulated"] {
  return sources[0] === "simulated";
}

export const readWeatherSources: SettingReader<WeatherSources> = (text, name) => {
  const items = listItems(text);
  if (items.length === 1 && items[0] === "simulated") return ["simulated"];
  const names = PROVIDERS.map((provider) => provider.name);
  const chosen = items.flatMap((item) => names.find((provider) => provider === item) ?? []);
  const isUnderstood = chosen.length === items.length && new Set(items).size === items.length;
  if (!isUnderstood || chosen.length === 0) {
    const expected = `some of ${names.join(", ")} in order of preference, or simulated alone`;
    throw wrongSetting(name, text, expected);
  }
  return chosen;
};

/** Written in minutes, returned in milliseconds. */
export const readFreshMinutes: SettingReader<number> = (text, name) =>
  readWholeNumber("minutes", { min: 5, max: FRESH_MS_MAX / MINUTE_MS })(text, name) * MINUTE_MS;

/** A provider is skipped without what it needs: then there must be another source. */
export function refuseNoSource(sources: WeatherSources, settings: ProviderSettings): void {
  const providers = providersOf(sources);
  const [first] = providers;
  if (first?.needs === undefined || providers.some((provider) => hasWhatItNeeds(provider, settings))) return;
  const { setting, what } = first.needs;
  throw new ConfigError(`${setting} must be set to ${what} when ${first.name} is the only weather source`);
}

/** The providers of a list of sources, in its order; none for simulated weather. */
export function providersOf(sources: WeatherSources): readonly Provider[] {
  return sources.flatMap((source) => PROVIDERS.find(({ name }) => name === source) ?? []);
}
