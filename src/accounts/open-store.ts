import { resolve } from "node:path";
import type { Clock } from "../clock.ts";
import type { AccountStore } from "./account-store.ts";
import { createSqliteStore } from "./sqlite-store.ts";

const SQLITE_SCHEME = "sqlite:";

/**
 * Opens the store a STORE_URL names: `sqlite:PATH`, the path relative to the working directory. Throws an Error of one
 * line that says what to change.
 */
export function openStore(url: string, { clock }: { readonly clock: Clock }): AccountStore {
  const path = url.startsWith(SQLITE_SCHEME) ? url.slice(SQLITE_SCHEME.length) : "";
  // The URL is not repeated: those of other kinds of store carry a password.
  if (path === "") {
    throw new Error("The store's URL has to be sqlite:PATH, for example sqlite:data/suitability.db.");
  }
  try {
    return createSqliteStore({ path: resolve(path), clock });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The account store ${path} cannot be opened: ${reason}.`, { cause: error });
  }
}
