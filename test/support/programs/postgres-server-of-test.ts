import { onTestFinished } from "vitest";
import { startPostgresServer, type PostgresServer } from "./postgres-server.ts";

/** A PostgreSQL that is removed when the test ends. */
export async function postgresServerOfTest(
  ...options: Parameters<typeof startPostgresServer>
): Promise<PostgresServer> {
  const server = await startPostgresServer(...options);
  onTestFinished(() => server.remove(), 60_000);
  return server;
}
