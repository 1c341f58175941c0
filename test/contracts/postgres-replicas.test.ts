import { isPostgresInstalled, startPostgresServer } from "../support/postgres-server.ts";
import { describeReplicas } from "./replicas-suite.ts";

describeReplicas("PostgreSQL", startPostgresServer, { isSkipped: !isPostgresInstalled() });
