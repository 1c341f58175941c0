import { describeAccountStore } from "./account-store-suite.ts";
import { createSqlitePlace } from "./sqlite-place.ts";

describeAccountStore("SQLite", createSqlitePlace);
