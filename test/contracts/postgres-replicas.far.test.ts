import { isPgBouncerInstalled, startPgBouncer } from "../support/pgbouncer.ts";
import { isPostgresInstalled, startPostgresServer } from "../support/postgres-server.ts";
import { describeReplicas } from "./replicas-suite.ts";

describeReplicas("PostgreSQL", startPostgresServer, { isSkipped: !isPostgresInstalled() });

describeReplicas(
  "PostgreSQL through PgBouncer",
  async () => {
    const server = await startPostgresServer();
    const pgBouncer = await startPgBouncer(server.url);
    return {
      ...server,
      url: pgBouncer.throughIt(server.url),
      remove: async () => {
        await pgBouncer.remove();
        await server.remove();
      },
    };
  },
  { isSkipped: !isPostgresInstalled() || !isPgBouncerInstalled() },
);
