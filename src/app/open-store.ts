import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { openPostgresStore } from "../accounts/postgres/store.ts";
import { type RoomTables, withTables } from "../accounts/sql/room-tables.ts";
import { openSqliteStore } from "../accounts/sqlite/store.ts";
import type { StoreOptions } from "../accounts/store-options.ts";
import { storeAddressFromUrl, storeUrlProblem } from "../accounts/store-address.ts";
import { WEATHER_TABLES, type WeatherStore } from "../weather/sql/weather-tables.ts";
import { MODULES } from "./all-modules.ts";
import type { ModuleRecords, Store } from "./store.ts";

/** The tables beside those of the accounts: of the weather and of the modules. */
export async function loadTables(): Promise<RoomTables<WeatherStore & ModuleRecords>> {
  const ofModules = await Promise.all(MODULES.flatMap(({ tables }) => tables?.() ?? []));
  const { openSqlite, openPostgres, ...weather } = WEATHER_TABLES;
  const room: RoomTables<WeatherStore & ModuleRecords> = {
    ...weather,
    openSqlite: (parts) => ({ ...openSqlite(parts), records: parts.records }),
    openPostgres: (parts) => ({ ...openPostgres(parts), records: parts.records }),
  };
  return withTables(room, ofModules);
}

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
  const tables = await loadTables();
  const what = store.kind === "Sqlite" ? `file ${store.path}` : `database ${store.address.database}`;
  try {
    return store.kind === "Sqlite"
      ? await openSqliteStore({ ...options, tables, path: resolve(store.path) })
      : await openPostgresStore({ ...options, tables, address: store.address });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`STORE_URL: the ${what} cannot be used: ${reason}`, { cause: error });
  }
}
