import { beforeAll } from "vitest";
import { startPostgresServer, type PostgresServer } from "../support/programs/postgres-server.ts";

/** Gives the tests of a block one PostgreSQL. */
export function usePostgresServer(): () => PostgresServer {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgresServer();
    return () => server.remove();
  }, 60_000);
  return () => server;
}
