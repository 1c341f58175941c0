// A PostgreSQL that accounts leave, or arrive in, while replicas use it. Takes the role that owns the tables.
import {
  expectSealOf,
  SEAL_REASONS,
  SealTaken,
  type MovableStore,
  type Seal,
} from "../moving/movable-store.ts";
import { statementFailure } from "./failure.ts";
import { inOwnTransaction, type Transaction } from "./own-transaction.ts";
import type { PostgresStoreParts } from "./store-parts.ts";
import { addRecord } from "./transfer.ts";

/** How long a statement may take, and wait for those who count: autovacuum lets go of a table within a second. */
const STATEMENT_TIMEOUT_MS = 30_000;
const LOCK_TIMEOUT_MS = 5_000;

/** Any number, as long as nobody else uses it in the same database. */
const ADVISORY_LOCK = 7_284_930_116;

/**
 * A seal is a trigger on each table, so that it costs nothing where there is none, and binds every replica, whatever it knows
 * of seals. To make one takes a lock that waits for every change under way.
 */
export function createPostgresMoving(parts: Pick<PostgresStoreParts, "address" | "tls">): MovableStore {
  const inTransaction = <Result>(work: (sql: Transaction) => Promise<Result>): Promise<Result> =>
    inOwnTransaction(parts, { statementTimeoutMs: STATEMENT_TIMEOUT_MS }, async (sql) => {
      await sql`SELECT set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true)`;
      return work(sql);
    }).catch((error: unknown) => {
      throw error instanceof SealTaken ? error : statementFailure(error);
    });
  /** The seal stays as it was found, until the transaction ends: of those who go by it, there is one at a time. */
  const underSeal = (move: string | undefined, work: (sql: Transaction) => Promise<unknown>): Promise<void> =>
    inTransaction(async (sql) => {
      await sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCK})`;
      expectSealOf(await sealOf(sql), move);
      await work(sql);
    });
  /** For this transaction alone. */
  const pastSeal = (move: string, work: (sql: Transaction) => Promise<void>): Promise<void> =>
    underSeal(move, async (sql) => {
      await sql`SELECT set_config('suitability.passes_seal', 'on', true)`;
      await work(sql);
    });

  return {
    seal: (seal, previous) =>
      underSeal(previous?.move, async (sql) => {
        await sql.unsafe(REMOVE_SEAL);
        await sql.unsafe(makeSeal(seal));
      }),
    unseal: (move) => underSeal(move, (sql) => sql.unsafe(REMOVE_SEAL)),
    sealed: () => inTransaction(sealOf),
    replaceAccounts: (records, move) =>
      pastSeal(move, async (sql) => {
        await removeRows(
          sql,
          records.map(({ account }) => account.id),
        );
        for (const record of records) await addRecord(sql, record);
      }),
    removeAccounts: (ids, move) => pastSeal(move, (sql) => removeRows(sql, ids)),
  };
}

/** Its triggers go with it. */
const REMOVE_SEAL = "DROP FUNCTION IF EXISTS refuse_sealed() CASCADE";

/**
 * Locks the tables in the order in which calls are counted, so that neither waits for the other; then gives each table its
 * trigger, but for what tells the schema's version.
 */
function makeSeal({ kind, move }: Seal): string {
  return `
    LOCK TABLE account, month_total, usage_by_day IN SHARE ROW EXCLUSIVE MODE;
    CREATE FUNCTION refuse_sealed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF current_setting('suitability.passes_seal', true) = 'on' THEN RETURN NULL; END IF;
      -- A class of its own: none of PostgreSQL's begins with these letters.
      RAISE EXCEPTION USING ERRCODE = 'WS001', MESSAGE = '${SEAL_REASONS[kind]}';
    END $$;
    DO $$
    DECLARE
      one text;
    BEGIN
      FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'schema_version' LOOP
        EXECUTE format('CREATE TRIGGER sealed_${kind}_${move} BEFORE INSERT OR UPDATE OR DELETE ON %I
          FOR EACH STATEMENT EXECUTE FUNCTION refuse_sealed()', one);
      END LOOP;
    END $$;`;
}

async function sealOf(sql: Transaction): Promise<Seal | undefined> {
  const [found] = await sql<Seal[]>`
    SELECT split_part(tgname, '_', 2) AS kind, substr(tgname, strpos(tgname, 'move_')) AS move FROM pg_trigger
    WHERE tgrelid = 'account'::regclass AND tgname ~ '^sealed_'`;
  return found && { kind: found.kind, move: found.move };
}

/** Of every table that belongs to accounts, and of `account` at last, which the others refer to. */
async function removeRows(sql: Transaction, accountIds: readonly string[]): Promise<void> {
  const tables = await sql<{ tableName: string }[]>`
    SELECT table_name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = current_schema() AND column_name = 'account_id' AND table_type = 'BASE TABLE'`;
  const ids = JSON.stringify(accountIds);
  for (const { tableName } of tables) {
    await sql`DELETE FROM ${sql(tableName)} WHERE account_id IN (SELECT json_array_elements_text(${ids}::text::json))`;
  }
  await sql`DELETE FROM account WHERE id IN (SELECT json_array_elements_text(${ids}::text::json))`;
}
