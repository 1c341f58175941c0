// Work on the database that fails: it is undone, and callers of the store are told what every store tells them.
import type { DatabaseSync } from "node:sqlite";
import { StoreUnavailable } from "../store.ts";

// Primary result codes: https://www.sqlite.org/rescode.html
const SQLITE_CONSTRAINT = 19;
const SQLITE_IOERR = 10;

/** By which operators and search engines know what keeps a file from being used. */
const CODE_NAMES = new Map([
  [5, "SQLITE_BUSY"],
  [6, "SQLITE_LOCKED"],
  [8, "SQLITE_READONLY"],
  [SQLITE_IOERR, "SQLITE_IOERR"],
  [11, "SQLITE_CORRUPT"],
  [13, "SQLITE_FULL"],
  [14, "SQLITE_CANTOPEN"],
  [26, "SQLITE_NOTADB"],
]);

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
    const code = primaryCode(error);
    const name = CODE_NAMES.get(code);
    throw new StoreUnavailable(
      `The account store cannot be used: ${name === undefined ? "" : `${name}: `}${error.message}.`,
      // What could not be brought to the disk may be found there all the same when the file is opened anew.
      { cause: error, mayHaveChanged: code === SQLITE_IOERR },
    );
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

type SqliteError = Error & { readonly code?: unknown; readonly errcode?: unknown };

/** `errcode` is SQLite's own result code, where it got that far; NaN where it did not. */
function primaryCode({ errcode }: SqliteError): number {
  return errcode === undefined ? Number.NaN : Number(errcode) & 0xff;
}

function isOfTheStore(error: SqliteError): boolean {
  // What node:sqlite throws for any use of a database that is closed: during a shutdown, calls may still be under way.
  if (error.code === "ERR_INVALID_STATE") {
    return true;
  }
  const code = primaryCode(error);
  return error.code === "ERR_SQLITE_ERROR" && !Number.isNaN(code) && code !== SQLITE_CONSTRAINT;
}
