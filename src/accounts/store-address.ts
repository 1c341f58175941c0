// What STORE_URL may be.
import { REDIS_URL_FORMS, redisAddressFromUrl } from "../redis/address.ts";
import { postgresAddressFromUrl, type PostgresAddress } from "./postgres/address.ts";

export type StoreAddress =
  | {
      readonly kind: "Sqlite";
      /** Relative to the working directory, or absolute. */ readonly path: string;
    }
  | { readonly kind: "Postgres"; readonly address: PostgresAddress }
  | { readonly kind: "Redis"; readonly url: string };

/** The forms a store's URL can have, for whoever has to be told. */
export const STORE_URL_FORMS =
  "sqlite:PATH, such as sqlite:data/suitability.db, or postgres://USER[:PASSWORD]@HOST[:PORT][,HOST…]/DATABASE" +
  `[?sslmode=…&prepare=false], or ${REDIS_URL_FORMS}`;

const SQLITE = /^sqlite:(?<path>.+)$/;

/** The address in a store's URL; undefined when it is none. */
export function storeAddressFromUrl(url: string): StoreAddress | undefined {
  const path = SQLITE.exec(url)?.groups?.["path"];
  if (path !== undefined) {
    return { kind: "Sqlite", path };
  }
  const address = postgresAddressFromUrl(url);
  if (address !== undefined) {
    return { kind: "Postgres", address };
  }
  return redisAddressFromUrl(url) !== undefined ? { kind: "Redis", url } : undefined;
}
