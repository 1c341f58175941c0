import { vi } from "vitest";
import { openStore } from "../../src/app/open-store.ts";
import { systemClock } from "../../src/lib/time/clock.ts";
import { PATIENT_COMMANDS } from "../support/fakes/patient-commands.ts";
import { postgresCommand } from "../support/programs/postgres-command.ts";
import type { PostgresServer } from "../support/programs/postgres-server.ts";
import type { StoreBacking } from "./account-store-suite.ts";

/** A new database in a server. */
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
 * All backings use one database, which is emptied after each: making a new database takes many times as long. `throughIt`
 * changes the database's URL, for example to the URL of a PgBouncer.
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

/** A database with the service's tables, which counts calls on the day that a call has, not on the server's day. */
async function databaseOfAnyDay(server: PostgresServer): Promise<string> {
  const url = await server.createDatabase();
  const store = await openStore(url, { clock: systemClock, ...PATIENT_COMMANDS });
  await vi.waitFor(() => store.ping(), { timeout: 15_000 });
  await store.close();
  await countAt(url, "NULL");
  // The store has noted the hour of the real clock, which may be later than the hours of the tests.
  await postgresCommand(url, EMPTIED);
  return url;
}

/** Makes a database count calls at the time that a SQL expression gives; "NULL" means the time of the call itself. */
export async function countAt(url: string, time: string): Promise<void> {
  const body = `SELECT ${time}::timestamptz`;
  await postgresCommand(
    url,
    `CREATE OR REPLACE FUNCTION counting_time() RETURNS timestamptz LANGUAGE sql STABLE AS $$ ${body} $$`,
  );
}

/** Runs without triggers, because the audit log's trigger refuses to delete a line. */
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
