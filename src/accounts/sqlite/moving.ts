// A SQLite store that accounts leave, or arrive in, while other processes use it.
import type { DatabaseSync } from "node:sqlite";
import { expectSealOf, SEAL_REASONS, type MovableStore, type Seal } from "../moving/movable-store.ts";
import { attempt, inTransaction } from "./attempt.ts";
import { connectSqlite } from "./database.ts";
import type { SqliteStoreParts } from "./store-parts.ts";
import { FREE_AUDIT_LOG, KEEP_AUDIT_LOG } from "./migrations.ts";
import { createAddRecord } from "./transfer.ts";

/** Writers of other processes hold the file for some milliseconds each. */
const LOCK_WAIT_MS = 5_000;

/**
 * A seal is a trigger on each table for each kind of change, so that it costs nothing where there is none, and binds every
 * process that has the file open, whatever it knows of seals.
 */
export function createSqliteMoving({ path }: Pick<SqliteStoreParts, "path">): MovableStore {
  const withFile = <Result>(work: (database: DatabaseSync) => Result): Promise<Result> =>
    attempt(() => {
      const database = connectSqlite(path);
      try {
        database.exec(`PRAGMA busy_timeout = ${LOCK_WAIT_MS}`);
        return inTransaction(database, () => work(database));
      } finally {
        database.close();
      }
    });
  /** Only this transaction sees the tables without their seal, and a log whose lines can be removed with their account. */
  const withoutSeal = (move: string, work: (database: DatabaseSync) => void): Promise<void> =>
    withFile((database) => {
      const seal = unsealTables(database, move);
      database.exec(FREE_AUDIT_LOG);
      work(database);
      database.exec(KEEP_AUDIT_LOG);
      if (seal !== undefined) sealTables(database, seal);
    });

  return {
    seal: (seal, previous) =>
      withFile((database) => {
        unsealTables(database, previous?.move);
        sealTables(database, seal);
      }),
    unseal: async (move) => {
      await withFile((database) => unsealTables(database, move));
    },
    sealed: () => withFile(sealOf),
    replaceAccounts: (records, move) =>
      withoutSeal(move, (database) => {
        const addRecord = createAddRecord(database);
        removeRows(
          database,
          records.map(({ account }) => account.id),
        );
        for (const record of records) {
          const existing = addRecord(record);
          if (existing !== undefined) throw new Error(`${existing} belongs to another account`);
        }
      }),
    removeAccounts: (ids, move) => withoutSeal(move, (database) => removeRows(database, ids)),
  };
}

const CHANGES = ["INSERT", "UPDATE", "DELETE"] as const;
const SEAL_NAME = /^sealed_(?<kind>arriving|left)_(?<move>move_[a-z]+)_/;

function sealTables(database: DatabaseSync, { kind, move }: Seal): void {
  for (const table of tableNames(database)) {
    for (const change of CHANGES) {
      database.exec(`
        CREATE TRIGGER sealed_${kind}_${move}_${table}_${change} BEFORE ${change} ON ${table}
        BEGIN SELECT RAISE(ABORT, '${SEAL_REASONS[kind]}'); END`);
    }
  }
}

/** Returns the seal that it takes off. */
function unsealTables(database: DatabaseSync, move: string | undefined): Seal | undefined {
  const seal = sealOf(database);
  expectSealOf(seal, move);
  for (const name of namesOf(database, "trigger")) {
    if (SEAL_NAME.test(name)) database.exec(`DROP TRIGGER ${name}`);
  }
  return seal;
}

export function sealOf(database: DatabaseSync): Seal | undefined {
  const seals = namesOf(database, "trigger").map((name) => SEAL_NAME.exec(name)?.groups as Seal | undefined);
  const found = seals.find((seal) => seal !== undefined);
  return found && { kind: found.kind, move: found.move };
}

/** Of every table that belongs to accounts, and of `account` at last, which the others refer to. */
function removeRows(database: DatabaseSync, accountIds: readonly string[]): void {
  const tables = tableNames(database).filter((table) =>
    database.prepare("SELECT 1 FROM pragma_table_info(?) WHERE name = 'account_id'").get(table),
  );
  const statements = [
    ...tables.map((table) => `DELETE FROM ${table} WHERE account_id = ?`),
    "DELETE FROM account WHERE id = ?",
  ].map((text) => database.prepare(text));
  for (const id of accountIds) {
    for (const statement of statements) statement.run(id);
  }
}

function tableNames(database: DatabaseSync): readonly string[] {
  return namesOf(database, "table").filter((name) => !name.startsWith("sqlite_"));
}

function namesOf(database: DatabaseSync, type: "table" | "trigger"): readonly string[] {
  const rows = database.prepare("SELECT name FROM sqlite_master WHERE type = ?").all(type);
  return rows.map(({ name }) => String(name));
}
