// Where accounts and counts are kept, where forecasts are shared, and how both are reached.
import { STORE_URL_FORMS, storeAddressFromUrl } from "../accounts/store-address.ts";
import { hostToText } from "../connections/hosts-from-text.ts";
import { REDIS_URL_FORMS, redisAddressFromUrl } from "../redis/address.ts";
import { ConfigError } from "./config-error.ts";
import type { SettingReader } from "./setting-values.ts";
import { identityFrom, type FileOf } from "./tls-settings.ts";

export const readStoreUrl: SettingReader<string> = (text, name) => {
  if (storeAddressFromUrl(text) === undefined) {
    // It is not repeated: it may carry a password.
    throw new ConfigError(`${name} must be ${STORE_URL_FORMS}`);
  }
  return text;
};

export const readRedisUrl: SettingReader<string> = (text, name) => {
  if (redisAddressFromUrl(text) === undefined) {
    // It is not repeated: it may carry a password.
    throw new ConfigError(`${name} must be ${REDIS_URL_FORMS}`);
  }
  return text;
};

/** Forecasts may use up the memory of what is theirs alone, and be evicted from it. */
export function refuseSharedServer(storeUrl: string, forecastsUrl: string | undefined): void {
  const counts = new Set(redisAddressFromUrl(storeUrl)?.hosts.map(hostToText));
  const shared = redisAddressFromUrl(forecastsUrl ?? "")?.hosts.find((host) => counts.has(hostToText(host)));
  if (shared !== undefined) {
    throw new ConfigError(
      "FORECASTS_URL names a server of STORE_URL, where forecasts are anyway unless it is set: leave it out, or name another",
    );
  }
}

/** TLS to the store or to the Redis of forecasts, with files of one's own; undefined for those that Node trusts. */
export function storeTls<Prefix extends "STORE" | "FORECASTS" | "MOVE_TO_STORE">(
  prefix: Prefix,
  fileOf: FileOf<`${Prefix}_TLS_CA_FILE` | `${Prefix}_TLS_CERT_FILE` | `${Prefix}_TLS_KEY_FILE`>,
  url: string | undefined,
) {
  const ca = fileOf(`${prefix}_TLS_CA_FILE`);
  const identity = identityFrom(fileOf, `${prefix}_TLS_CERT_FILE`, `${prefix}_TLS_KEY_FILE`);
  const named = ca ?? identity?.certificate;
  if (named === undefined) return undefined;
  if (!isVerified(url ?? "")) {
    throw new ConfigError(
      `${named.name} needs a ${prefix}_URL whose server's certificate is checked: ` +
        (prefix.endsWith("STORE") ? "rediss://…, or postgres://… with ?sslmode=verify-full" : "rediss://…"),
    );
  }
  return { ca, identity };
}

function isVerified(url: string): boolean {
  const address = storeAddressFromUrl(url);
  if (address?.kind === "Postgres") return address.address.sslMode === "verify-full";
  return redisAddressFromUrl(url)?.isEncrypted === true;
}
