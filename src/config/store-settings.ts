// Where accounts and counts are kept, and how the store is reached.
import { storeAddressFromUrl, storeUrlProblem } from "../accounts/store-address.ts";
import { ConfigError } from "./config-error.ts";
import type { SettingReader } from "./setting-values.ts";
import { identityFrom, type FileOf } from "./tls-settings.ts";

export const readStoreUrl: SettingReader<string> = (text, name) => {
  if (storeAddressFromUrl(text) === undefined) throw new ConfigError(`${name} ${storeUrlProblem(text)}`);
  return text;
};

/** TLS to a store with files of one's own; undefined for those that Node trusts. */
export function storeTls<Prefix extends "STORE" | "MOVE_TO_STORE">(
  prefix: Prefix,
  fileOf: FileOf<`${Prefix}_TLS_CA_FILE` | `${Prefix}_TLS_CERT_FILE` | `${Prefix}_TLS_KEY_FILE`>,
  url: string | undefined,
) {
  const ca = fileOf(`${prefix}_TLS_CA_FILE`);
  const identity = identityFrom(fileOf, `${prefix}_TLS_CERT_FILE`, `${prefix}_TLS_KEY_FILE`);
  const named = ca ?? identity?.certificate;
  if (named === undefined) return undefined;
  const store = storeAddressFromUrl(url ?? "");
  if (store?.kind !== "Postgres" || store.address.sslMode !== "verify-full") {
    throw new ConfigError(
      `${named.name} needs a ${prefix}_URL whose server's certificate is checked: postgres://… with ?sslmode=verify-full`,
    );
  }
  return { ca, identity };
}
