// Accounts in one SQLite file: no other process needed, and any number of processes of one machine may share the file.
// Not for a file on a network drive: SQLite's locks and its shared memory do not work there.
import type { AccountStore } from "../account-store.ts";
import { createSqliteAccounts } from "./accounts.ts";
import { createSqliteApiKeys } from "./api-keys.ts";
import { attempt } from "./attempt.ts";
import { createSqliteCounter } from "./counter.ts";
import { openSqliteDatabase } from "./database.ts";
import { createSqliteMoving } from "./moving.ts";
import { createSqliteHistory } from "./history.ts";
import { createSqliteSports } from "./sports.ts";
import type { SqliteStoreParts } from "./store-parts.ts";
import { createSqliteTransfer } from "./transfer.ts";
import { createSqliteUsage } from "./usage.ts";

/** Opens the store in the file at `path`, or creates both; throws when it cannot. */
export function createSqliteStore(options: Omit<SqliteStoreParts, "database">): AccountStore {
  const database = openSqliteDatabase(options.path);
  const parts: SqliteStoreParts = { ...options, database };
  const counter = createSqliteCounter(parts);
  // Asks the file, which a bare `SELECT 1` would not.
  const readTables = database.prepare("SELECT count(*) FROM account");

  return {
    ...createSqliteAccounts(parts),
    ...createSqliteHistory(parts),
    ...createSqliteApiKeys(parts),
    ...createSqliteSports(parts),
    ...createSqliteUsage(parts),
    ...createSqliteTransfer(parts),
    ...createSqliteMoving(parts),
    spend: counter.spend,
    takeProviderCalls: counter.takeProviderCalls,
    hasProviderTurn: async () => true,
    endProviderTurn: async () => undefined,
    ping: () =>
      attempt(async () => {
        readTables.get();
        await counter.probe();
      }),
    close: () =>
      attempt(async () => {
        await counter.close();
        if (database.isOpen) {
          database.close();
        }
      }),
  };
}
