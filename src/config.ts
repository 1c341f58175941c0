// Environment -> one validated Config. Nothing else reads the environment.
import { closest, distance } from "fastest-levenshtein";
import { ConfigError } from "./config-error.ts";
import { LOG_LEVELS } from "./ops/logger.ts";
import * as values from "./setting-values.ts";

/** The weather sources by the names operators type. */
export const WEATHER_SOURCES = ["open-meteo", "simulated"] as const;

export type Config = ReturnType<typeof configFromEnvironment>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Every setting, for the check on misspelt ones. */
const NAMES = [
  "GRPC_LISTEN",
  "HTTP_LISTEN",
  "OPS_LISTEN",
  "STORE_URL",
  "WEATHER_SOURCES",
  "OPEN_METEO_URL",
  "OPEN_METEO_API_KEY",
  "CORS_ORIGINS",
  "LOG_LEVEL",
  "CALL_TIMEOUT_MS",
  "DRAIN_TIMEOUT_MS",
] as const;

/** A variable this close to a setting's name is taken for a slip of the pen. */
const MISSPELT_DISTANCE = 2;

/** Throws a ConfigError for the first setting that is malformed or looks misspelt. */
export function configFromEnvironment(environment: Environment) {
  refuseMisspelt(Object.keys(environment));

  /** An empty value counts as none, since that is what templates leave behind. */
  const optional = <T>(name: (typeof NAMES)[number], read: values.SettingReader<T>): T | undefined => {
    const text = environment[name] ?? "";
    return text === "" ? undefined : read(text, name);
  };

  return {
    grpcListen: optional("GRPC_LISTEN", values.readListenAddress) ?? { host: "0.0.0.0", port: 50_051 },
    httpListen: optional("HTTP_LISTEN", values.readListenAddress) ?? { host: "0.0.0.0", port: 8080 },
    opsListen: optional("OPS_LISTEN", values.readListenAddress) ?? { host: "0.0.0.0", port: 9464 },
    storeUrl: optional("STORE_URL", values.readStoreUrl) ?? "sqlite:data/suitability.db",
    weatherSource: optional("WEATHER_SOURCES", values.readOneOf(WEATHER_SOURCES)) ?? "open-meteo",
    /** Without a URL: the free host, or the commercial one where there is a key. */
    openMeteoUrl: optional("OPEN_METEO_URL", values.readHttpUrl),
    openMeteoApiKey: optional("OPEN_METEO_API_KEY", values.readText),
    /** Origins whose pages may call from a browser; `*` for all. */
    corsOrigins: optional("CORS_ORIGINS", values.readOrigins) ?? [],
    logLevel: optional("LOG_LEVEL", values.readOneOf(LOG_LEVELS)) ?? "info",
    /** How long a call may take, whatever its caller allows. */
    callTimeoutMs: optional("CALL_TIMEOUT_MS", values.readMilliseconds) ?? 10_000,
    /** How long calls under way may go on after SIGTERM. */
    drainTimeoutMs: optional("DRAIN_TIMEOUT_MS", values.readMilliseconds) ?? 20_000,
  };
}

function refuseMisspelt(variables: readonly string[]): void {
  const known: readonly string[] = NAMES;
  for (const variable of variables) {
    const nearest = closest(variable, NAMES);
    if (!known.includes(variable) && distance(variable, nearest) <= MISSPELT_DISTANCE) {
      throw new ConfigError(`${variable} is not a setting; did you mean ${nearest}?`);
    }
  }
}
