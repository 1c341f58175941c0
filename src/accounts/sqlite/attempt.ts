// Work on the database that fails: it is undone, and callers of the store are told what every store tells them.
import type { DatabaseSync } from "node:sqlite";
import { StoreUnavailable } from "../account-store.ts";

// Primary result code of every violated constraint: https://www.sqlite.org/rescode.html
const SQLITE_CONSTRAINT = 19;

/**
 * Does some work on the database. What SQLite throws on account of the file, the disk or a lock becomes
 * StoreUnavailable; a violated constraint is a bug of ours and stays what it is, as does anything else.
 */
export async function attempt<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || !isOfTheStore(error)) {
      throw error;
    }
    throw new StoreUnavailable(`The account store cannot be used: ${error.message}.`, { cause: error });
  }
}

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

/** `errcode` is SQLite's own result code, where it got that far. */
function isOfTheStore({
  code,
  errcode,
}: Error & { readonly code?: unknown; readonly errcode?: unknown }): boolean {
  // What node:sqlite throws for any use of a database that is closed: during a shutdown, calls may still be under way.
  if (code === "ERR_INVALID_STATE") {
    return true;
  }
  return (
    code === "ERR_SQLITE_ERROR" && errcode !== undefined && (Number(errcode) & 0xff) !== SQLITE_CONSTRAINT
  );
}
