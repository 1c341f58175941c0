// How long anybody waits for PostgreSQL: up to the deadline of a statement, and not at all while there is no connection.
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { PendingQuery, Row } from "postgres";
import { createDeadline, TimeoutError } from "../../deadline.ts";
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

export interface PostgresConnection {
  /** Sends one statement. Throws StoreUnavailable, or what PostgreSQL says about a statement that makes no sense. */
  ask<AnyRow extends Row>(
    statement: (sql: PostgresSql) => PendingQuery<AnyRow[]>,
  ): Promise<readonly AnyRow[]>;
  /** For several, such as a transaction, which have the time of one together. Throws what the work throws. */
  use<Result>(work: (sql: PostgresSql) => Promise<Result>): Promise<Result>;
  /** Resolves when it is connected for the first time, or to why it could not be; it goes on trying. */
  firstFailure(): Promise<unknown>;
  /** Answers what is under way, then lets go of the connection. */
  close(): Promise<void>;
}

export interface PostgresConnectionOptions {
  readonly address: PostgresAddress;
  readonly tls?: TlsReader | undefined;
  /** What a server has to stand before it is used; throws where it cannot be. */
  readonly check: (sql: PostgresSql) => Promise<void>;
  readonly onRisks?: OnStoreRisks | undefined;
  /**
   * How long a statement may take. Ours take a millisecond and a commit; what takes longer is a disk or a standby that is
   * waited for, and a row that somebody else holds.
   */
  readonly commandTimeoutMs?: number | undefined;
}

/** The server gives up first, so that what became of a statement is known, and the connection can be used again. */
const SERVER_SHARE = 0.75;

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
 */
export function createPostgresConnection({
  address,
  tls,
  check,
  onRisks,
  commandTimeoutMs = 400,
}: PostgresConnectionOptions): PostgresConnection {
  const closing = new AbortController();
  const firstAttempt = Promise.withResolvers<unknown>();
  const underWay = new Set<Promise<unknown>>();
  let client: PostgresClient | undefined;
  let sessionBefore: PostgresSession | undefined;
  /** Why there is no client. */
  let failure: unknown;

  const connect = async (): Promise<PostgresClient> => {
    const statementTimeoutMs = Math.ceil(SERVER_SHARE * commandTimeoutMs);
    const connected = await connectPostgres({ address, tls, statementTimeoutMs });
    const { sql, session } = connected;
    await check(sql).catch((error: unknown) => {
      connected.destroy();
      throw error;
    });
    // Nobody waits for these.
    if (sessionBefore !== undefined) endSession(sql, sessionBefore).catch(() => undefined);
    sessionBefore = address.hasSession ? session : undefined;
    if (onRisks !== undefined) readRisks(sql).then(onRisks, () => undefined);
    return connected;
  };

  /** Drops a connection, which rejects what is under way on it; another is made if it was not dropped already. */
  const giveUp = (given: PostgresClient, reason: unknown): void => {
    if (given === client) {
      client = undefined;
      failure = reason;
    }
    given.destroy();
  };

  /** Connects, or throws; returns when the connection has been lost. */
  const beConnected = async (): Promise<void> => {
    const connected = await connect();
    client = connected;
    if (closing.signal.aborted) giveUp(connected, CLOSED);
    firstAttempt.resolve(undefined);
    giveUp(connected, await connected.ended);
  };

  const stayConnected = async (): Promise<void> => {
    const { signal } = closing;
    let failures = 0;
    while (!signal.aborted) {
      try {
        await beConnected();
        failures = 0;
      } catch (error) {
        failure = error;
        firstAttempt.resolve(error);
        failures += 1;
      }
      await sleep(backoffMs(failures), undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  const stayed = stayConnected();

  const useInTime = async <Result>(work: (sql: PostgresSql) => Promise<Result>): Promise<Result> => {
    // At the very first attempt only.
    await firstAttempt.promise;
    const used = client;
    if (used === undefined) throw notConnected(failure);
    const deadline = createDeadline(commandTimeoutMs);
    try {
      return await Promise.race([work(used.sql), deadline.passed]);
    } catch (error) {
      const isLate = error instanceof TimeoutError;
      // What was the primary is a standby now; another of the hosts may be the primary.
      if (isLate || isReadOnly(error)) giveUp(used, error);
      throw isLate ? statementFailure(error) : error;
    } finally {
      deadline.clear();
    }
  };

  const use: PostgresConnection["use"] = async (work) => {
    const used = useInTime(work);
    underWay.add(used);
    try {
      return await used;
    } finally {
      underWay.delete(used);
    }
  };

  return {
    ask: (statement) =>
      use(async (sql) => {
        try {
          return [...(await statement(sql))];
        } catch (error) {
          throw statementFailure(error);
        }
      }),
    use,
    firstFailure: () => firstAttempt.promise,
    close: async () => {
      while (underWay.size > 0) {
        await Promise.allSettled(underWay);
        // Who has been answered may have more to ask, and gets to do so first.
        await nextTurn();
      }
      closing.abort();
      if (client !== undefined) giveUp(client, CLOSED);
      await stayed;
      failure = CLOSED;
    },
  };
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
