import type { TransactionSql } from "postgres";
import { connectPostgres, type PostgresTypes } from "./connect.ts";
import { notConnected, statementFailure } from "./failure.ts";
import type { PostgresStoreParts } from "./store-parts.ts";

export type Transaction = TransactionSql<PostgresTypes>;

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
  let isWorkDone = false;
  try {
    // In an object, since the client looks for promises in what it is given.
    const done = await client.sql.begin(async (sql) => {
      const result = await work(sql);
      isWorkDone = true;
      return { result };
    });
    return (done as { readonly result: Result }).result;
  } catch (error) {
    throw isWorkDone ? statementFailure(error) : error;
  } finally {
    client.destroy();
  }
}
