// Accounts in one SQLite file: no other process needed, and any number of processes of one machine may share the file.
// Not for a file on a network drive: SQLite's locks and its shared memory do not work there.
import type { Clock } from "../../clock.ts";
import type { AccountStore } from "../account-store.ts";
import { createSqliteAccounts } from "./accounts.ts";
import { createSqliteCounter } from "./counter.ts";
import { openSqliteDatabase } from "./database.ts";
import { attempt } from "./failure.ts";
import { createSqliteSports } from "./sports.ts";
import { createSqliteTransfer } from "./transfer.ts";
import { createSqliteUsage } from "./usage.ts";

/** Opens the store in the file at `path`, or creates both; throws when it cannot. */
export function createSqliteStore({
  path,
  clock,
}: {
  readonly path: string;
  readonly clock: Clock;
}): AccountStore {
  const database = openSqliteDatabase(path);
  const counter = createSqliteCounter({ path, clock });
  // Asks the file, which a bare `SELECT 1` would not.
  const readTables = database.prepare("SELECT count(*) FROM account");

  return {
    ...createSqliteAccounts({ database, clock }),
    ...createSqliteSports({ database }),
    ...createSqliteUsage({ database, clock }),
    spend: counter.spend,
    ...createSqliteTransfer({ path }),
    ping: () =>
      attempt(() => {
        counter.start();
        readTables.get();
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
