// A connection to a PostgreSQL that has proved to answer, to be writable and to have the tables that this program knows.
import { connect, isIP, type Socket } from "node:net";
import type { Options, PostgresType, Sql } from "postgres";
import { within } from "../../deadline.ts";
import type { Host, PostgresAddress } from "./address.ts";
import { reasonOf } from "./failure.ts";

/**
 * Reads what a client makes a TLS connection with: the CAs that a server's certificate has to be of (without any, those that
 * Node trusts), and the certificate it shows itself. Asked for each connection, so that renewed files are used by the next.
 */
export type TlsReader = () => Promise<{
  readonly ca?: Buffer | undefined;
  readonly cert?: Buffer | undefined;
  readonly key?: Buffer | undefined;
}>;

/** 64-bit integers are numbers: there are milliseconds and calls in them, which are far from 2^53. */
export type PostgresTypes = { readonly int8: number };
type PostgresTypeParsers = { readonly int8: PostgresType<number> };
export type PostgresSql = Sql<PostgresTypes>;
/** A session of the server's: a process, and when it began, for numbers of processes are used again. */
export interface PostgresSession {
  readonly pid: number;
  readonly startedAt: string;
}

/** A connection that ends some day. */
export interface PostgresClient {
  readonly sql: PostgresSql;
  /** On the server; a PgBouncer has others use it too. */
  readonly session: PostgresSession;
  /** Resolves when it has ended, to the reason if it did not end by `destroy`. */
  readonly ended: Promise<unknown>;
  /** Ends it at once, and rejects what is under way on it. */
  destroy(): void;
}

export interface PostgresConnectOptions {
  readonly address: PostgresAddress;
  /** What an encrypted connection is made with; without one the CAs that Node trusts. */
  readonly tls?: TlsReader | undefined;
  /** How long a statement may take before the server gives it up; not where others decide on the session. */
  readonly statementTimeoutMs: number;
}

/**
 * How long it may take until a server has answered: ten round trips with TLS and a password, and an operator may be far
 * away. No call waits for it.
 */
const ANSWER_TIMEOUT_MS = 3_000;

/** How long a server may take to close a connection that has been given up, before it is closed from here. */
const GOODBYE_MS = 1_000;

/**
 * Connects once, or throws. All hosts are tried at the same time, so that one that hangs costs nothing where another can be
 * written to.
 */
export async function connectPostgres(options: PostgresConnectOptions): Promise<PostgresClient> {
  const { hosts } = options.address;
  const attempts = hosts.map((host) => connectTo(host, options));
  try {
    const chosen = await Promise.any(attempts);
    for (const attempt of attempts) {
      const destroyOther = (client: PostgresClient) => (client === chosen ? undefined : client.destroy());
      attempt.then(destroyOther, () => undefined);
    }
    return chosen;
  } catch (error) {
    const { errors } = error as AggregateError;
    if (errors.length === 1) throw errors[0];
    throw new Error(hosts.map(({ name }, index) => `${name}: ${reasonOf(errors[index])}`).join("; "), {
      cause: error,
    });
  }
}

async function connectTo(host: Host, options: PostgresConnectOptions): Promise<PostgresClient> {
  // Whoever uses another store is spared loading it.
  const { default: postgres } = await import("postgres");
  const certificates = await options.tls?.();
  const ended = Promise.withResolvers<unknown>();
  let socket: Socket | undefined;
  let isOver = false;
  const sql = postgres({
    ...settingsFor(host, options),
    ssl: tlsFor(host, options.address.sslMode, certificates),
    // One of our own, so that it can be ended whatever the server does; and one only, since the client would connect again.
    socket: () => {
      if (isOver) throw new Error("the connection was closed");
      isOver = true;
      socket = connect({ host: host.name, port: host.port, noDelay: true }).once("error", ended.resolve);
      return socket;
    },
    onclose: () => ended.resolve(new Error("the connection was closed")),
  } as Options<PostgresTypeParsers>);
  const client = {
    sql,
    ended: ended.promise,
    destroy: () => {
      isOver = true;
      ended.resolve(undefined);
      // The client writes its goodbye and waits for no answer. What TLS has begun to write has to leave before its socket is
      // destroyed: it would fail with an error that nobody hears any more, which ends the process.
      void sql.end({ timeout: 0 });
      socket?.unref();
      setTimeout(() => socket?.destroy(), GOODBYE_MS).unref();
    },
  };
  try {
    return { ...client, session: await within(ANSWER_TIMEOUT_MS, writableSession(sql)) };
  } catch (error) {
    client.destroy();
    throw error;
  }
}

function settingsFor(host: Host, { address, statementTimeoutMs }: PostgresConnectOptions) {
  const { user, password, database, hasSession } = address;
  return {
    host: host.name,
    port: host.port,
    user,
    password,
    database,
    max: 1,
    connect_timeout: ANSWER_TIMEOUT_MS / 1_000,
    // A connection that comes to its end by age would be missed until there is the next.
    max_lifetime: null,
    prepare: hasSession,
    fetch_types: false,
    types: {
      int8: { to: 20, from: [20], serialize: String, parse: Number },
    },
    onnotice: () => undefined,
    connection: {
      application_name: "suitability",
      // A PgBouncer refuses what it would have to set for each transaction anew.
      ...(hasSession && {
        statement_timeout: statementTimeoutMs,
        // What a function reads has to be as it is, not as it was when the transaction began.
        default_transaction_isolation: "read committed",
      }),
    },
  };
}

function tlsFor(
  { name }: Host,
  sslMode: PostgresAddress["sslMode"],
  certificates: object | undefined,
): boolean | "prefer" | object {
  if (sslMode === "disable") return false;
  if (sslMode === "prefer") return sslMode;
  return {
    ...certificates,
    host: name,
    rejectUnauthorized: sslMode === "verify-full",
    // By which one address serves several names; an address itself is none.
    ...(isIP(name) === 0 && { servername: name }),
  };
}

/** A server that hangs accepts connections all the same; one that follows another answers, and cannot count. */
async function writableSession(sql: PostgresSql): Promise<PostgresSession> {
  const [row] = await sql<
    { readonly pid: number; readonly started_at: string; readonly is_read_only: boolean }[]
  >`
    SELECT pid, backend_start::text AS started_at,
      pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS is_read_only
    FROM pg_stat_activity WHERE pid = pg_backend_pid()`;
  if (row === undefined) throw new Error("it does not know its own session");
  if (row.is_read_only) throw new Error("it is read-only, as a standby is");
  return { pid: row.pid, startedAt: row.started_at };
}

/**
 * Ends a session whose connection was given up. The server learns that nobody is there any more when it answers; while it waits
 * for a standby that hangs it does not look, and each attempt would leave one more session until nobody is let in.
 */
export async function endSession(sql: PostgresSql, { pid, startedAt }: PostgresSession): Promise<void> {
  await sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = ${pid} AND backend_start::text = ${startedAt}`;
}
