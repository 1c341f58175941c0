// How long anybody waits for PostgreSQL: up to the deadline of a statement, and not at all while there is no connection.
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { PendingQuery, Row } from "postgres";
import { TimeoutError, within } from "../../deadline.ts";
import { InOrder } from "../../in-order.ts";
import type { OnStoreRisks, StoreRisk } from "../store-risks.ts";
import type { PostgresAddress } from "./address.ts";
import {
  connectPostgres,
  endSession,
  type PostgresClient,
  type PostgresSession,
  type PostgresSql,
  type TlsReader,
} from "./connect.ts";
import { isReadOnly, notConnected, statementFailure } from "./failure.ts";

export interface PostgresConnectionOptions {
  readonly address: PostgresAddress;
  readonly tls?: TlsReader | undefined;
  /** What a server has to stand before it is used; throws where it cannot be. */
  readonly check: (sql: PostgresSql) => Promise<void>;
  /** Whether callers wait for what is committed on it: it is used only once a commit has come back. */
  readonly isForCommits?: boolean | undefined;
  readonly onRisks?: OnStoreRisks | undefined;
  /** How long a statement may take. */
  readonly commandTimeoutMs?: number | undefined;
}

/** Ours take a millisecond and a commit; what takes longer is a disk or a standby that is waited for, or a row that is held. */
const COMMAND_TIMEOUT_MS = 400;

/** The server gives up first, so that what became of a statement is known, and the connection can be used again. */
const SERVER_SHARE = 0.75;

/** How long a commit may take before another is tried. Nobody waits for it, and it comes back with the standby that is missing. */
const PROOF_TIMEOUT_MS = 3_000;

const BACKOFF_MS_MIN = 50;
const BACKOFF_MS_MAX = 1000;

const CLOSED = new Error("it has been closed");

/**
 * Connects, and connects again whenever the connection is lost, until it is closed. Nobody waits for longer than a statement
 * may take, and not at all while there is no connection. Nothing is queued for later and nothing is sent twice, because what is
 * not answered may have been carried out.
 *
 * A server that hangs is treated like one that is gone: answers come in the order of the questions, so behind one that is
 * late nothing is answered either, and the connection is given up; a new one counts only when the server has answered on
 * it. So a hang costs the callers of a moment the deadline, and those after them nothing.
 *
 * A server whose synchronous standby is away answers what is read, and commits what is written before it waits for ever. So one
 * that writes is used again only after a commit has come back: of what is asked of it, one statement is committed and not
 * answered, and those after it are not sent.
 */
export class PostgresConnection {
  readonly #options: PostgresConnectionOptions;
  readonly #commandTimeoutMs: number;
  readonly #closing = new AbortController();
  readonly #firstAttempt = Promise.withResolvers<unknown>();
  readonly #underWay = new InOrder<Promise<unknown>>();
  readonly #stayed: Promise<void>;
  #client: PostgresClient | undefined;
  #sessionBefore: PostgresSession | undefined;
  /** Why there is no client. */
  #failure: unknown;

  constructor(options: PostgresConnectionOptions) {
    this.#options = options;
    this.#commandTimeoutMs = options.commandTimeoutMs ?? COMMAND_TIMEOUT_MS;
    this.#stayed = this.#stayConnected();
  }

  /** Sends one statement. Throws StoreUnavailable, or what PostgreSQL says about a statement that makes no sense. */
  ask<AnyRow extends Row>(
    statement: (sql: PostgresSql) => PendingQuery<AnyRow[]>,
  ): Promise<readonly AnyRow[]> {
    return this.use(async (sql) => {
      try {
        return [...(await statement(sql))];
      } catch (error) {
        throw statementFailure(error);
      }
    });
  }

  /** For several, such as a transaction, which have the time of one together. Throws what the work throws. */
  async use<Result>(work: (sql: PostgresSql) => Promise<Result>): Promise<Result> {
    const used = this.#use(work);
    const forget = this.#underWay.add(used);
    try {
      return await used;
    } finally {
      forget();
    }
  }

  /** Resolves when it is connected for the first time, or to why it could not be; it goes on trying. */
  firstFailure(): Promise<unknown> {
    return this.#firstAttempt.promise;
  }

  /** Answers what is under way, then lets go of the connection. */
  async close(): Promise<void> {
    while (this.#underWay.size > 0) {
      await Promise.allSettled(this.#underWay);
      // Who has been answered may have more to ask, and gets to do so first.
      await nextTurn();
    }
    this.#closing.abort();
    if (this.#client !== undefined) this.#giveUp(this.#client, CLOSED);
    await this.#stayed;
    this.#failure = CLOSED;
  }

  async #use<Result>(work: (sql: PostgresSql) => Promise<Result>): Promise<Result> {
    // At the very first attempt only.
    await this.#firstAttempt.promise;
    const client = this.#client;
    if (client === undefined) throw notConnected(this.#failure);
    try {
      return await within(this.#commandTimeoutMs, work(client.sql));
    } catch (error) {
      const isLate = error instanceof TimeoutError;
      // What was the primary is a standby now; another of the hosts may be the primary.
      if (isLate || isReadOnly(error)) this.#giveUp(client, error);
      throw isLate ? statementFailure(error) : error;
    }
  }

  /** Drops a connection, which rejects what is under way on it; another is made if it was not dropped already. */
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

  /** Connects, or throws; returns when the connection has been lost. */
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
      // From now on it may have to be ended too.
      this.#sessionBefore = address.hasSession ? session : undefined;
      // First, so that only one at a time waits for a standby. Who may not end it can count all the same.
      if (before !== undefined)
        await within(PROOF_TIMEOUT_MS, endSession(sql, before)).catch(() => undefined);
      if (isForCommits) await proveCommit(sql);
    } catch (error) {
      client.destroy();
      throw error;
    }
    // Nobody waits for these.
    if (onRisks !== undefined) readRisks(sql).then(onRisks, () => undefined);
    return client;
  }
}

/**
 * Commits something that has to be in the log of the server and of its standbys. It is in no table, so that no row is held by one
 * that does not come back; who has written nothing would not have to wait.
 */
async function proveCommit(sql: PostgresSql): Promise<void> {
  try {
    await within(
      PROOF_TIMEOUT_MS,
      sql`SELECT pg_logical_emit_message(true, 'suitability', 'does this come back?')`,
    );
  } catch (error) {
    if (!(error instanceof TimeoutError)) throw error;
    throw new Error(
      `a commit did not come back within ${PROOF_TIMEOUT_MS} ms, as where a synchronous standby is away (wait_event SyncRep)`,
      { cause: error },
    );
  }
}

/** Doubles with every failure up to the maximum; up to half of it is taken off, lest replicas come in step. */
function backoffMs(failures: number): number {
  const longestMs = Math.min(BACKOFF_MS_MAX, BACKOFF_MS_MIN * 2 ** failures);
  return longestMs * (0.5 + Math.random() / 2);
}

/** Whether a PostgreSQL may forget what it has answered for, as this session is set up. */
async function readRisks(sql: PostgresSql): Promise<readonly StoreRisk[]> {
  const [row] = await sql`
    SELECT current_setting('synchronous_commit') AS commit, current_setting('fsync') AS fsync`;
  const risks: StoreRisk[] = [];
  if (row?.["commit"] === "off") risks.push("asynchronous_commit");
  if (row?.["fsync"] === "off") risks.push("no_fsync");
  return risks;
}
