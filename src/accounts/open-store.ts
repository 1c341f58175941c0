import { resolve } from "node:path";
import type { Clock } from "../clock.ts";
import type { AccountStore } from "./account-store.ts";
import { createRedisStore } from "./redis/store.ts";
import { createSqliteStore } from "./sqlite/store.ts";
import { STORE_URL_FORMS, storePlaceFromUrl } from "./store-url.ts";

/**
 * Opens the store a STORE_URL names. Throws an Error of one line that says what to change; not for a Redis that cannot
 * be reached, which may come any time and is then used.
 */
export function openStore(url: string, { clock }: { readonly clock: Clock }): AccountStore {
  const place = storePlaceFromUrl(url);
  if (place === undefined) {
    // The URL is not repeated: it may carry a password.
    throw new Error(`The store's URL has to be ${STORE_URL_FORMS}.`);
  }
  if (place.kind === "RedisPlace") {
    return createRedisStore({ url: place.url, clock });
  }
  try {
    return createSqliteStore({ path: resolve(place.path), clock });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The account store ${place.path} cannot be opened: ${reason}.`, { cause: error });
  }
}
