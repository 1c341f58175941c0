import { resolve } from "node:path";
import type { Clock } from "../clock.ts";
import type { AccountStore } from "./account-store.ts";
import { createRedisStore } from "./redis/store.ts";
import { createSqliteStore } from "./sqlite/store.ts";
import { STORE_URL_FORMS, storeAddressFromUrl } from "./store-address.ts";

interface StoreOptions {
  readonly clock: Clock;
  /** How long a Redis may take to answer a command, or SQLite to commit; by default what each finds right. */
  readonly commandTimeoutMs?: number | undefined;
}

/**
 * Opens the store at a STORE_URL. Throws an Error of one line that says what to change. A Redis that cannot be reached is
 * no reason to throw: it is used as soon as it can be.
 */
export function openStore(url: string, { clock, commandTimeoutMs }: StoreOptions): AccountStore {
  const address = storeAddressFromUrl(url);
  if (address === undefined) {
    // The URL is not repeated: it may carry a password.
    throw new Error(`The store's URL has to be ${STORE_URL_FORMS}.`);
  }
  if (address.kind === "Redis") {
    return createRedisStore({ url: address.url, clock, commandTimeoutMs });
  }
  try {
    return createSqliteStore({ path: resolve(address.path), clock, commandTimeoutMs });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`STORE_URL: the file ${address.path} cannot be used: ${reason}`, { cause: error });
  }
}
