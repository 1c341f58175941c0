// Environment -> one validated Config. Nothing else reads the environment.
import { closest, distance } from "fastest-levenshtein";
import type { Brand } from "../brand.ts";
import { ConfigError } from "./config-error.ts";
import { LOG_LEVELS } from "../ops/logger.ts";
import { BUILT_IN_PLANS } from "../accounts/plans/built-in-plans.ts";
import { concurrentCallsReader } from "./concurrent-calls.ts";
import * as files from "./setting-files.ts";
import * as identity from "./identity-settings.ts";
import * as values from "./setting-values.ts";
import { weatherSettings } from "./weather-settings.ts";
import { readStoreUrl, storeTls } from "./store-settings.ts";
import { coreTls, grpcTls } from "./tls-settings.ts";

export type Config = ReturnType<typeof configFromEnvironment>;

type Environment = Readonly<Record<string, string | undefined>>;

/** A variable this close to a setting's name is taken for a slip of the pen. */
const MISSPELT_DISTANCE = 2;

/** Throws a ConfigError for the first setting that is malformed or looks misspelt. */
export function configFromEnvironment(environment: Environment) {
  const settings: string[] = [];

  /** An empty value counts as none, since that is what templates leave behind. */
  const optional = <T>(name: string, read: values.SettingReader<T>): T | undefined => {
    settings.push(name);
    const text = environment[name] ?? "";
    return text === "" ? undefined : read(text, name);
  };
  const fileOf = (name: string) => optional(name, values.readFilePath);
  const coreAddress = optional("CORE_ADDRESS", values.readDialledAddress) ?? "127.0.0.1:50051";

  const plans = optional("PLANS_FILE", files.readPlansFile) ?? BUILT_IN_PLANS;

  const storeUrl = optional("STORE_URL", readStoreUrl) ?? "sqlite:data/suitability.db";
  const moveToStoreUrl = optional("MOVE_TO_STORE_URL", readStoreUrl);

  const config = {
    grpcListen: optional("GRPC_LISTEN", values.readListenAddress) ?? { host: "0.0.0.0", port: 50_051 },
    httpListen: optional("HTTP_LISTEN", values.readListenAddress) ?? { host: "0.0.0.0", port: 8080 },
    opsListen: optional("OPS_LISTEN", values.readListenAddress) ?? { host: "0.0.0.0", port: 9464 },
    /** TLS on the gRPC port, with the clients' certificates checked if there is a CA; none is plain. */
    grpcTls: grpcTls(fileOf),
    /** Where the rest role finds the core. */
    coreAddress,
    /** TLS to the core; none is plain. */
    coreTls: coreTls(fileOf, coreAddress),
    storeUrl,
    /** TLS to the store with files of one's own. */
    storeTls: storeTls("STORE", fileOf, storeUrl),
    /** Where `accounts move` moves to. */
    moveToStoreUrl,
    moveToStoreTls: storeTls("MOVE_TO_STORE", fileOf, moveToStoreUrl),
    /** Who gives commands, for the audit log. */
    operator: optional("OPERATOR", identity.readOperator) ?? identity.defaultOperator(),
    ...weatherSettings(optional),
    /** What odds are made from. */
    odds: optional("ODDS_FILE", files.readOddsFile) ?? files.COMMITTED_ODDS,
    /** Sports that the operator defines for all accounts. */
    sharedSports: optional("SPORTS_FILE", files.readSportsFile) ?? new Map<string, never>(),
    /** Memory for forecasts: the least recently asked for go first. The default holds 20,000 places of any source. */
    forecastCacheBytes: optional("FORECAST_CACHE_MB", values.readMegabytes) ?? 192 * 1024 * 1024,
    /** Origins whose pages may call from a browser; `*` for all. */
    corsOrigins: optional("CORS_ORIGINS", values.readOrigins) ?? [],
    /** Addresses or networks of the proxies and sidecars in front, whose X-Forwarded-For is believed; by default nobody. */
    trustedProxies: optional("TRUSTED_PROXIES", values.readNetworks) ?? [],
    /** Smallest first. */
    plans: optional("CONCURRENT_CALLS", concurrentCallsReader(plans)) ?? plans,
    /** Whose service it is, on pages, in the API description and in refusals. */
    brand: {
      name: optional("BRAND_NAME", identity.readBrandName) ?? identity.DEFAULT_BRAND_NAME,
      url: optional("BRAND_URL", values.readHttpUrl),
      color: optional("BRAND_COLOR", identity.readColor),
      support: optional("SUPPORT_CONTACT", identity.readSupportContact),
    } satisfies Brand,
    /** Shown to everybody who opens the front page, which asks with it. */
    demoKey: optional("DEMO_KEY", identity.readDemoKey),
    /** Where the report on the SLA is made from. */
    prometheusUrl: optional("PROMETHEUS_URL", values.readHttpUrl),
    /** What the SLA promises, as shares of 1. */
    slaAvailability: optional("SLA_AVAILABILITY_PERCENT", values.readPercent) ?? 0.999,
    slaInTime: optional("SLA_IN_TIME_PERCENT", values.readPercent) ?? 0.99,
    logLevel: optional("LOG_LEVEL", values.readOneOf(LOG_LEVELS)) ?? "info",
    /** How long a call may take, whatever its caller allows. */
    callTimeoutMs: optional("CALL_TIMEOUT_MS", values.readMilliseconds) ?? 10_000,
    /** How long calls are still taken after SIGTERM, while load balancers notice that this process is not ready. */
    drainDelayMs: optional("DRAIN_DELAY_MS", values.readMilliseconds) ?? 0,
    /** How long calls under way may go on after SIGTERM. */
    drainTimeoutMs: optional("DRAIN_TIMEOUT_MS", values.readMilliseconds) ?? 20_000,
  };
  refuseMisspelt(Object.keys(environment), settings);
  return config;
}

function refuseMisspelt(variables: readonly string[], settings: readonly string[]): void {
  for (const variable of variables) {
    const nearest = closest(variable, settings);
    if (!settings.includes(variable) && distance(variable, nearest) <= MISSPELT_DISTANCE) {
      throw new ConfigError(`${variable} is not a setting; did you mean ${nearest}?`);
    }
  }
}
