// PostgreSQL as what is written once for both databases uses it.
import { within } from "../../deadline.ts";
import { sql, sqlToText, type Sql, type SqlDatabase, type SqlDialect, type SqlSession } from "../sql/sql.ts";
import { expectTables, type Step } from "../sql/tables.ts";
import { connectPostgres, type PostgresSql } from "./connect.ts";
import { PostgresConnection, type PostgresConnectionOptions } from "./connection.ts";
import { notConnected, statementFailure } from "./failure.ts";
import { STEPS } from "./schema.ts";

/** Any number, as long as nobody else uses it in the same database. */
const ADVISORY_LOCK = 7_284_930_115;

/** How long a look at the tables may take, and how long the steps, with the wait for another process that takes them. */
const LOOK_TIMEOUT_MS = 3_000;
const STEPS_TIMEOUT_MS = 60_000;

/** How long one statement may take where many rows are written. */
const LONG_STATEMENT_TIMEOUT_MS = 10_000;

/**
 * How long a transaction may wait for its next statement, and hold up who waits for what it has locked: where the network fails
 * for good, the server would not know.
 */
const IDLE_TIMEOUT_MS = 3_000;

export const POSTGRES_DIALECT: SqlDialect = {
  each: (items) => sql`jsonb_array_elements(${JSON.stringify(items)}::text::jsonb) AS each (value)`,
  // An array, since a list of unknown length has the planner read whole tables.
  oneOf: (values) =>
    sql`= ANY (ARRAY(SELECT json_array_elements_text(${JSON.stringify(values)}::text::json)))`,
  today: sql`counting_day()`,
  forUpdate: sql`FOR UPDATE`,
};

/**
 * Statements go over `connection`. Transactions have one of their own, made when the first is wanted, and come one after the
 * other: a service has none.
 */
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
          // The connection is used again.
          await sessionOn(client).runScript("ROLLBACK");
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
 * Brings the tables up to date with the first connection that can, and looks no more after that: a newer version of this
 * program may migrate while this one runs, and leaves intact what this one needs.
 */
export function createTablesCheck({
  mayHaveMoved,
  steps = STEPS,
}: {
  readonly mayHaveMoved?: boolean | undefined;
  readonly steps?: readonly Step[];
} = {}): (client: PostgresSql) => Promise<void> {
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
          // Until the end of the transaction, which a PgBouncer leaves on one server.
          await session.run(sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCK})`);
          await work(session);
        }),
    });
    await within(STEPS_TIMEOUT_MS + LOOK_TIMEOUT_MS, checked);
    isDone = true;
  };
}

/**
 * A transaction on a connection that nobody else uses. Throws what the work throws, and StoreUnavailable where there is no
 * connection or no commit.
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
      // Behind a PgBouncer the connection itself could not be told.
      await setLocally(session, "statement_timeout", statementTimeoutMs);
      await setLocally(session, "idle_in_transaction_session_timeout", idleTimeoutMs);
      return work(session);
    });
  } finally {
    client.destroy();
  }
}

/** Statements are prepared unless told otherwise, or unless the URL says that sessions are shared. */
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
    runScript: async (text) => {
      await ask(text);
    },
  };
}

/**
 * All of the work and a COMMIT, or neither: what is not committed ends with its connection. Not by the client's own `begin`,
 * which writes its ROLLBACK into a connection that was closed, and throws where nobody can catch it.
 */
async function transactionOn<Result>(
  client: PostgresSql,
  begin: string,
  work: (session: SqlSession) => Promise<Result>,
): Promise<Result> {
  // Planned anew each time: a plan made for a few accounts reads whole tables once an import has brought thousands.
  const session = sessionOn(client, { prepare: false });
  await session.runScript(begin);
  // The server ends one whose client has gone silent, so that it holds up nobody for good.
  await setLocally(session, "idle_in_transaction_session_timeout", IDLE_TIMEOUT_MS);
  const result = await work(session);
  await session.runScript("COMMIT");
  return result;
}

async function setLocally({ run }: SqlSession, setting: string, ms: number): Promise<void> {
  await run(sql`SELECT set_config(${setting}, ${String(ms)}, true)`);
}
