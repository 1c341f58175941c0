import { describeAccountStore } from "./account-store-suite.ts";
import { createSqliteBacking } from "./sqlite-backing.ts";

describeAccountStore("SQLite", createSqliteBacking);
