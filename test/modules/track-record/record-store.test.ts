import { describe } from "vitest";
import { useStores } from "../../contracts/account-store-suite.ts";
import { createPostgresBackings } from "../../contracts/postgres-backing.ts";
import { createSqliteBacking } from "../../contracts/sqlite-backing.ts";
import { usePostgresServer } from "../../contracts/use-postgres-server.ts";
import { isPostgresInstalled } from "../../support/programs/postgres-server.ts";
import { describeRecordStore } from "./record-store-suite.ts";

describe("SQLite", () => {
  describeRecordStore(useStores(createSqliteBacking));
});

describe.skipIf(!isPostgresInstalled())("a PostgreSQL", () => {
  describeRecordStore(useStores(createPostgresBackings(usePostgresServer())));
});
