// Bounds the wait for PostgreSQL by the deadline of a statement. Without a connection, statements fail at once.
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { PendingQuery, Row } from "postgres";
import { TimeoutError, withTimeout } from "../../lib/timeout.ts";
import type { StoreOptions, StoreRisk } from "../store-options.ts";
import type { PostgresAddress } from "./address.ts";
import {
  connectPostgres,
  endSession,
  type PostgresClient,
  type PostgresSession,
  type PostgresSql,
} from "./connect.ts";
import { isReadOnly, notConnected, statementFailure } from "./failure.ts";

export interface PostgresConnectionOptions extends Pick<
  StoreOptions,
  "tls" | "onRisks" | "commandTimeoutMs"
> {
  readonly address: PostgresAddress;
  /** Checks a server before it is used; throws if it cannot be used. */
  readonly check: (sql: PostgresSql) => Promise<void>;
  /** Whether callers wait for commits on it: then it is used only after a test commit has returned. */
  readonly isForCommits?: boolean | undefined;
}

/** Our statements take a millisecond and a commit. A longer wait means a slow disk, a missing standby or a held row. */
const COMMAND_TIMEOUT_MS = 400;

/** The server gives up earlier than we do, so that the outcome is known and the connection stays usable. */
const SERVER_SHARE = 0.75;

/** How long a test commit may take before another is tried. No call waits for it. It succeeds when the standby is back. */
const PROOF_TIMEOUT_MS = 3_000;

const BACKOFF_MS_MIN = 50;
const BACKOFF_MS_MAX = 1000;

const CLOSED = new Error("it has been closed");

/**
 * Connects, and reconnects whenever the connection is lost, until it is closed. Nobody waits longer than a statement may
 * take. Without a connection nobody waits, except until the first attempt to connect has ended. Nothing is queued and nothing
 * is sent twice, because an unanswered statement may have been executed.
 * A hanging server is treated like a lost one: answers come in order, so everything behind a late answer is late too, and
 * the connection is dropped. A new connection is used only once the server has answered on it. So a hang costs the calls in
 * flight one deadline, and later calls nothing.
 * A server whose synchronous standby is away answers reads, but its commits wait forever. So a connection for commits is
 * used only after a test commit has returned. At most one statement is then committed without an answer.
 */
export class PostgresConnection {
  readonly #options: PostgresConnectionOptions;
  readonly #commandTimeoutMs: number;
  readonly #closing = new AbortController();
  readonly #firstAttempt = Promise.withResolvers<unknown>();
  readonly #stayed: Promise<void>;
  #inUse = 0;
  /** Resolves when nobody uses the connection; made by `close`, which waits for that. */
  #unused: PromiseWithResolvers<void> | undefined;
  #client: PostgresClient | undefined;
  #sessionBefore: PostgresSession | undefined;
  /** Why there is no client. */
  #failure: unknown;

  constructor(options: PostgresConnectionOptions) {
    this.#options = options;
    this.#commandTimeoutMs = options.commandTimeoutMs ?? COMMAND_TIMEOUT_MS;
    this.#stayed = this.#stayConnected();
  }

  /** Sends one statement. Throws StoreUnavailable, or PostgreSQL's error for an invalid statement. */
  async ask<AnyRow extends Row>(
    statement: (sql: PostgresSql) => PendingQuery<AnyRow[]>,
  ): Promise<readonly AnyRow[]> {
    try {
      return await this.use(statement);
    } catch (error) {
      throw statementFailure(error);
    }
  }

