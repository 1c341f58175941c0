import { postgresCommand } from "../support/postgres-command.ts";
import type { PostgresServer } from "../support/postgres-server.ts";
import type { StoreBacking } from "./account-store-suite.ts";

/** A database of its own in a server, which another URL may lead to. */
export async function createPostgresBacking(
  server: PostgresServer,
  throughIt: (url: string) => string = (url) => url,
): Promise<StoreBacking> {
  const url = await server.createDatabase();
  return {
    url: throughIt(url),
    makeUnavailable: async () => {
      server.hang();
      return async () => server.goOn();
    },
    remove: async () => {
      const name = new URL(url).pathname.slice(1);
      await postgresCommand(server.url, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}
