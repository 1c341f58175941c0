// Accounts in a PostgreSQL (14 or newer), for any number of replicas: what was counted is on its disk before it is answered.
import type { Clock } from "../../clock.ts";
import { createSqlStore } from "../sql/sql-store.ts";
import { sql } from "../sql/sql.ts";
import { setMoved, UnusableStore } from "../sql/tables.ts";
import { readRecords } from "../sql/transfer.ts";
import type { AccountStore } from "../store.ts";
import type { StoreOptions } from "../store-options.ts";
import type { PostgresAddress } from "./address.ts";
import { PostgresConnection, type PostgresConnectionOptions } from "./connection.ts";
import { createPostgresCounter } from "./counter.ts";
import { createPostgresDatabase, createTablesCheck, onOwnConnection, POSTGRES_DIALECT } from "./database.ts";
import { createPostgresForecasts } from "./forecasts.ts";
import { createPostgresProviderCalls } from "./provider-calls.ts";
import { startServing } from "./serving.ts";

/** How long a store that accounts leave may wait for the other one. */
const LEAVING_IDLE_MS = 60_000;

/**
 * Connects, and brings the tables up to date. One that cannot be reached is no reason to throw: as long as that is so, every
 * method throws StoreUnavailable, and it is used as soon as it can be. Throws UnusableStore.
 */
export async function openPostgresStore({
  address,
  clock,
  operator = "unknown",
  tls,
  onRisks,
  onClock,
  commandTimeoutMs,
  mayHaveMoved,
  serves = false,
}: StoreOptions & { readonly address: PostgresAddress }): Promise<AccountStore> {
  const options = { address, tls, commandTimeoutMs, check: createTablesCheck({ mayHaveMoved }) };
  const opened: PostgresConnection[] = [];
  const open = (own: Pick<PostgresConnectionOptions, "isForCommits" | "onRisks">): PostgresConnection => {
    const connection = new PostgresConnection({ ...options, ...own });
    opened.push(connection);
    return connection;
  };

  // For everything that nothing else waits behind: neither counting nor calls of providers.
  const connection = open({ onRisks });
  const counter = createPostgresCounter({ connection: open({ isForCommits: true }), clock, onClock });
  const { close: closeProviderCalls, ...providerCalls } = createPostgresProviderCalls({
    connection: open({ isForCommits: true }),
  });
  const database = createPostgresDatabase({ connection, options });
  // All, for a use waits for the first attempt to connect, which may take longer than a call may.
  const [failure] = await Promise.all(opened.map((one) => one.firstFailure()));
  const stopServing = serves && !(failure instanceof UnusableStore) ? startServing(connection) : undefined;
  const close = async (): Promise<void> => {
    await stopServing?.();
    await counter.close();
    await closeProviderCalls();
    await database.close();
    await connection.close();
  };
  if (failure instanceof UnusableStore) {
    await close();
    throw failure;
  }

  return {
    ...createSqlStore({ database, clock, operator }),
    ...providerCalls,
    openForecasts: () =>
      createPostgresForecasts(new PostgresConnection({ ...options, check: async () => undefined })),
    spend: counter.spend,
    leaveFor: (copy) => leave(options, clock, copy),
    ping: async () => {
      await database.run(sql`SELECT count(*) FROM account WHERE id = ''`);
      await counter.probe();
    },
    close,
  };
}

/** What AccountStore.leaveFor promises. */
function leave(
  options: Pick<PostgresConnectionOptions, "address" | "tls">,
  clock: Clock,
  copy: Parameters<AccountStore["leaveFor"]>[0],
): Promise<void> {
  const leaving = { ...options, check: async () => undefined, idleTimeoutMs: LEAVING_IDLE_MS };
  return onOwnConnection(leaving, async (session) => {
    // Nobody begins to serve, nor renews that he does, until this is over.
    await session.run(sql`LOCK TABLE serving IN EXCLUSIVE MODE`);
    const [row] = await session.run<{ readonly serving: number }>(
      sql`SELECT count(*) AS serving FROM serving WHERE until > clock_timestamp()`,
    );
    if (row !== undefined && row.serving > 0) {
      const processes = row.serving === 1 ? "1 process serves" : `${row.serving} processes serve`;
      throw new Error(
        `The store is in use: ${processes} from it. Stop them, and wait 30 s where one was killed.`,
      );
    }
    // Nor is anything counted, for who counts reads the mark first and waits for it; nor is an account changed.
    await session.run(sql`LOCK TABLE store_state IN ACCESS EXCLUSIVE MODE`);
    await session.run(sql`LOCK TABLE account IN EXCLUSIVE MODE`);
    await copy(() => readRecords(POSTGRES_DIALECT, (read) => read(session)));
    await setMoved(session, clock.nowMs());
  });
}
