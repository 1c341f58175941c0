import { DatabaseSync, type StatementSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { createTables, SQLITE_TYPES } from "../sql/schema.ts";
import { sql, sqlToText, type Sql, type SqlDatabase, type SqlDialect, type SqlSession } from "../sql/sql.ts";
import { expectTables, type Step } from "../sql/tables.ts";
import { attempt, inTransaction } from "./attempt.ts";
import { keepPrivate } from "./private-file.ts";

/**
 * How long a statement waits for another process to finish writing. Writes take well under a millisecond, so a lock held
 * longer is a fault; the wait holds up the whole process, so it has to be far shorter than a call's deadline.
 */
const LOCK_WAIT_MS = 250;

/** https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

/** Nobody changes a line of the log, or takes one away. */
const KEEP_AUDIT_LOG = `
  CREATE TRIGGER audit_log_unchanged BEFORE UPDATE ON audit_log BEGIN
    SELECT raise(ABORT, 'the audit log is only ever added to');
  END;
  CREATE TRIGGER audit_log_kept BEFORE DELETE ON audit_log BEGIN
    SELECT raise(ABORT, 'the audit log is only ever added to');
  END;
`;

/** Every step from an empty file to the tables this program knows. */
export const STEPS: readonly Step[] = [
  { script: createTables(SQLITE_TYPES) + KEEP_AUDIT_LOG, lowestVersion: 1 },
];

/** How long an operator's change waits for others to finish writing, which holds nothing up, and how often it looks. */
const TURN_WAIT_MS = 500;
const TURN_POLL_MS = 2;

/** A connection to the file. It waits for locks, and its commits are on the disk. */
export function connectSqlite(path: string, lockWaitMs = LOCK_WAIT_MS): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: lockWaitMs });
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
export async function openSqliteFile(
  path: string,
  { mayHaveMoved, steps = STEPS }: { readonly mayHaveMoved?: boolean; readonly steps?: readonly Step[] } = {},
): Promise<DatabaseSync> {
  keepPrivate(path);
  const database = connectSqlite(path);
  try {
    // WAL: reading and writing do not wait for each other.
    useWriteAheadLog(database);
    const session = sessionOn(database);
    await expectTables({
      session,
      steps,
      mayHaveMoved,
      hasTable: async ({ run }, name) =>
        (await run(sql`SELECT 1 AS found FROM sqlite_master WHERE type = 'table' AND name = ${name}`))
          .length > 0,
      alone: async (work) => {
        const own = connectSqlite(path, 0);
        try {
          await transactionInTurn(own, "BEGIN IMMEDIATE", work);
        } finally {
          own.close();
        }
      },
    });
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

export const SQLITE_DIALECT: SqlDialect = {
  each: (items) => sql`json_each(${JSON.stringify(items)}) AS each`,
  oneOf: (values) => sql`IN (SELECT value FROM json_each(${JSON.stringify(values)}))`,
  today: sql`NULL`,
  // BEGIN IMMEDIATE has taken the file's write lock before.
  forUpdate: sql``,
};

/**
 * The file as what is written once for both databases uses it. Transactions have a connection of their own, so that they take
 * in nothing that `database` does meanwhile, and come one after the other.
 */
export function createSqliteDatabase({
  path,
  database,
}: {
  readonly path: string;
  readonly database: DatabaseSync;
}): SqlDatabase & { close(): Promise<void> } {
  let changes: DatabaseSync | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(begin: string, work: (session: SqlSession) => Promise<Result>): Promise<Result> => {
    const turn = last.then(() =>
      attempt(async () => {
        changes ??= connectSqlite(path, 0);
        return transactionInTurn(changes, begin, work);
      }),
    );
    last = turn.catch(() => undefined);
    return turn;
  };
  const transaction: SqlDatabase["transaction"] = (work) => inTurn("BEGIN IMMEDIATE", work);
  const { run } = sessionOn(database);
  return {
    dialect: SQLITE_DIALECT,
    run: (statement) => attempt(() => run(statement)),
    transaction,
    longTransaction: transaction,
    snapshot: (work) => inTurn("BEGIN", work),
    close: async () => {
      await last;
      for (const each of [changes, database]) if (each?.isOpen === true) each.close();
    },
  };
}

/** A session prepares each statement once: their texts are those of this program, and few. */
function sessionOn(database: DatabaseSync): SqlSession {
  const prepared = new Map<string, StatementSync>();
  const prepare = (text: string): StatementSync => {
    const known = prepared.get(text);
    if (known !== undefined) return known;
    const statement = database.prepare(text);
    prepared.set(text, statement);
    return statement;
  };
  return {
    run: async <Row extends object>(statement: Sql) => {
      const values = statement.values.map((value) => (typeof value === "boolean" ? Number(value) : value));
      return prepare(sqlToText(statement, () => "?")).all(...values) as Row[];
    },
    runScript: async (text) => database.exec(text),
  };
}

/**
 * All of the work or none, on a connection that does not wait for the file's lock in SQLite: that would hold up the whole
 * process, and with it whoever is to let go of the lock, if that is in this process too.
 */
async function transactionInTurn<Result>(
  database: DatabaseSync,
  begin: string,
  work: (session: SqlSession) => Promise<Result>,
): Promise<Result> {
  const untilMs = performance.now() + TURN_WAIT_MS;
  for (;;) {
    // Who waits elsewhere for the file gets a chance after each transaction.
    await sleep(TURN_POLL_MS);
    try {
      database.exec(begin);
      break;
    } catch (error) {
      const isBusy = (error as { readonly errcode?: number }).errcode === SQLITE_BUSY;
      if (!isBusy || performance.now() > untilMs) throw error;
    }
  }
  return finishTransaction(database, work);
}

async function finishTransaction<Result>(
  database: DatabaseSync,
  work: (session: SqlSession) => Promise<Result>,
): Promise<Result> {
  try {
    const result = await work(sessionOn(database));
    database.exec("COMMIT");
    return result;
  } catch (error) {
    // Where the disk fails or is full, SQLite may have rolled back by itself.
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

/**
 * The file while nobody else has it open, and nobody can: leaving WAL takes the only connection there is. Throws where there
 * is another.
 */
export async function aloneWithFile<Result>(
  path: string,
  work: (session: SqlSession) => Promise<Result>,
): Promise<Result> {
  const database = connectSqlite(path);
  try {
    try {
      database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE");
    } catch (error) {
      throw new Error("The store's file is in use: stop the service, and whatever else has it open.", {
        cause: error,
      });
    }
    database.exec("BEGIN EXCLUSIVE");
    return await attempt(() => finishTransaction(database, work));
  } finally {
    database.close();
  }
}
