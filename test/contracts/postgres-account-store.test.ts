import { beforeAll } from "vitest";
import { isPostgresInstalled, startPostgresServer, type PostgresServer } from "../support/postgres-server.ts";
import { describeAccountStore } from "./account-store-suite.ts";
import { createPostgresBackings } from "./postgres-backing.ts";

const isThere = isPostgresInstalled();
let server: PostgresServer;
beforeAll(async () => {
  if (!isThere) return undefined;
  server = await startPostgresServer();
  return () => server.remove();
}, 60_000);

describeAccountStore(
  "PostgreSQL",
  createPostgresBackings(() => server),
  { isSkipped: !isThere },
);
