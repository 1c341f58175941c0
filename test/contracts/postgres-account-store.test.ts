import { beforeAll, describe } from "vitest";
import { isPgBouncerInstalled, startPgBouncer, type PgBouncer } from "../support/pgbouncer.ts";
import { isPostgresInstalled, startPostgresServer, type PostgresServer } from "../support/postgres-server.ts";
import { describeAccountStore } from "./account-store-suite.ts";
import { createPostgresBacking } from "./postgres-backing.ts";

describe.skipIf(!isPostgresInstalled())("a PostgreSQL", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgresServer();
    return () => server.remove();
  }, 60_000);

  describeAccountStore("PostgreSQL", () => createPostgresBacking(server));

  describe.skipIf(!isPgBouncerInstalled())("with a PgBouncer in transaction mode before it", () => {
    let pgBouncer: PgBouncer;
    beforeAll(async () => {
      pgBouncer = await startPgBouncer(server.url);
      return () => pgBouncer.remove();
    });

    describeAccountStore("PostgreSQL through PgBouncer", () =>
      createPostgresBacking(server, pgBouncer.throughIt),
    );
  });
});
