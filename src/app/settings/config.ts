// Turns the environment into one validated Config. Nothing else reads the environment.
import { closest, distance } from "fastest-levenshtein";
import { MODULES } from "../all-modules.ts";
import { ALL_SETTINGS } from "./all-settings.ts";
import { type Config, coreConfig } from "./core-config.ts";
import { readSettings } from "./setting.ts";
import { ConfigError } from "./setting-values.ts";

/** Throws a ConfigError for the first setting that is malformed, makes no sense beside others or looks misspelt. */
export function configFromEnvironment(environment: Readonly<Record<string, string | undefined>>): Config {
  const tables = MODULES.flatMap(({ settings = {} }) => Object.values(settings));
  const config = {
    ...coreConfig(environment),
    modules: new Map(tables.map((table) => [table, readSettings(table, environment)])),
    lookalikes: lookalikesIn(environment),
  };
  for (const { checkSettings } of MODULES) checkSettings?.(config);
  refuseMisspelt(Object.keys(environment));
  return config;
}

/** Kubernetes sets such a variable for a Service: GRPC_PORT is `tcp://10.0.0.7:50051` beside a Service `grpc`. */
const OF_KUBERNETES = /^(?:tcp|udp|sctp):\/\//;

/** Variables that other services have. They are only reported: they may be meant for another program. */
function lookalikesIn(environment: Readonly<Record<string, string | undefined>>) {
  const pairs = Object.entries(ALL_SETTINGS).flatMap(([meant, { lookalikes = [] }]) =>
    lookalikes.map((variable) => ({ variable, meant })),
  );
  return pairs.filter(({ variable, meant }) => {
    const text = environment[variable] ?? "";
    return text !== "" && !OF_KUBERNETES.test(text) && !environment[meant];
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
