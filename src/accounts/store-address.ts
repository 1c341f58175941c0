// Parses STORE_URL.
import { postgresAddressFromUrl, type PostgresAddress } from "./postgres/address.ts";

type StoreAddress =
  /** The path is absolute, or relative to the working directory. */
  | { readonly kind: "Sqlite"; readonly path: string }
  | { readonly kind: "Postgres"; readonly address: PostgresAddress };

const FORMS =
  "must be sqlite:PATH, such as sqlite:data/suitability.db, or postgres://USER[:PASSWORD]@HOST[:PORT][,HOST…]/DATABASE" +
  "[?sslmode=…&prepare=false]";

const SQLITE = /^sqlite:(?<path>.+)$/;
const REDIS = /^rediss?(?:\+\w+)?:\/\//;

export function storeAddressFromUrl(url: string): StoreAddress | undefined {
  const path = SQLITE.exec(url)?.groups?.["path"];
  if (path !== undefined) return { kind: "Sqlite", path };
  const address = postgresAddressFromUrl(url);
  return address && { kind: "Postgres", address };
}

/** What is wrong with an invalid URL. It does not repeat the URL, which may contain a password. */
export function storeUrlProblem(url: string): string {
  return REDIS.test(url)
    ? `${FORMS}; accounts in Redis can no longer be used (docs/versioning.md says how to move them)`
    : FORMS;
}
