// Accounts in one SQLite file, without a server; any number of processes of one machine may share it. It must not be on a
// network drive, where SQLite's locks and shared memory do not work.
import type { RoomTables } from "../sql/room-tables.ts";
import { createSqlStore } from "../sql/sql-store.ts";
import { setMoved } from "../sql/tables.ts";
import { readAccountRecords } from "../sql/account-records.ts";
import type { AccountStore } from "../store.ts";
import type { StoreOptions } from "../store-options.ts";
import { attempt } from "./attempt.ts";
import { createSqliteCounter } from "./counter.ts";
import { aloneWithFile, createSqliteDatabase, openSqliteFile, SQLITE_DIALECT } from "./database.ts";
import { sqliteSteps } from "./schema.ts";

/** Opens the store in the file at `path`, or creates it; throws if it cannot. */
export async function openSqliteStore<Facets extends object>({
  path,
  tables,
  clock,
  operator = "unknown",
  commandTimeoutMs,
  mayHaveMoved,
}: StoreOptions & { readonly path: string; readonly tables: RoomTables<Facets> }): Promise<
  AccountStore & Facets
> {
  const steps = sqliteSteps(tables.steps.sqlite);
  const file = await openSqliteFile(path, { mayHaveMoved, steps, waitMs: commandTimeoutMs });
  const database = createSqliteDatabase({ path, database: file, waitMs: commandTimeoutMs });
  const records = createSqliteDatabase({ path, database: file, isDurable: false });
  const counter = createSqliteCounter({ path, clock, commandTimeoutMs });
  // Reads the file, which a bare `SELECT 1` would not.
  const readTables = file.prepare("SELECT count(*) FROM account");
  const close = () =>
    attempt(async () => {
      await counter.close();
      await records.close();
      await database.close();
    });

  return {
    ...createSqlStore({ database, forgetAccount: tables.forgetAccount, clock, operator }),
    ...tables.openSqlite({ records, commit: counter.commit }),
    spend: counter.spend,
    leaveFor: async (copy) => {
      await close();
      await aloneWithFile(path, async (session) => {
        await copy(() => readAccountRecords(SQLITE_DIALECT, (read) => read(session)));
        await setMoved(session, clock.nowMs());
      });
    },
    ping: () =>
      attempt(async () => {
        readTables.get();
        await counter.probe();
      }),
    close,
  };
}
