import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "../../lib/time/clock.ts";
import { sql, sqlToText, type Sql, type SqlDatabase, type SqlDialect, type SqlSession } from "../sql/sql.ts";
import { expectTables, type Step } from "../sql/tables.ts";
import { attempt, inTransaction } from "./attempt.ts";
import { keepPrivate } from "./private-file.ts";

/**
 * How long a statement waits for another process's write lock. Writes take well under a millisecond, so a longer lock is a
 * fault; the wait blocks the whole process, so it has to be far shorter than a call's deadline.
 */
const LOCK_WAIT_MS = 250;

/** https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

/**
 * How long a change of accounts waits for the write lock by default, without blocking the process, and how often it checks. A
 * command waits longer: no call waits for it.
 */
const TURN_WAIT_MS = 500;
const TURN_POLL_MS = 2;

/**
 * FULL: a commit returns when it is on the disk, so counts survive a power cut, not only a crash. NORMAL does not promise that
 * in WAL mode. Compared with NORMAL, a spend costs 6 times as much if it is alone in its commit, twice as much in a group of
 * 16, and 1.4 times as much in a group of 64.
 */
const DURABLE = "PRAGMA synchronous = FULL";

/** Never checkpoints the write-ahead log: the counting thread does. */
const NOT_DURABLE = "PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0";

/** A connection to the file. It waits for locks, and commits reach the disk unless other settings are given. */
export function connectSqlite(path: string, lockWaitMs = LOCK_WAIT_MS, settings = DURABLE): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: lockWaitMs });
  try {
    database.exec(settings);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens the file, or creates it with its folder, and migrates its tables. Other users of the machine cannot read it. */
export async function openSqliteFile(
  path: string,
  {
    mayHaveMoved,
    steps,
    waitMs,
  }: {
    readonly mayHaveMoved?: boolean | undefined;
    readonly steps: readonly Step[];
    /** How long it may wait for other processes; long only if nothing else runs in this one. */
    readonly waitMs?: number | undefined;
  },
): Promise<DatabaseSync> {
  keepPrivate(path);
  const database = connectSqlite(path, waitMs);
  try {
    // WAL: readers and writers do not wait for each other.
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
        using own = connectSqlite(path, 0);
        await transactionInTurn({ database: own, waitMs }, "BEGIN IMMEDIATE", () => work(sessionOn(own)));
      },
    });
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * When several processes switch a new file to WAL at the same time, SQLite refuses some without a wait (seen once in 240
 * openings, six at a time). A transaction does wait for the others; after it the file is switched.
 */
function useWriteAheadLog(database: DatabaseSync): void {
  const turn = (): void => database.exec("PRAGMA journal_mode = WAL");
  try {
    turn();
  } catch {
    // Throws again if there was another reason: not a database, no permission, a lock that stays.
    inTransaction(database, () => undefined);
    turn();
  }
}

export const SQLITE_DIALECT: SqlDialect = {
  each: (items) => sql`json_each(${JSON.stringify(items)}) AS each`,
  oneOf: (values) => sql`IN (SELECT value FROM json_each(${JSON.stringify(values)}))`,
  today: sql`NULL`,
  // BEGIN IMMEDIATE has taken the write lock before.
  forUpdate: sql``,
};

/**
 * Adapts the file to the code that both databases share. Transactions have a connection of their own, so that they do not
 * include what `database` does meanwhile, and run one after the other.
 */
export function createSqliteDatabase({
  path,
  database,
  isDurable = true,
  waitMs,
}: {
  readonly path: string;
  readonly database: DatabaseSync;
  /** How long a transaction waits for the write lock. */
  readonly waitMs?: number | undefined;
  /** If false, transactions do not wait for the disk: a killed process loses none, a power cut may undo the last. */
  readonly isDurable?: boolean;
}): SqlDatabase & { close(): Promise<void> } {
  let changes: { readonly connection: DatabaseSync; readonly session: SqlSession } | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const connectForChanges = () => {
    const connection = connectSqlite(path, 0, isDurable ? DURABLE : NOT_DURABLE);
    return { connection, session: sessionOn(connection) };
  };
  const inTurn = <Result>(begin: string, work: (session: SqlSession) => Promise<Result>): Promise<Result> => {
    const turn = last.then(() =>
      attempt(async () => {
        const { connection, session } = (changes ??= connectForChanges());
        return transactionInTurn({ database: connection, waitMs }, begin, () => work(session));
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
      for (const each of [changes?.connection, database]) if (each?.isOpen === true) each.close();
    },
  };
}

export function sqliteValues({ values }: Sql): readonly SQLInputValue[] {
  return values.map((value) => (typeof value === "boolean" ? Number(value) : value));
}

/** Prepares each statement once: there are few texts, all of them this program's own. */
function sessionOn(database: DatabaseSync): SqlSession {
  const prepared = new Map<string, StatementSync>();
  const prepare = (text: string): StatementSync => {
    const statement = prepared.get(text) ?? database.prepare(text);
    prepared.set(text, statement);
    return statement;
  };
  return {
    run: async <Row extends object>(statement: Sql) => {
      return prepare(sqlToText(statement, () => "?")).all(...sqliteValues(statement)) as Row[];
    },
    runScript: async (text) => database.exec(text),
  };
}

/**
 * All of the work or none, on a connection that does not wait for the lock inside SQLite: such a wait would block the whole
 * process, possibly including the holder of the lock.
 */
async function transactionInTurn<Result>(
  {
    database,
    waitMs = TURN_WAIT_MS,
  }: { readonly database: DatabaseSync; readonly waitMs: number | undefined },
  begin: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const untilMs = systemClock.elapsedMs() + waitMs;
  for (;;) {
    // Before the first try too, so that others who wait for the file get a chance between two transactions.
    await sleep(TURN_POLL_MS);
    try {
      database.exec(begin);
      break;
    } catch (error) {
      const isBusy = (error as { readonly errcode?: number }).errcode === SQLITE_BUSY;
      if (!isBusy || systemClock.elapsedMs() > untilMs) throw error;
    }
  }
  return finishTransaction(database, work);
}

async function finishTransaction<Result>(
  database: DatabaseSync,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    // If the disk fails or is full, SQLite may have rolled back by itself.
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

/**
 * Runs the work while nobody else has the file open or can open it: leaving WAL requires that there is no other connection.
 * Throws if there is one.
 */
export async function aloneWithFile<Result>(
  path: string,
  work: (session: SqlSession) => Promise<Result>,
): Promise<Result> {
  using database = connectSqlite(path);
  try {
    database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE");
  } catch (error) {
    const problem = "The store's file is in use: stop the service, and whatever else has it open.";
    throw new Error(problem, { cause: error });
  }
  database.exec("BEGIN EXCLUSIVE");
  return await attempt(() => finishTransaction(database, () => work(sessionOn(database))));
}
