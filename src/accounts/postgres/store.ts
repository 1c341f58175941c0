// Accounts in a PostgreSQL (14 or newer), for any number of replicas. A call is answered once its count is on disk.
import type { Clock } from "../../lib/time/clock.ts";
import type { RoomTables } from "../sql/room-tables.ts";
import { createSqlStore } from "../sql/sql-store.ts";
import { sql } from "../sql/sql.ts";
import { setMoved, UnusableStore } from "../sql/tables.ts";
import { readAccountRecords } from "../sql/account-records.ts";
import type { AccountStore } from "../store.ts";
import type { StoreOptions } from "../store-options.ts";
import type { PostgresAddress } from "./address.ts";
import { PostgresConnection, type PostgresConnectionOptions } from "./connection.ts";
import { createPostgresCounter } from "./counter.ts";
import { createPostgresDatabase, createTablesCheck, onOwnConnection, POSTGRES_DIALECT } from "./database.ts";
import { postgresSteps } from "./schema.ts";
import { startServing } from "./serving.ts";

/** How long a store that is moved may wait for the target. */
const LEAVING_IDLE_MS = 60_000;

/**
 * Connects and migrates the tables. While the server cannot be reached, every method throws StoreUnavailable; the store
 * uses the server as soon as it can be reached. Throws UnusableStore.
 */
export async function openPostgresStore<Facets extends object>({
  address,
  tables,
  clock,
  operator = "unknown",
  tls,
  onRisks,
  onClock,
  commandTimeoutMs,
  mayHaveMoved,
  serves = false,
}: StoreOptions & { readonly address: PostgresAddress; readonly tables: RoomTables<Facets> }): Promise<
  AccountStore & Facets
> {
  const check = createTablesCheck({ mayHaveMoved, steps: postgresSteps(tables.steps.postgres) });
  const options = { address, tls, commandTimeoutMs, check };
  const opened: PostgresConnection[] = [];
  const open = (own: Pick<PostgresConnectionOptions, "isForCommits" | "onRisks">): PostgresConnection => {
    const connection = new PostgresConnection({ ...options, ...own });
    opened.push(connection);
    return connection;
  };

  // For everything but counting, and but what other rooms have connections of their own for.
  const connection = open({ onRisks });
  const counter = createPostgresCounter({ connection: open({ isForCommits: true }), clock, onClock });
  const database = createPostgresDatabase({ connection, options });
  const ofOthers = new AsyncDisposableStack();
  const facets = tables.openPostgres({
    records: database,
    connect: (own) => ofOthers.adopt(open(own), (one) => one.close()),
    connectLater: () => new PostgresConnection({ ...options, check: async () => undefined }),
    beforeClose: (end) => ofOthers.defer(end),
  });
  // Waits for all: a statement waits for the first attempt to connect, which may take longer than a call may.
  const [failure] = await Promise.all(opened.map((one) => one.firstFailure()));
  const stopServing = serves && !(failure instanceof UnusableStore) ? startServing(connection) : undefined;
  const close = async (): Promise<void> => {
    await stopServing?.();
    await counter.close();
    await ofOthers.disposeAsync();
    await database.close();
    await connection.close();
  };
  if (failure instanceof UnusableStore) {
    await close();
    throw failure;
  }

  return {
    ...createSqlStore({ database, forgetAccount: tables.forgetAccount, clock, operator }),
    ...facets,
    spend: counter.spend,
    leaveFor: (copy) => leave(options, clock, copy),
    ping: async () => {
      await database.run(sql`SELECT count(*) FROM account WHERE id = ''`);
      await counter.probe();
    },
    close,
  };
}

/** See AccountStore.leaveFor. */
function leave(
  options: Pick<PostgresConnectionOptions, "address" | "tls">,
  clock: Clock,
  copy: Parameters<AccountStore["leaveFor"]>[0],
): Promise<void> {
  const leaving = { ...options, check: async () => undefined, idleTimeoutMs: LEAVING_IDLE_MS };
  return onOwnConnection(leaving, async (session) => {
    // No process can begin to serve, or renew, until this is over.
    await session.run(sql`LOCK TABLE serving IN EXCLUSIVE MODE`);
    const [row] = await session.run<{ readonly serving: number }>(
      sql`SELECT count(*) AS serving FROM serving WHERE until > clock_timestamp()`,
    );
    if (row !== undefined && row.serving > 0) {
      const processes = row.serving === 1 ? "1 process serves" : `${row.serving} processes serve`;
      throw new Error(
        `The store is in use: ${processes} from it. Stop them, and wait 30 s if one was killed.`,
      );
    }
    // Nothing is counted meanwhile: counting reads the mark first, and waits for this lock. No account, key or sport changes.
    await session.run(sql`LOCK TABLE store_state IN ACCESS EXCLUSIVE MODE`);
    await session.run(sql`LOCK TABLE account, api_key, custom_sport IN EXCLUSIVE MODE`);
    await copy(() => readAccountRecords(POSTGRES_DIALECT, (read) => read(session)));
    await setMoved(session, clock.nowMs());
  });
}
