import { describe } from "vitest";
import { isPostgresInstalled } from "../support/programs/postgres-server.ts";
import { describeAccountStore } from "./account-store-suite.ts";
import { createPostgresBackings } from "./postgres-backing.ts";
import { usePostgresServer } from "./use-postgres-server.ts";

describe.skipIf(!isPostgresInstalled())("a PostgreSQL", () => {
  describeAccountStore("PostgreSQL", createPostgresBackings(usePostgresServer()));
});
