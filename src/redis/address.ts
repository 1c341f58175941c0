// What the URL of a Redis may be.
import { hostsFromText, type Host } from "../connections/hosts-from-text.ts";

/** What a server is told about who connects. */
export interface RedisLogin {
  readonly user: string | undefined;
  readonly password: string | undefined;
}

export interface RedisAddress {
  /** One server, the Sentinels that know which of several is the primary, or some nodes of a cluster. */
  readonly kind: "Server" | "Sentinel" | "Cluster";
  readonly hosts: readonly Host[];
  /** What the Sentinels call it; nothing without them. */
  readonly primaryName: string;
  readonly login: RedisLogin;
  readonly database: number;
  readonly isEncrypted: boolean;
}

/** The forms such a URL can have, for whoever has to be told. */
export const REDIS_URL_FORMS =
  "redis://[USER:PASSWORD@]HOST[:PORT][/DATABASE], redis+sentinel://[USER:PASSWORD@]HOST[:PORT][,HOST…]/NAME[/DATABASE] " +
  "or redis+cluster://[USER:PASSWORD@]HOST[:PORT][,HOST…] (rediss for TLS)";

const REDIS =
  /^redis(?<tls>s?)(?:\+(?<kind>sentinel|cluster))?:\/\/(?:(?<user>[^:@/?#\s]*)(?::(?<password>[^/?#\n]*))?@)?(?<hosts>[^@/?#\s]+)(?:\/(?<path>[^?#\s]*))?$/;

const PORT = 6379;
const SENTINEL_PORT = 26_379;

/** What may follow the hosts, where anything may. */
const PATHS = {
  Server: /^(?<database>\d{0,5})$/,
  Sentinel: /^(?<name>[^/]+)(?:\/(?<database>\d{1,5}))?$/,
  Cluster: /^$/,
} as const;

/** The address in a URL; undefined when it is none, or holds anything that would be ignored. */
export function redisAddressFromUrl(url: string): RedisAddress | undefined {
  const found = REDIS.exec(url)?.groups;
  if (found === undefined) return undefined;
  const { tls, kind: word, user = "", password = "", hosts: places = "", path = "" } = found;
  const kind = word === undefined ? "Server" : word === "sentinel" ? "Sentinel" : "Cluster";
  const rest = PATHS[kind].exec(path);
  const hosts = hostsFromText(places, kind === "Sentinel" ? SENTINEL_PORT : PORT);
  if (rest === null || hosts === undefined || (kind === "Server" && hosts.length > 1)) return undefined;
  const { name = "", database } = rest.groups ?? {};
  try {
    return {
      kind,
      hosts,
      primaryName: decodeURIComponent(name),
      // A password may hold `%` as `%25` only.
      login: { user: decoded(user), password: decoded(password) },
      database: Number(database ?? 0),
      isEncrypted: tls === "s",
    };
  } catch {
    return undefined;
  }
}

function decoded(text: string): string | undefined {
  return text === "" ? undefined : decodeURIComponent(text);
}
