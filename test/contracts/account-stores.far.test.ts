// What every account store promises through a PgBouncer, and to processes that count concurrently or are killed.
import { beforeAll, describe } from "vitest";
import { isPgBouncerInstalled, startPgBouncer, type PgBouncer } from "../support/programs/pgbouncer.ts";
import { isPostgresInstalled } from "../support/programs/postgres-server.ts";
import { describeAccountStore } from "./account-store-suite.ts";
import { createPostgresBackings } from "./postgres-backing.ts";
import { describeSpendingProcesses } from "./spending-processes-suite.ts";
import { createSqliteBacking } from "./sqlite-backing.ts";
import { usePostgresServer } from "./use-postgres-server.ts";

describeSpendingProcesses("SQLite", createSqliteBacking);

describe.skipIf(!isPostgresInstalled())("a PostgreSQL", () => {
  const server = usePostgresServer();

  describeSpendingProcesses("PostgreSQL", createPostgresBackings(server));

  describe.skipIf(!isPgBouncerInstalled())("with a PgBouncer in transaction mode in front of it", () => {
    let pgBouncer: PgBouncer;
    beforeAll(async () => {
      pgBouncer = await startPgBouncer(server().url);
      return () => pgBouncer.remove();
    });
    const createBacking = createPostgresBackings(server, (url) => pgBouncer.throughIt(url));

    describeAccountStore("PostgreSQL through PgBouncer", createBacking);
    describeSpendingProcesses("PostgreSQL through PgBouncer", createBacking);
  });
});
