// The settings of the weather: WEATHER_SOURCES and those that go with it.
import {
  ConfigError,
  listItems,
  readHttpUrl,
  readSecret,
  readText,
  readWholeNumber,
  wrongSetting,
  type Optional,
  type SettingReader,
} from "./setting-values.ts";
import { MINUTE_MS } from "../../lib/time/clock.ts";
import { FRESH_MS_DEFAULT, FRESH_MS_MAX } from "../../weather/cache/age-limits.ts";
import { PROVIDER_NAMES, type ProviderName } from "../../weather/failover/open-sources.ts";

/** Providers in order of preference, or made-up weather, which is never mixed with real. */
type WeatherSources = readonly ProviderName[] | readonly ["simulated"];

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

/** A name and a contact (mail or site), in characters that a header may have. */
const readUserAgent = readText(
  (text) => /^[\x20-\x7e]+$/.test(text) && /@|[a-z]\.[a-z]{2}/i.test(text),
  "a name and a contact, such as acme-bookings ops@acme.example",
);

/** Written in minutes, returned in milliseconds. */
const readFreshMinutes: SettingReader<number> = (text, name) =>
  readWholeNumber("minutes", { min: 5, max: FRESH_MS_MAX / MINUTE_MS })(text, name) * MINUTE_MS;

/** The provider's largest plan on sale allows less than a hundredth of the maximum. */
const readCallsPerDay = readWholeNumber("calls", { min: 1, max: 1_000_000_000 });

/** 0 turns it off. */
const readTrackRecordPlaces = readWholeNumber("places", { min: 0, max: 100_000 });

/** Throws a ConfigError for the first malformed setting, or if no source is left. */
export function weatherSettings(optional: Optional) {
  const weatherSources = optional("WEATHER_SOURCES", readWeatherSources) ?? DEFAULT_WEATHER_SOURCES;
  const metNorwayUserAgent = optional("MET_NORWAY_USER_AGENT", readUserAgent);
  if (metNorwayUserAgent === undefined && weatherSources.every((source) => source === "met-norway")) {
    throw new ConfigError(
      "MET_NORWAY_USER_AGENT must be set to a name and a contact when met-norway is the only weather source",
    );
  }
  return {
    weatherSources,
    /** By default the free host, or the commercial host if there is a key. */
    openMeteoUrl: optional("OPEN_METEO_URL", readHttpUrl),
    openMeteoApiKey: optional("OPEN_METEO_API_KEY", readSecret),
    metNorwayUrl: optional("MET_NORWAY_URL", readHttpUrl) ?? "https://api.met.no",
    /** Without it MET Norway is skipped, because it requires a user agent. */
    metNorwayUserAgent,
    /** Calls a day to Open-Meteo, by all replicas together; by default 10,000 to the free host, unlimited to others. */
    providerCallsPerDay: optional("PROVIDER_CALLS_PER_DAY", readCallsPerDay),
    /** Places whose past forecasts are compared with the actual weather; the least asked about are dropped first. */
    trackRecordPlaces: optional("TRACK_RECORD_PLACES", readTrackRecordPlaces) ?? 5_000,
    /** How long a forecast is fresh; longer if the day's provider calls run short. */
    forecastFreshMs: optional("FORECAST_FRESH_MINUTES", readFreshMinutes) ?? FRESH_MS_DEFAULT,
  };
}
