// Readers of the weather's settings, and which of them go together.
import {
  ConfigError,
  listItems,
  readText,
  readWholeNumber,
  wrongSetting,
  type SettingReader,
} from "./setting-values.ts";
import { MINUTE_MS } from "../../lib/time/clock.ts";
import { FRESH_MS_MAX } from "../../weather/cache/age-limits.ts";
import { PROVIDER_NAMES, type ProviderName } from "../../weather/failover/open-providers.ts";

/** Providers in order of preference, or made-up weather, which is never mixed with real. */
type WeatherSources = readonly ProviderName[] | readonly ["simulated"];

export function isSimulated(sources: WeatherSources): sources is readonly ["simulated"] {
  return sources[0] === "simulated";
}

export const readWeatherSources: SettingReader<WeatherSources> = (text, name) => {
  const items = listItems(text);
  if (items.length === 1 && items[0] === "simulated") return ["simulated"];
  const providers = items.flatMap((item) => PROVIDER_NAMES.find((provider) => provider === item) ?? []);
  const isUnderstood = providers.length === items.length && new Set(items).size === items.length;
  if (!isUnderstood || providers.length === 0) {
    const providers = PROVIDER_NAMES.join(", ");
    throw wrongSetting(name, text, `some of ${providers} in order of preference, or simulated alone`);
  }
  return providers;
};

/** A name and a contact (mail or site), in characters that a header may have. */
export const readUserAgent = readText(
  (text) => /^[\x20-\x7e]+$/.test(text) && /@|[a-z]\.[a-z]{2}/i.test(text),
  "a name and a contact, such as acme-bookings ops@acme.example",
);

/** Written in minutes, returned in milliseconds. */
export const readFreshMinutes: SettingReader<number> = (text, name) =>
  readWholeNumber("minutes", { min: 5, max: FRESH_MS_MAX / MINUTE_MS })(text, name) * MINUTE_MS;

/** The provider's largest plan on sale allows less than a hundredth of the maximum. */
export const readCallsPerDay = readWholeNumber("calls", { min: 1, max: 1_000_000_000 });

/** MET Norway is skipped without a user agent: then there must be another source. */
export function refuseNoSource(sources: WeatherSources, metNorwayUserAgent: string | undefined): void {
  if (metNorwayUserAgent === undefined && sources.every((source) => source === "met-norway")) {
    throw new ConfigError(
      "MET_NORWAY_USER_AGENT must be set to a name and a contact when met-norway is the only weather source",
    );
  }
}
