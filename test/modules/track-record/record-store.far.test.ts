import { beforeAll, describe } from "vitest";
import { useStores } from "../../contracts/account-store-suite.ts";
import { createPostgresBackings } from "../../contracts/postgres-backing.ts";
import { usePostgresServer } from "../../contracts/use-postgres-server.ts";
import { isPgBouncerInstalled, startPgBouncer, type PgBouncer } from "../../support/programs/pgbouncer.ts";
import { isPostgresInstalled } from "../../support/programs/postgres-server.ts";
import { describeRecordStore } from "./record-store-suite.ts";

const canRun = isPostgresInstalled() && isPgBouncerInstalled();

describe.skipIf(!canRun)("a PgBouncer in transaction mode", () => {
  const server = usePostgresServer();
  let pgBouncer: PgBouncer;
  beforeAll(async () => {
    pgBouncer = await startPgBouncer(server().url);
    return () => pgBouncer.remove();
  });
  describeRecordStore(useStores(createPostgresBackings(server, (url) => pgBouncer.throughIt(url))));
});
