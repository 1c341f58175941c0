// The settings of the core as the service uses them, and what a Config is.
import { BUILT_IN_PLANS } from "../../accounts/plans/built-in-plans.ts";
import { PROVIDER_SETTINGS, type ProviderSettings } from "../../weather/providers/providers.ts";
import { concurrentCallsReader } from "./concurrent-calls.ts";
import { defaultOperator } from "./identity-settings.ts";
import { readSettings, type SettingsTable, type SettingValues } from "./setting.ts";
import { COMMITTED_ODDS } from "./setting-files.ts";
import { SETTINGS } from "./settings.ts";
import { coreTls, grpcTls, storeTls } from "./tls-settings.ts";
import { refuseNoSource } from "./weather-settings.ts";

export interface Config extends ReturnType<typeof coreConfig> {
  /** The values of each table of a module's settings. `settingsOf` reads it. */
  readonly modules: ReadonlyMap<SettingsTable, unknown>;
  /** Variables that are no settings, but look as if they were meant to be. */
  readonly lookalikes: readonly { readonly variable: string; readonly meant: string }[];
}

/** The operator's brand in the API description, in refusals and on pages. */
export type Brand = Config["brand"];

/** Whether the operator has named the service. */
export function isNamed({ name }: Brand): boolean {
  return name !== SETTINGS.BRAND_NAME.default;
}

/** The values of a table of a module's settings. */
export function settingsOf<Table extends SettingsTable>(
  { modules }: Pick<Config, "modules">,
  table: Table,
): SettingValues<Table> {
  return modules.get(table) as SettingValues<Table>;
}

/** Throws a ConfigError for the first malformed setting. */
export function coreConfig(environment: Readonly<Record<string, string | undefined>>) {
  const set = readSettings(SETTINGS, environment);
  const fileOf = <Name extends keyof typeof set>(name: Name) => set[name];
  const plans = set.PLANS_FILE ?? BUILT_IN_PLANS;
  const providerSettings = readSettings(PROVIDER_SETTINGS, environment) as ProviderSettings;
  refuseNoSource(set.WEATHER_SOURCES, providerSettings);
  return {
    grpcListen: set.GRPC_LISTEN,
    httpListen: set.HTTP_LISTEN,
    opsListen: set.OPS_LISTEN,
    /** TLS on the gRPC port, with client certificates if there is a CA; undefined for plain. */
    grpcTls: grpcTls(fileOf),
    /** Where the role `rest` finds its core. */
    coreAddress: set.CORE_ADDRESS,
    /** TLS to the core; undefined for plain. */
    coreTls: coreTls(fileOf, set.CORE_ADDRESS),
    /** Whether calls to the core share a stream. */
    coreStream: set.CORE_STREAM,
    storeUrl: set.STORE_URL,
    storeTls: storeTls("STORE", fileOf, set.STORE_URL),
    /** The target of `accounts move`. */
    moveToStoreUrl: set.MOVE_TO_STORE_URL,
    moveToStoreTls: storeTls("MOVE_TO_STORE", fileOf, set.MOVE_TO_STORE_URL),
    /** Who runs commands, for the audit log. */
    operator: set.OPERATOR ?? defaultOperator(),
    weatherSources: set.WEATHER_SOURCES,
    /** By the names of the settings: each provider reads its own. */
    providerSettings,
    /** How long a forecast is fresh; longer if the day's provider calls run short. */
    forecastFreshMs: set.FORECAST_FRESH_MINUTES,
    /** The coefficients of the odds. */
    odds: set.ODDS_FILE ?? COMMITTED_ODDS,
    /** Sports that the operator defines for all accounts. */
    sharedSports: set.SPORTS_FILE ?? new Map<string, never>(),
    /** Memory for forecasts; the least recently used are dropped first. The default holds 20,000 places of any source. */
    forecastCacheBytes: set.FORECAST_CACHE_MB,
    /** Origins whose pages may call from a browser; `*` for all. */
    corsOrigins: set.CORS_ORIGINS ?? [],
    /** Proxies and sidecars whose X-Forwarded-For is believed; by default none. */
    trustedProxies: set.TRUSTED_PROXIES ?? [],
    /** Smallest first. */
    plans:
      set.CONCURRENT_CALLS === undefined
        ? plans
        : concurrentCallsReader(plans)(set.CONCURRENT_CALLS, "CONCURRENT_CALLS"),
    brand: {
      name: set.BRAND_NAME,
      /** Where the name links to; undefined for no link. */
      url: set.BRAND_URL,
      /** Where to ask for help: a mail address or a URL. */
      support: set.SUPPORT_CONTACT,
    },
    /** Public: the service's own pages call with this key. */
    demoKey: set.DEMO_KEY,
    logLevel: set.LOG_LEVEL,
    /** The longest a call may take, whatever its caller allows. */
    callTimeoutMs: set.CALL_TIMEOUT_MS,
    /** How long new calls are accepted after SIGTERM, until proxies notice: some look only every second or two. */
    drainDelayMs: set.DRAIN_DELAY_MS,
    /** How long calls in flight may take after SIGTERM. */
    drainTimeoutMs: set.DRAIN_TIMEOUT_MS,
  };
}
