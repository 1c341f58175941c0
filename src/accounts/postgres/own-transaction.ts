import type { TransactionSql } from "postgres";
import { connectPostgres, type PostgresSql, type PostgresTypes } from "./connect.ts";
import { notConnected, statementFailure } from "./failure.ts";
import type { PostgresStoreParts } from "./store-parts.ts";

export type Transaction = PostgresSql;

/**
 * How long a transaction may wait for its next statement, and hold up who waits for what it has locked: where the network fails
 * for good, the server would not know. Less than a move waits for a lock (moving.ts), so that the next attempt finds it gone.
 */
const IDLE_TIMEOUT_MS = 3_000;

/** What a transaction of more than one statement begins with: the server ends one whose client has gone silent. */
export async function endWhenSilent(sql: PostgresSql | TransactionSql<PostgresTypes>): Promise<void> {
  await sql`SELECT set_config('idle_in_transaction_session_timeout', ${String(IDLE_TIMEOUT_MS)}, true)`;
}

/**
 * Does all of the work or, when anything in it throws, none of it, on a connection of its own: the transaction takes in nothing
 * that the store does meanwhile. Throws what the work throws, and StoreUnavailable where there is no connection or no commit.
 */
export async function inOwnTransaction<Result>(
  { address, tls }: Pick<PostgresStoreParts, "address" | "tls">,
  { statementTimeoutMs }: { readonly statementTimeoutMs: number },
  work: (sql: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await connectPostgres({ address, tls, statementTimeoutMs }).catch((error: unknown) => {
    throw notConnected(error);
  });
  const { sql } = client;
  try {
    // Not by the client's own `begin`, which writes its ROLLBACK into a connection that was closed, and throws where nobody can
    // catch it. There is one connection, used by nobody else and never made anew; without it nothing is committed.
    await sql.unsafe("BEGIN").catch(failed);
    await endWhenSilent(sql).catch(failed);
    const result = await work(sql);
    await sql.unsafe("COMMIT").catch(failed);
    return result;
  } finally {
    client.destroy();
  }
}

function failed(error: unknown): never {
  throw statementFailure(error);
}
