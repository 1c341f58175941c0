import { StoreUnavailable } from "../account-store.ts";

// Primary result code of every violated constraint: https://www.sqlite.org/rescode.html
const SQLITE_CONSTRAINT = 19;

interface SqliteError extends Error {
  readonly code: unknown;
  /** SQLite's own result code, where it got that far. */
  readonly errcode?: unknown;
}

/**
 * Does some work on the database. What SQLite throws on account of the file, the disk or a lock becomes
 * StoreUnavailable; a violated constraint is a bug of ours and stays what it is, as does anything else.
 */
export async function attempt<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isOfTheStore(error)) {
      throw error;
    }
    throw unavailable(error);
  }
}

/** What callers of the store get for an error of SQLite's that is not a bug of ours. */
export function unavailable(cause: Error): StoreUnavailable {
  return new StoreUnavailable(`The account store cannot be used: ${cause.message}.`, { cause });
}

/** Whether SQLite threw it on account of the file, the disk or a lock. */
export function isOfTheStore(error: unknown): error is SqliteError {
  if (!(error instanceof Error) || !("code" in error)) {
    return false;
  }
  // What node:sqlite throws for any use of a database that is closed: during a shutdown, calls may still be under way.
  if (error.code === "ERR_INVALID_STATE") {
    return true;
  }
  if (error.code !== "ERR_SQLITE_ERROR" || !("errcode" in error)) {
    return false;
  }
  return (Number(error.errcode) & 0xff) !== SQLITE_CONSTRAINT;
}
