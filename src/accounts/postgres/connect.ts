// A connection to a PostgreSQL that answers and is writable. Its tables are checked in connection.ts.
import { connect, isIP, type Socket } from "node:net";
import type { Options, PostgresType, Sql } from "postgres";
import { withTimeout } from "../../lib/timeout.ts";
import type { Host, PostgresAddress } from "./address.ts";
import { reasonOf } from "./failure.ts";

/**
 * Reads the files for a TLS connection: the CAs for the server's certificate (by default Node's), and the client
 * certificate. Called for each connection, so that renewed files are used by the next.
 */
export type TlsReader = () => Promise<{
  readonly ca?: Buffer | undefined;
  readonly cert?: Buffer | undefined;
  readonly key?: Buffer | undefined;
}>;

/** 64-bit integers are read as numbers: they are milliseconds and calls, far below 2^53. */
type PostgresTypes = { readonly int8: number };
type PostgresTypeParsers = { readonly int8: PostgresType<number> };
export type PostgresSql = Sql<PostgresTypes>;
/** A session of the server: a process and its start, because process numbers are reused. */
export interface PostgresSession {
  readonly pid: number;
  readonly startedAt: string;
}

/** A connection to one server, until it ends. */
export interface PostgresClient {
  readonly sql: PostgresSql;
  /** The session on the server; behind a PgBouncer others use it too. */
  readonly session: PostgresSession;
  /** Resolves when it has ended, with the reason unless `destroy` ended it. */
  readonly ended: Promise<unknown>;
  /** Ends it at once, and rejects what is in flight. */
  destroy(): void;
}

interface PostgresConnectOptions {
  readonly address: PostgresAddress;
  /** TLS files; by default Node's CAs. */
  readonly tls?: TlsReader | undefined;
  /** The server gives up a statement after this time. Not set behind a PgBouncer, which decides on the session. */
  readonly statementTimeoutMs: number;
}

/**
 * The longest wait for a server's first answer: ten round trips with TLS and a password, possibly to a distant server. No
 * call waits for it.
 */
const ANSWER_TIMEOUT_MS = 3_000;

/** How long a server may take to close an abandoned connection before it is closed from here. */
const GOODBYE_MS = 1_000;

/** Connects once, or throws. Tries all hosts at the same time, so that one that hangs does not delay a writable one. */
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
  // Loaded only if this store is used.
  const { default: postgres } = await import("postgres");
  const certificates = await options.tls?.();
  const ended = Promise.withResolvers<unknown>();
  let socket: Socket | undefined;
  let isOver = false;
  const sql = postgres({
    ...settingsFor(host, options),
    ssl: tlsFor(host, options.address.sslMode, certificates),
    // Our own socket, so that it can be destroyed whatever the server does. A second socket is refused: the client would
    // otherwise connect again.
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
      // The client sends its goodbye without waiting for an answer. TLS must finish writing before the socket is destroyed:
      // otherwise it fails with an error that nobody handles, which ends the process.
      void sql.end({ timeout: 0 });
      socket?.unref();
      setTimeout(() => socket?.destroy(), GOODBYE_MS).unref();
    },
  };
  try {
    return { ...client, session: await withTimeout(ANSWER_TIMEOUT_MS, writableSession(sql)) };
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
    // A connection that expired by age would leave a gap until the next one.
    max_lifetime: null,
    prepare: hasSession,
    fetch_types: false,
    types: {
      int8: { to: 20, from: [20], serialize: String, parse: Number },
      // Arrays are parameters only. The client would have to ask the server for their types (fetch_types).
      int4Array: { to: 1007, from: [], serialize: arrayToText, parse: String },
      int8Array: { to: 1016, from: [], serialize: arrayToText, parse: String },
      textArray: { to: 1009, from: [], serialize: arrayToText, parse: String },
    },
    onnotice: () => undefined,
    connection: {
      application_name: "suitability",
      // A PgBouncer refuses settings that it would have to repeat for each transaction.
      ...(hasSession && {
        statement_timeout: statementTimeoutMs,
        // A function has to read current rows, not those from the start of its transaction.
        default_transaction_isolation: "read committed",
      }),
    },
  };
}

/** ["a", null, 1] -> {"a",NULL,"1"} */
function arrayToText(items: readonly (string | number | null)[]): string {
  const texts = items.map((item) =>
    item === null ? "NULL" : `"${String(item).replaceAll(/["\\]/g, "\\$&")}"`,
  );
  return `{${texts.join()}}`;
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
    // The server name for TLS (SNI); an IP address has none.
    ...(isIP(name) === 0 && { servername: name }),
  };
}

/** Checks by a query: a hanging server still accepts connections, and a standby answers but cannot count. */
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
 * Ends the session of an abandoned connection. The server notices a lost client only when it answers. While it waits for a
 * missing standby it answers nothing, so each attempt would leave another session, until the server admits no more.
 */
export async function endSession(sql: PostgresSql, { pid, startedAt }: PostgresSession): Promise<void> {
  await sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = ${pid} AND backend_start::text = ${startedAt}`;
}
