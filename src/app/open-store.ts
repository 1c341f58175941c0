import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { openPostgresStore } from "../accounts/postgres/store.ts";
import { joinTables } from "../accounts/sql/room-tables.ts";
import { openSqliteStore } from "../accounts/sqlite/store.ts";
import type { StoreOptions } from "../accounts/store-options.ts";
import { storeAddressFromUrl, storeUrlProblem } from "../accounts/store-address.ts";
import { TRACK_RECORD_TABLES } from "../track-record/sql/track-record-tables.ts";
import { WEATHER_TABLES } from "../weather/sql/weather-tables.ts";
import type { Store } from "./store.ts";

export const ROOM_TABLES = joinTables(WEATHER_TABLES, TRACK_RECORD_TABLES);

/**
 * Opens the store of a STORE_URL. Throws an Error of one line that says what to change. It does not throw for an
 * unreachable server: the store uses the server as soon as it can be reached.
 */
export async function openStore(url: string, { mayMakeIt = true, ...options }: StoreOptions): Promise<Store> {
  const store = storeAddressFromUrl(url);
  if (store === undefined) throw new Error(`The store's URL ${storeUrlProblem(url)}.`);
  if (store.kind === "Sqlite" && !mayMakeIt && !existsSync(store.path)) {
    throw new Error(
      `There is no store at ${store.path}. Set STORE_URL to the service's store. Only serve and accounts create make a new one.`,
    );
  }
  const what = store.kind === "Sqlite" ? `file ${store.path}` : `database ${store.address.database}`;
  try {
    return store.kind === "Sqlite"
      ? await openSqliteStore({ ...options, tables: ROOM_TABLES, path: resolve(store.path) })
      : await openPostgresStore({ ...options, tables: ROOM_TABLES, address: store.address });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`STORE_URL: the ${what} cannot be used: ${reason}`, { cause: error });
  }
}
