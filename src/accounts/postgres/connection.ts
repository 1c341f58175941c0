// How long anybody waits for PostgreSQL: up to the deadline of a statement, and not at all while there is no connection.
import type { PendingQuery, Row } from "postgres";
import { LastingConnection } from "../../connections/lasting-connection.ts";
import type { TlsReader } from "../../connections/tls-reader.ts";
import type { OnStoreRisks } from "../store-risks.ts";
import type { PostgresAddress } from "./address.ts";
import { connectPostgres, endSession, type PostgresSession, type PostgresSql } from "./connect.ts";
import { isReadOnly, notConnected, statementFailure } from "./failure.ts";
import { createSchemaCheck } from "./migrations.ts";
import { readPostgresRisks } from "./risks.ts";

export interface PostgresConnection {
  /** Sends one statement. Throws StoreUnavailable, or what PostgreSQL says about a statement that makes no sense. */
  ask<AnyRow extends Row>(
    statement: (sql: PostgresSql) => PendingQuery<AnyRow[]>,
  ): Promise<readonly AnyRow[]>;
  /** Resolves when it is connected for the first time, or to why it could not be; it goes on trying. */
  firstFailure(): Promise<unknown>;
  /** Answers what is under way, then lets go of the connection. */
  close(): Promise<void>;
}

/**
 * How long a statement may take, unless told otherwise. Ours take a millisecond and a commit; what takes longer is a disk
 * or a standby that is waited for, and a row that somebody else holds.
 */
const COMMAND_TIMEOUT_MS = 400;

/** The server gives up first, so that what became of a statement is known, and the connection can be used again. */
const SERVER_SHARE = 0.75;

/** Starts to connect. Statements are sent one after the other and answered in their order. */
export function createPostgresConnection({
  address,
  tls,
  onRisks,
  commandTimeoutMs = COMMAND_TIMEOUT_MS,
}: {
  readonly address: PostgresAddress;
  readonly tls?: TlsReader | undefined;
  readonly onRisks?: OnStoreRisks | undefined;
  readonly commandTimeoutMs?: number | undefined;
}): PostgresConnection {
  const expectSchema = createSchemaCheck();
  let sessionBefore: PostgresSession | undefined;
  const lasting = new LastingConnection({
    connect: async () => {
      const client = await connectPostgres({
        address,
        tls,
        statementTimeoutMs: Math.ceil(SERVER_SHARE * commandTimeoutMs),
      });
      await expectSchema(client.sql).catch((error: unknown) => {
        client.destroy();
        throw error;
      });
      // Nobody waits for these.
      if (sessionBefore !== undefined) endSession(client.sql, sessionBefore).catch(() => undefined);
      sessionBefore = address.hasSession ? client.session : undefined;
      if (onRisks !== undefined) readPostgresRisks(client.sql).then(onRisks, () => undefined);
      return client;
    },
    useTimeoutMs: commandTimeoutMs,
    notConnected,
    failure: statementFailure,
    // What was the primary is a standby now; another of the hosts may be the primary.
    isOfWrongServer: isReadOnly,
  });
  return {
    ask: (statement) => lasting.use(async ({ sql }) => [...(await statement(sql))]),
    firstFailure: () => lasting.firstFailure(),
    close: () => lasting.close(),
  };
}
