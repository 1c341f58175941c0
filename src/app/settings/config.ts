// Turns the environment into one validated Config. Nothing else reads the environment.
import { closest, distance } from "fastest-levenshtein";
import type { Brand } from "../../web/brand.ts";
import { adminSettings } from "./admin-settings.ts";
import { LOG_LEVELS } from "../../observability/logger.ts";
import { BUILT_IN_PLANS } from "../../accounts/plans/built-in-plans.ts";
import { concurrentCallsReader } from "./concurrent-calls.ts";
import * as files from "./setting-files.ts";
import * as identity from "./identity-settings.ts";
import * as values from "./setting-values.ts";
import { weatherSettings } from "./weather-settings.ts";
import { coreTls, grpcTls, storeTls } from "./tls-settings.ts";

export type Config = ReturnType<typeof configFromEnvironment>;

/** A variable whose name is this close to a setting's is taken for a misspelling. */
const MISSPELT_DISTANCE = 2;

/** Throws a ConfigError for the first setting that is malformed or looks misspelt. */
export function configFromEnvironment(environment: Readonly<Record<string, string | undefined>>) {
  const settings: string[] = [];

  /** An empty value counts as unset, because templates leave empty values behind. */
  const optional: values.Optional = (name, read) => {
    settings.push(name);
    const text = environment[name] ?? "";
    return text === "" ? undefined : read(text, name);
  };
  const fileOf = (name: string) => optional(name, values.readFilePath);
  const coreAddress = optional("CORE_ADDRESS", values.readDialledAddress) ?? "127.0.0.1:50051";

  const plans = optional("PLANS_FILE", files.readPlansFile) ?? BUILT_IN_PLANS;

  const storeUrl = optional("STORE_URL", values.readStoreUrl) ?? "sqlite:data/suitability.db";
  const moveToStoreUrl = optional("MOVE_TO_STORE_URL", values.readStoreUrl);

  const config = {
    grpcListen: optional("GRPC_LISTEN", values.readListenAddress) ?? { host: "0.0.0.0", port: 50_051 },
    httpListen: optional("HTTP_LISTEN", values.readListenAddress) ?? { host: "0.0.0.0", port: 8080 },
    opsListen: optional("OPS_LISTEN", values.readListenAddress) ?? { host: "0.0.0.0", port: 9464 },
    /** Where accounts are administered over HTTP; by default nowhere. */
    admin: adminSettings(optional("ADMIN_LISTEN", values.readListenAddress), fileOf),
    /** TLS on the gRPC port, with client certificates if there is a CA; undefined for plain. */
    grpcTls: grpcTls(fileOf),
    /** Where the role `rest` finds its core. */
    coreAddress,
    /** TLS to the core; undefined for plain. */
    coreTls: coreTls(fileOf, coreAddress),
    storeUrl,
    storeTls: storeTls("STORE", fileOf, storeUrl),
    /** The target of `accounts move`. */
    moveToStoreUrl,
    moveToStoreTls: storeTls("MOVE_TO_STORE", fileOf, moveToStoreUrl),
    /** Who runs commands, for the audit log. */
    operator: optional("OPERATOR", identity.readOperator) ?? identity.defaultOperator(),
    ...weatherSettings(optional),
    /** The coefficients of the odds. */
    odds: optional("ODDS_FILE", files.readOddsFile) ?? files.COMMITTED_ODDS,
    /** Sports that the operator defines for all accounts. */
    sharedSports: optional("SPORTS_FILE", files.readSportsFile) ?? new Map<string, never>(),
    /** Memory for forecasts; the least recently used are dropped first. The default holds 20,000 places of any source. */
    forecastCacheBytes: optional("FORECAST_CACHE_MB", values.readMegabytes) ?? 192 * 1024 * 1024,
    /** Origins whose pages may call from a browser; `*` for all. */
    corsOrigins: optional("CORS_ORIGINS", values.readOrigins) ?? [],
    /** Proxies and sidecars whose X-Forwarded-For is believed; by default none. */
    trustedProxies: optional("TRUSTED_PROXIES", values.readNetworks) ?? [],
    /** Smallest first. */
    plans: optional("CONCURRENT_CALLS", concurrentCallsReader(plans)) ?? plans,
    brand: {
      name: optional("BRAND_NAME", identity.readBrandName) ?? identity.DEFAULT_BRAND_NAME,
      url: optional("BRAND_URL", values.readHttpUrl),
      color: optional("BRAND_COLOR", identity.readColor),
      support: optional("SUPPORT_CONTACT", identity.readSupportContact),
    } satisfies Brand,
    /** Public: the front page calls with this key. */
    demoKey: optional("DEMO_KEY", identity.readDemoKey),
    /** The Prometheus that the SLA report reads. */
    prometheusUrl: optional("PROMETHEUS_URL", values.readHttpUrl),
    /** The promises of the SLA, as shares of 1. */
    slaAvailability: optional("SLA_AVAILABILITY_PERCENT", values.readPercent) ?? 0.999,
    slaInTime: optional("SLA_IN_TIME_PERCENT", values.readPercent) ?? 0.99,
    logLevel: optional("LOG_LEVEL", values.readOneOf(LOG_LEVELS)) ?? "info",
    /** The longest a call may take, whatever its caller allows. */
    callTimeoutMs: optional("CALL_TIMEOUT_MS", values.readMilliseconds) ?? 10_000,
    /** How long new calls are accepted after SIGTERM, until proxies notice: some look only every second or two. */
    drainDelayMs: optional("DRAIN_DELAY_MS", values.readMillisecondsOrNone) ?? 3_000,
    /** How long calls in flight may take after SIGTERM. */
    drainTimeoutMs: optional("DRAIN_TIMEOUT_MS", values.readMilliseconds) ?? 20_000,
  };
  refuseMisspelt(Object.keys(environment), settings);
  return config;
}

function refuseMisspelt(variables: readonly string[], settings: readonly string[]): void {
  for (const variable of variables) {
    const nearest = closest(variable, settings);
    if (!settings.includes(variable) && distance(variable, nearest) <= MISSPELT_DISTANCE) {
      throw new values.ConfigError(`${variable} is not a setting; did you mean ${nearest}?`);
    }
  }
}