  /** For several statements, such as a transaction, which share one time limit. Throws what the work throws. */
  async use<Result>(work: (sql: PostgresSql) => PromiseLike<Result>): Promise<Result> {
    this.#inUse += 1;
    try {
      // Waits only until the first attempt has ended.
      if (this.#client === undefined) await this.#firstAttempt.promise;
      const client = this.#client;
      if (client === undefined) throw notConnected(this.#failure);
      try {
        return await withTimeout(this.#commandTimeoutMs, work(client.sql));
      } catch (error) {
        const isLate = error instanceof TimeoutError;
        // The former primary is a standby now; another host may be the primary.
        if (isLate || isReadOnly(error)) this.#giveUp(client, error);
        throw isLate ? statementFailure(error) : error;
      }
    } finally {
      this.#inUse -= 1;
      if (this.#inUse === 0) this.#unused?.resolve();
    }
  }

  /** Resolves at the first connection, or with the reason of the first failure, after which connecting is tried again. */
  firstFailure(): Promise<unknown> {
    return this.#firstAttempt.promise;
  }

  /** Finishes what is in flight, then closes the connection. */
  async close(): Promise<void> {
    while (this.#inUse > 0) {
      await (this.#unused ??= Promise.withResolvers()).promise;
      this.#unused = undefined;
      // Callers that were just answered may send more statements first.
      await nextTurn();
    }
    this.#closing.abort();
    if (this.#client !== undefined) this.#giveUp(this.#client, CLOSED);
    await this.#stayed;
    this.#failure = CLOSED;
  }

  /** Drops a connection, which rejects what is in flight on it. A new one is made, unless this one was dropped before. */
  #giveUp(client: PostgresClient, reason: unknown): void {
    if (client === this.#client) {
      this.#client = undefined;
      this.#failure = reason;
    }
    client.destroy();
  }

  async #stayConnected(): Promise<void> {
    const { signal } = this.#closing;
    let failures = 0;
    while (!signal.aborted) {
      try {
        await this.#beConnected();
        failures = 0;
      } catch (error) {
        this.#failure = error;
        this.#firstAttempt.resolve(error);
        failures += 1;
      }
      await sleep(backoffMs(failures), undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Connects, or throws; returns when the connection is lost. */
  async #beConnected(): Promise<void> {
    const client = await this.#connect();
    this.#client = client;
    if (this.#closing.signal.aborted) this.#giveUp(client, CLOSED);
    this.#firstAttempt.resolve(undefined);
    this.#giveUp(client, await client.ended);
  }

  async #connect(): Promise<PostgresClient> {
    const { address, tls, check, isForCommits = false, onRisks } = this.#options;
    const statementTimeoutMs = Math.ceil(SERVER_SHARE * this.#commandTimeoutMs);
    const client = await connectPostgres({ address, tls, statementTimeoutMs });
    const { sql, session } = client;
    try {
      await check(sql);
      const before = this.#sessionBefore;
      // From here on, this session may have to be ended too.
      this.#sessionBefore = address.hasSession ? session : undefined;
      // Before the test commit, so that at most one session waits for a standby. A role that may not end sessions can still
      // count.
      if (before !== undefined)
        await withTimeout(PROOF_TIMEOUT_MS, endSession(sql, before)).catch(() => undefined);
      if (isForCommits) await proveCommit(sql);
    } catch (error) {
      client.destroy();
      throw error;
    }
    // Read in the background: connecting does not wait for it.
    if (onRisks !== undefined) readRisks(sql).then(onRisks, () => undefined);
    return client;
  }
}

/**
 * Commits something that must reach the log of the server and its standbys. It writes to no table, so a lost commit holds
 * no row. It writes something, because a commit without a write waits for neither disk nor standby.
 */
async function proveCommit(sql: PostgresSql): Promise<void> {
  try {
    await withTimeout(
      PROOF_TIMEOUT_MS,
      sql`SELECT pg_logical_emit_message(true, 'suitability', 'does this come back?')`,
    );
  } catch (error) {
    if (!(error instanceof TimeoutError)) throw error;
    throw new Error(
      `a commit did not come back within ${PROOF_TIMEOUT_MS} ms, as happens when a synchronous standby is away (wait_event SyncRep)`,
      { cause: error },
    );
  }
}

/** Doubles with each failure up to the maximum, less up to half of it at random, so that replicas do not synchronise. */
function backoffMs(failures: number): number {
  const longestMs = Math.min(BACKOFF_MS_MAX, BACKOFF_MS_MIN * 2 ** failures);
  return longestMs * (0.5 + Math.random() / 2);
}

/** The settings by which this PostgreSQL may lose acknowledged writes. */
async function readRisks(sql: PostgresSql): Promise<readonly StoreRisk[]> {
  const [row] = await sql`
    SELECT current_setting('synchronous_commit') AS commit, current_setting('fsync') AS fsync`;
  const risks: StoreRisk[] = [];
  if (row?.["commit"] === "off") risks.push("asynchronous_commit");
  if (row?.["fsync"] === "off") risks.push("no_fsync");
  return risks;
}
