import type { DatabaseSync } from "node:sqlite";

/**
 * Does all of the work or, when anything in it or the commit throws, none of it. IMMEDIATE takes the write lock before
 * anything is read: what the work reads is still so when it writes, whichever processes share the file.
 */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    // Where the disk fails or is full, SQLite may have rolled back by itself.
    if (database.isTransaction) {
      database.exec("ROLLBACK");
    }
    throw error;
  }
}
