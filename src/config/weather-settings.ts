// Where forecasts come from, as operators set it: WEATHER_SOURCES and what goes with it.
import { ConfigError } from "./config-error.ts";
import {
  listItems,
  readHttpUrl,
  readSecret,
  readText,
  readWholeNumber,
  wrongSetting,
  type SettingReader,
} from "./setting-values.ts";
import { MINUTE_MS } from "../clock.ts";
import { FRESH_MS_DEFAULT, FRESH_MS_MAX } from "../weather/cache/age-limits.ts";
import { PROVIDER_NAMES, type ProviderName } from "../weather/failover/open-sources.ts";

/** Providers in order of preference, or made-up weather, which is never mixed with real. */
export type WeatherSources = readonly ProviderName[] | readonly ["simulated"];

const DEFAULT_WEATHER_SOURCES: WeatherSources = ["open-meteo", "met-norway"];

export function isSimulated(sources: WeatherSources): sources is readonly ["simulated"] {
  return sources[0] === "simulated";
}

const readWeatherSources: SettingReader<WeatherSources> = (text, name) => {
  const items = listItems(text);
  if (items.length === 1 && items[0] === "simulated") return ["simulated"];
  const providers = items.flatMap((item) => PROVIDER_NAMES.find((provider) => provider === item) ?? []);
  const isUnderstood = providers.length === items.length && new Set(items).size === items.length;
  if (!isUnderstood || providers.length === 0) {
    const known = PROVIDER_NAMES.join(", ");
    throw wrongSetting(name, text, `some of ${known} in order of preference, or simulated alone`);
  }
  return providers;
};

/** A name and a contact, in characters a header may have: an address of mail or of a site. */
const readUserAgent = readText(
  (text) => /^[\x20-\x7e]+$/.test(text) && /@|[a-z]\.[a-z]{2}/i.test(text),
  "a name and a contact, such as acme-bookings ops@acme.example",
);

/** How long forecasts are fresh, written in minutes; in milliseconds. */
const readFreshMinutes: SettingReader<number> = (text, name) =>
  readWholeNumber("minutes", { min: 5, max: FRESH_MS_MAX / MINUTE_MS })(text, name) * MINUTE_MS;

/** The largest plan that is sold has less than a hundredth of that. */
const readCallsPerDay = readWholeNumber("calls", { min: 1, max: 1_000_000_000 });

/** Throws a ConfigError if no source would be left to ask. */
function refuseUnidentified(sources: WeatherSources, metNorwayUserAgent: string | undefined): void {
  if (metNorwayUserAgent === undefined && sources.every((source) => source === "met-norway")) {
    throw new ConfigError(
      "MET_NORWAY_USER_AGENT must be set to a name and a contact when met-norway is the only weather source",
    );
  }
}

/** Reads a setting, if it is set. */
type Optional = <T>(name: string, read: SettingReader<T>) => T | undefined;

/** Throws a ConfigError for the first that is malformed, or if no source would be left to ask. */
export function weatherSettings(optional: Optional) {
  const weatherSources = optional("WEATHER_SOURCES", readWeatherSources) ?? DEFAULT_WEATHER_SOURCES;
  const metNorwayUserAgent = optional("MET_NORWAY_USER_AGENT", readUserAgent);
  refuseUnidentified(weatherSources, metNorwayUserAgent);
  return {
    weatherSources,
    /** Without a URL: the free host, or the commercial one where there is a key. */
    openMeteoUrl: optional("OPEN_METEO_URL", readHttpUrl),
    openMeteoApiKey: optional("OPEN_METEO_API_KEY", readSecret),
    metNorwayUrl: optional("MET_NORWAY_URL", readHttpUrl) ?? "https://api.met.no",
    /** Without one the source is not used: the provider wants to know who asks. */
    metNorwayUserAgent,
    /** Calls a day of Open-Meteo, of all replicas together; by default what its host is known to allow. */
    providerCallsPerDay: optional("PROVIDER_CALLS_PER_DAY", readCallsPerDay),
    /** How long a forecast is fresh, unless a budget of calls stretches it. */
    forecastFreshMs: optional("FORECAST_FRESH_MINUTES", readFreshMinutes) ?? FRESH_MS_DEFAULT,
  };
}
