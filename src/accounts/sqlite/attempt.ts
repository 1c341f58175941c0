// Turns SQLite's errors into the errors that every store throws, and runs transactions.
import type { DatabaseSync } from "node:sqlite";
import { StoreUnavailable } from "../store.ts";

// Primary result codes: https://www.sqlite.org/rescode.html
const SQLITE_CONSTRAINT = 19;
const SQLITE_IOERR = 10;

/** The names that operators can search for. */
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

/** Throws what `storeFailure` makes of the work's error. */
export async function attempt<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw storeFailure(error);
  }
}

/**
 * Turns an error of the file, the disk or a lock into StoreUnavailable. Any other error is returned as it is; so is a violated
 * constraint, which is a bug of ours.
 */
export function storeFailure(error: unknown): unknown {
  if (!(error instanceof Error) || !isOfTheStore(error)) return error;
  const code = primaryCode(error);
  const name = CODE_NAMES.get(code);
  return new StoreUnavailable(
    `The account store cannot be used: ${name === undefined ? "" : `${name}: `}${error.message}.`,
    // A failed write may still be found in the file when it is opened again.
    { cause: error, mayHaveChanged: code === SQLITE_IOERR },
  );
}

/**
 * All of the work, or none if anything in it or the commit throws. IMMEDIATE takes the write lock before anything is read,
 * so what the work reads still holds when it writes, whichever processes share the file.
 */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    // If the disk fails or is full, SQLite may have rolled back by itself.
    if (database.isTransaction) {
      database.exec("ROLLBACK");
    }
    throw error;
  }
}

type SqliteError = Error & { readonly code?: unknown; readonly errcode?: unknown };

/** SQLite's own result code, NaN if there is none. */
function primaryCode({ errcode }: SqliteError): number {
  return errcode === undefined ? Number.NaN : Number(errcode) & 0xff;
}

function isOfTheStore(error: SqliteError): boolean {
  // node:sqlite's error for any use of a closed database: calls may be in flight during a shutdown.
  if (error.code === "ERR_INVALID_STATE") {
    return true;
  }
  const code = primaryCode(error);
  return error.code === "ERR_SQLITE_ERROR" && !Number.isNaN(code) && code !== SQLITE_CONSTRAINT;
}
