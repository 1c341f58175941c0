import { DatabaseSync } from "node:sqlite";
import { inTransaction } from "./attempt.ts";
import { migrate } from "./migrations.ts";
import { keepPrivate } from "./private-file.ts";

/**
 * How long a statement waits for another process to finish writing. Writes take well under a millisecond, so a lock held
 * longer is a fault; the wait holds up the whole process, so it has to be far shorter than a call's deadline.
 */
const LOCK_WAIT_MS = 250;

/** A connection to the file. It waits for locks, and its commits are on the disk. */
export function connectSqlite(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: LOCK_WAIT_MS });
  try {
    // FULL: a commit returns when it is on the disk, so that what was counted survives a power cut too, not just a crash.
    // Measured in WAL mode against NORMAL, which does not promise that: a spend alone in its commit costs 6 times as
    // much, one of a group of 16 twice, one of a group of 64 1.4 times.
    database.exec("PRAGMA synchronous = FULL");
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens the file, or creates it and the folder it is in, and brings its tables up to date. Strangers cannot read it. */
export function openSqliteDatabase(path: string): DatabaseSync {
  keepPrivate(path);
  const database = connectSqlite(path);
  try {
    // WAL: reading and writing do not wait for each other.
    useWriteAheadLog(database);
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Of several processes that turn a new file to WAL in the same moment, SQLite refuses some without letting them wait
 * (seen once in 240 openings, six at a time). A transaction does wait for the others; after it the file is turned.
 */
function useWriteAheadLog(database: DatabaseSync): void {
  const turn = (): void => database.exec("PRAGMA journal_mode = WAL");
  try {
    turn();
  } catch {
    // Throws the same again where the reason was another: not a database, no permission, a lock that stays.
    inTransaction(database, () => undefined);
    turn();
  }
}
