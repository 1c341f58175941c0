// Adapts PostgreSQL to the code that both databases share.
import { withTimeout } from "../../lib/timeout.ts";
import { sql, sqlToText, type Sql, type SqlDatabase, type SqlDialect, type SqlSession } from "../sql/sql.ts";
import { expectTables, type Step } from "../sql/tables.ts";
import { connectPostgres, type PostgresSql } from "./connect.ts";
import { PostgresConnection, type PostgresConnectionOptions } from "./connection.ts";
import { notConnected, statementFailure } from "./failure.ts";

/** Any number that nobody else uses in this database. */
const ADVISORY_LOCK = 7_284_930_115;

/** The longest check of the tables, and the longest migration including the wait for another process. */
const CHECK_TIMEOUT_MS = 3_000;
const STEPS_TIMEOUT_MS = 60_000;

/** The longest statement when many rows are written. */
const LONG_STATEMENT_TIMEOUT_MS = 10_000;

/**
 * How long a transaction may wait for its next statement while others wait for its locks. Otherwise the server would not
 * notice that the network is gone.
 */
const IDLE_TIMEOUT_MS = 3_000;

export const POSTGRES_DIALECT: SqlDialect = {
  each: (items) => sql`jsonb_array_elements(${JSON.stringify(items)}::text::jsonb) AS each (value)`,
  // An array, because for a list of unknown length the planner reads whole tables.
  oneOf: (values) =>
    sql`= ANY (ARRAY(SELECT json_array_elements_text(${JSON.stringify(values)}::text::json)))`,
  today: sql`counting_day()`,
  forUpdate: sql`FOR UPDATE`,
};

/** Statements use `connection`. Transactions run in turn on a second connection, made for the first transaction. */
export function createPostgresDatabase({
  connection,
  options,
}: {
  readonly connection: PostgresConnection;
  readonly options: PostgresConnectionOptions;
}): SqlDatabase & { close(): Promise<void> } {
  let changes: PostgresConnection | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(begin: string, work: (session: SqlSession) => Promise<Result>): Promise<Result> => {
    const turn = last.then(() => {
      changes ??= new PostgresConnection({ ...options, onRisks: undefined });
      return changes.use(async (client) => {
        try {
          return await transactionOn(client, begin, work);
        } catch (error) {
          // The connection will be used again. If it was lost, the error above says why.
          await sessionOn(client)
            .runScript("ROLLBACK")
            .catch(() => undefined);
          throw error;
        }
      });
    });
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    dialect: POSTGRES_DIALECT,
    run: (statement) => connection.use((client) => sessionOn(client).run(statement)),
    transaction: (work) => inTurn("BEGIN", work),
    longTransaction: (work) => onOwnConnection(options, work),
    snapshot: (work) => inTurn("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", work),
    close: async () => {
      await last;
      await changes?.close();
    },
  };
}

/**
 * Migrates the tables on the first connection that can, and does not check again: a newer version may migrate while this
 * one runs, and keeps what this one needs.
 */
export function createTablesCheck({
  mayHaveMoved,
  steps,
}: {
  readonly mayHaveMoved?: boolean | undefined;
  readonly steps: readonly Step[];
}): (client: PostgresSql) => Promise<void> {
  let isDone = false;
  return async (client) => {
    if (isDone) return;
    const checked = expectTables({
      session: sessionOn(client),
      steps,
      mayHaveMoved,
      hasTable: async ({ run }, name) => {
        const [row] = await run<{ readonly found: boolean }>(
          sql`SELECT to_regclass(${name}) IS NOT NULL AS found`,
        );
        return row?.found === true;
      },
      alone: (work) =>
        transactionOn(client, "BEGIN", async (session) => {
          await setLocally(session, "statement_timeout", STEPS_TIMEOUT_MS);
          // Held until the end of the transaction, which a PgBouncer keeps on one server.
          await session.run(sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCK})`);
          await work(session);
        }),
    });
    await withTimeout(STEPS_TIMEOUT_MS + CHECK_TIMEOUT_MS, checked);
    isDone = true;
  };
}

/**
 * A transaction on a connection of its own. Throws what the work throws, and StoreUnavailable without a connection or a
 * commit.
 */
export async function onOwnConnection<Result>(
  {
    address,
    tls,
    check,
    idleTimeoutMs = IDLE_TIMEOUT_MS,
  }: Pick<PostgresConnectionOptions, "address" | "tls" | "check"> & { readonly idleTimeoutMs?: number },
  work: (session: SqlSession) => Promise<Result>,
): Promise<Result> {
  const statementTimeoutMs = LONG_STATEMENT_TIMEOUT_MS;
  const client = await connectPostgres({ address, tls, statementTimeoutMs }).catch((error: unknown) => {
    throw notConnected(error);
  });
  try {
    await check(client.sql);
    return await transactionOn(client.sql, "BEGIN", async (session) => {
      // Behind a PgBouncer this cannot be set for the connection.
      await setLocally(session, "statement_timeout", statementTimeoutMs);
      await setLocally(session, "idle_in_transaction_session_timeout", idleTimeoutMs);
      return work(session);
    });
  } finally {
    client.destroy();
  }
}

/** Prepares statements by default; never if the URL says that sessions are shared. */
function sessionOn(client: PostgresSql, { prepare = true } = {}): SqlSession {
  const ask = async <Row extends object>(...statement: Parameters<PostgresSql["unsafe"]>) => {
    try {
      return [...(await client.unsafe<Row[]>(...statement))];
    } catch (error) {
      throw statementFailure(error);
    }
  };
  return {
    run: <Row extends object>(statement: Sql) => {
      const text = sqlToText(statement, (number) => `$${number}`);
      const values = statement.values as unknown as Parameters<PostgresSql["unsafe"]>[1];
      return ask<Row>(text, values, { prepare });
    },
    runScript: async (text) => void (await ask(text)),
  };
}

/**
 * All of the work and a COMMIT, or nothing: uncommitted work ends with its connection. The client's own `begin` is not used:
 * it writes its ROLLBACK to a closed connection and throws where nobody can catch it.
 */
async function transactionOn<Result>(
  client: PostgresSql,
  begin: string,
  work: (session: SqlSession) => Promise<Result>,
): Promise<Result> {
  // Each statement is planned anew: after a move of thousands of accounts, a plan made for a few accounts reads whole tables.
  const session = sessionOn(client, { prepare: false });
  await session.runScript(begin);
  // The server ends the session of a silent client, so that it cannot block others for good.
  await setLocally(session, "idle_in_transaction_session_timeout", IDLE_TIMEOUT_MS);
  const result = await work(session);
  await session.runScript("COMMIT");
  return result;
}

async function setLocally({ run }: SqlSession, setting: string, ms: number): Promise<void> {
  await run(sql`SELECT set_config(${setting}, ${String(ms)}, true)`);
}
