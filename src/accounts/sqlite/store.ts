// Accounts in one SQLite file: no other process needed, and any number of processes of one machine may share the file.
// Not for a file on a network drive: SQLite's locks and its shared memory do not work there.
import type { Clock } from "../../clock.ts";
import { createAccounts, createSports } from "../sql/accounts.ts";
import { createApiKeys } from "../sql/api-keys.ts";
import { createHistory } from "../sql/history.ts";
import { setMoved, unsetMoved } from "../sql/tables.ts";
import { createTransfer, readRecords } from "../sql/transfer.ts";
import { createUsage } from "../sql/usage.ts";
import type { AccountStore } from "../store.ts";
import { attempt } from "./attempt.ts";
import { createSqliteCounter } from "./counter.ts";
import { aloneWithFile, createSqliteDatabase, openSqliteFile, SQLITE_DIALECT } from "./database.ts";

/** Opens the store in the file at `path`, or creates both; throws when it cannot. */
export async function openSqliteStore({
  path,
  clock,
  operator,
  commandTimeoutMs,
  mayHaveMoved,
}: {
  readonly path: string;
  readonly clock: Clock;
  /** Who changes accounts through it, for the audit log. */
  readonly operator: string;
  /** How long a commit may take; by default what the counter finds right. */
  readonly commandTimeoutMs?: number | undefined;
  readonly mayHaveMoved?: boolean | undefined;
}): Promise<AccountStore> {
  const file = await openSqliteFile(path, { mayHaveMoved });
  const database = createSqliteDatabase({ path, database: file });
  const parts = { database, clock, operator };
  const counter = createSqliteCounter({ path, clock, commandTimeoutMs });
  // Asks the file, which a bare `SELECT 1` would not.
  const readTables = file.prepare("SELECT count(*) FROM account");
  const close = () =>
    attempt(async () => {
      await counter.close();
      await database.close();
    });

  return {
    ...createAccounts(parts),
    ...createSports(parts),
    ...createApiKeys(parts),
    ...createHistory(parts),
    ...createUsage(parts),
    ...createTransfer(parts),
    spend: counter.spend,
    takeProviderCalls: counter.takeProviderCalls,
    hasProviderTurn: async () => true,
    endProviderTurn: async () => undefined,
    leaveFor: async (copy) => {
      await close();
      await aloneWithFile(path, async (session) => {
        await copy(() => readRecords(SQLITE_DIALECT, (read) => read(session)));
        await setMoved(session, clock.nowMs());
      });
    },
    comeBack: () => database.transaction(unsetMoved),
    ping: () =>
      attempt(async () => {
        readTables.get();
        await counter.probe();
      }),
    close,
  };
}
