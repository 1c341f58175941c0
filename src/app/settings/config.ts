// Turns the environment into one validated Config. Nothing else reads the environment.
import { closest, distance } from "fastest-levenshtein";
import { MODULES } from "../all-modules.ts";
import { ALL_SETTINGS } from "./all-settings.ts";
import { type Config, coreConfig } from "./core-config.ts";
import { readSettings } from "./setting.ts";
import { ConfigError } from "./setting-values.ts";
import type { SETTINGS } from "./settings.ts";

/** Throws a ConfigError for the first setting that is malformed or looks misspelt. */
export function configFromEnvironment(environment: Readonly<Record<string, string | undefined>>): Config {
  const tables = MODULES.flatMap(({ settings = {} }) => Object.values(settings));
  const config = {
    ...coreConfig(environment),
    modules: new Map(tables.map((table) => [table, readSettings(table, environment)])),
    lookalikes: lookalikesIn(environment),
  };
  refuseMisspelt(Object.keys(environment));
  return config;
}

/** Variables that other services have, and the setting that somebody who sets them may mean. */
const MEANT_BY: Readonly<Record<string, keyof typeof SETTINGS>> = {
  PORT: "HTTP_LISTEN",
  HOST: "HTTP_LISTEN",
  HTTP_PORT: "HTTP_LISTEN",
  HTTP_HOST: "HTTP_LISTEN",
  HTTP_ADDR: "HTTP_LISTEN",
  REST_PORT: "HTTP_LISTEN",
  GRPC_PORT: "GRPC_LISTEN",
  GRPC_ADDR: "GRPC_LISTEN",
  OPS_PORT: "OPS_LISTEN",
  METRICS_PORT: "OPS_LISTEN",
  ADMIN_PORT: "ADMIN_LISTEN",
  CORE_HOST: "CORE_ADDRESS",
  CORE_URL: "CORE_ADDRESS",
  DATABASE_URL: "STORE_URL",
  POSTGRES_URL: "STORE_URL",
};

/** Kubernetes sets such a variable for a Service: GRPC_PORT is `tcp://10.0.0.7:50051` beside a Service `grpc`. */
const OF_KUBERNETES = /^(?:tcp|udp|sctp):\/\//;

/** Only reported: they may be meant for another program. */
function lookalikesIn(environment: Readonly<Record<string, string | undefined>>) {
  return Object.entries(MEANT_BY).flatMap(([variable, meant]) => {
    const text = environment[variable] ?? "";
    return text === "" || OF_KUBERNETES.test(text) || environment[meant] ? [] : [{ variable, meant }];
  });
}

/** A variable whose name is this close to a setting's is taken for a misspelling. */
const MISSPELT_DISTANCE = 2;

function refuseMisspelt(variables: readonly string[]): void {
  const settings = Object.keys(ALL_SETTINGS);
  for (const variable of variables) {
    const nearest = closest(variable, settings);
    if (!settings.includes(variable) && distance(variable, nearest) <= MISSPELT_DISTANCE) {
      throw new ConfigError(`${variable} is not a setting; did you mean ${nearest}?`);
    }
  }
}
