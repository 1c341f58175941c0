import { vi } from "vitest";
import { openStore } from "../../src/accounts/open-store.ts";
import { systemClock } from "../../src/clock.ts";
import { PATIENT_COMMANDS } from "../support/patient-commands.ts";
import { postgresCommand } from "../support/postgres-command.ts";
import type { PostgresServer } from "../support/postgres-server.ts";
import type { StoreBacking } from "./account-store-suite.ts";

/** A database of its own in a server. */
export async function createPostgresBacking(server: PostgresServer): Promise<StoreBacking> {
  const url = await server.createDatabase();
  return {
    ...backingAt(server, url),
    remove: async () => {
      const name = new URL(url).pathname.slice(1);
      await postgresCommand(server.url, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/**
 * Makes backings that are one after the other the same database, emptied, which another URL may lead to: a new database takes
 * many times as long.
 */
export function createPostgresBackings(
  server: () => PostgresServer,
  throughIt: (url: string) => string = (url) => url,
): () => Promise<StoreBacking> {
  let url: string | undefined;
  return async () => {
    const database = (url ??= await databaseOfAnyDay(server()));
    return {
      ...backingAt(server(), throughIt(database)),
      remove: async () => void (await postgresCommand(database, EMPTIED)),
    };
  };
}

/** With the service's tables; calls are counted on whichever day a test has, not on the day that it is. */
async function databaseOfAnyDay(server: PostgresServer): Promise<string> {
  const url = await server.createDatabase();
  const store = await openStore(url, { clock: systemClock, ...PATIENT_COMMANDS });
  await vi.waitFor(() => store.ping(), { timeout: 15_000 });
  await store.close();
  await countAt(url, "NULL");
  // The hour by the real clock, which the store has noted, may be later than those of the tests.
  await postgresCommand(url, EMPTIED);
  return url;
}

/** Has a database count calls at a time that SQL says, instead of by its server's clock. */
export async function countAt(url: string, time: string): Promise<void> {
  const body = `SELECT ${time}::timestamptz`;
  await postgresCommand(
    url,
    `CREATE OR REPLACE FUNCTION counting_time() RETURNS timestamptz LANGUAGE sql STABLE AS $$ ${body} $$`,
  );
}

/** Without triggers, since the audit log refuses to lose a line. */
const EMPTIED = `
  SET session_replication_role = replica;
  DO $$
  DECLARE
    one text;
  BEGIN
    FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'store_state' LOOP
      EXECUTE format('DELETE FROM %I', one);
    END LOOP;
    UPDATE store_state SET moved_at_ms = NULL;
  END $$`;

function backingAt(server: PostgresServer, url: string): Omit<StoreBacking, "remove"> {
  return {
    url,
    makeUnavailable: async () => {
      server.hang();
      return async () => server.goOn();
    },
  };
}
