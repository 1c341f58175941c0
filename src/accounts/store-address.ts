// What STORE_URL may be.
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
  "[?sslmode=…&prepare=false], or redis://[USER:PASSWORD@]HOST[:PORT][/DATABASE] (rediss:// for TLS)";

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
  return isRedisUrl(url) ? { kind: "Redis", url } : undefined;
}

/** Nothing is let through that would be ignored: a query, a path that is not a number. */
function isRedisUrl(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    ["redis:", "rediss:"].includes(url.protocol) &&
    url.hostname !== "" &&
    /^(?:\/\d{0,5})?$/.test(url.pathname) &&
    url.search === "" &&
    url.hash === "" &&
    isDecodable(url.username + url.password)
  );
}

/** A password may hold `%` as `%25` only. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
