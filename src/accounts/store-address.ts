// What STORE_URL may be.
import { postgresAddressFromUrl, type PostgresAddress } from "./postgres/address.ts";

export type StoreAddress =
  | {
      readonly kind: "Sqlite";
      /** Relative to the working directory, or absolute. */ readonly path: string;
    }
  | { readonly kind: "Postgres"; readonly address: PostgresAddress };

/** The forms a store's URL can have, for whoever has to be told. */
export const STORE_URL_FORMS =
  "sqlite:PATH, such as sqlite:data/suitability.db, or postgres://USER[:PASSWORD]@HOST[:PORT][,HOST…]/DATABASE" +
  "[?sslmode=…&prepare=false]";

const SQLITE = /^sqlite:(?<path>.+)$/;
const REDIS = /^rediss?(?:\+\w+)?:\/\//;

/** The address in a store's URL; undefined when it is none. */
export function storeAddressFromUrl(url: string): StoreAddress | undefined {
  const path = SQLITE.exec(url)?.groups?.["path"];
  if (path !== undefined) return { kind: "Sqlite", path };
  const address = postgresAddressFromUrl(url);
  return address && { kind: "Postgres", address };
}

/** What is wrong with a URL that is no store's, for whoever set it. It is not repeated: it may carry a password. */
export function storeUrlProblem(url: string): string {
  const forms = `must be ${STORE_URL_FORMS}`;
  return REDIS.test(url)
    ? `${forms}; Redis keeps accounts no more: \`accounts export\` of version 1687caf, the last that reads it, is the way out (docs/versioning.md)`
    : forms;
}
