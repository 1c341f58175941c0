// The tables of both databases: how they are made, and which of their versions keep a process from starting.
import { DatabaseSync } from "node:sqlite";
import postgres from "postgres";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { loadTables } from "../../src/app/open-store.ts";
import { createTablesCheck } from "../../src/accounts/postgres/database.ts";
import { postgresSteps } from "../../src/accounts/postgres/schema.ts";
import { openSqliteFile } from "../../src/accounts/sqlite/database.ts";
import { sqliteSteps } from "../../src/accounts/sqlite/schema.ts";
import type { Step } from "../../src/accounts/sql/tables.ts";
import { createFreeAccount } from "../accounts/create-free-account.ts";
import { spendingOf } from "../accounts/spending-of.ts";
import { postgresCommand } from "../support/programs/postgres-command.ts";
import { isPostgresInstalled, type PostgresServer } from "../support/programs/postgres-server.ts";
import type { StoreBacking } from "./account-store-suite.ts";
import { createPostgresBacking } from "./postgres-backing.ts";
import { createSqliteBacking } from "./sqlite-backing.ts";
import { usePostgresServer } from "./use-postgres-server.ts";
import { storeOfTest } from "../support/service/store-of-test.ts";

const SQLITE_STEPS = sqliteSteps((await loadTables()).steps.sqlite);
const POSTGRES_STEPS = postgresSteps((await loadTables()).steps.postgres);

const FIRST: Step = { script: "CREATE TABLE court (name text)", lowestVersion: 1 };
const SECOND: Step = {
  script: "ALTER TABLE court ADD COLUMN surface text NOT NULL DEFAULT 'clay'",
  lowestVersion: 1,
};
const BROKEN: Step = { script: "CREATE nonsense", lowestVersion: 1 };

/** A step that the next version might add: this version does not know the column, and can still count. */
const MADE_UP: Step = { script: "ALTER TABLE account ADD COLUMN motto text", lowestVersion: 1 };

/** A store that may have no tables yet. */
interface Tables extends StoreBacking {
  /** Brings the tables up to date, like a program that knows these steps. */
  takeSteps(steps: readonly Step[]): Promise<void>;
  /** The steps that this program knows. */
  readonly known: readonly Step[];
  /** Sends SQL as an operator would. */
  sql(text: string): Promise<readonly object[]>;
}

async function sqliteTables(): Promise<Tables> {
  const backing = await createSqliteBacking();
  return {
    ...backing,
    known: SQLITE_STEPS,
    takeSteps: async (steps) => (await openSqliteFile(backing.path, { steps })).close(),
    sql: async (text) => {
      const database = new DatabaseSync(backing.path);
      try {
        return text.startsWith("SELECT") ? database.prepare(text).all() : [database.exec(text) ?? {}];
      } finally {
        database.close();
      }
    },
  };
}

async function postgresTables(server: PostgresServer): Promise<Tables> {
  const backing = await createPostgresBacking(server);
  return {
    ...backing,
    known: POSTGRES_STEPS,
    takeSteps: async (steps) => {
      const types = { int8: { to: 20, from: [20], serialize: String, parse: Number } };
      const sql = postgres(backing.url, { max: 1, onnotice: () => undefined, types });
      await createTablesCheck({ steps })(sql).finally(() => sql.end());
    },
    sql: (text) => postgresCommand(backing.url, text),
  };
}

describe("the tables of SQLite", () => {
  tablesSuite(sqliteTables, 1);
});
describe.skipIf(!isPostgresInstalled())("the tables of PostgreSQL", () => {
  const server = usePostgresServer();
  tablesSuite(() => postgresTables(server()), "1");
});

/** `one` is the number 1 as the database's client returns it. */
function tablesSuite(create: () => Promise<Tables>, one: number | string): void {
  let tables: Tables;
  beforeEach(async () => {
    tables = await create();
    onTestFinished(() => tables.remove());
  });

  const open = () => storeOfTest({ url: tables.url });
  const version = async () =>
    Number(Object.values((await tables.sql("SELECT version FROM store_state"))[0] ?? {})[0]);

  it("get the steps that they lack, and keep their rows", async () => {
    await tables.takeSteps([FIRST]);
    await tables.sql("INSERT INTO court VALUES ('centre')");
    await tables.takeSteps([FIRST, SECOND]);
    // Tables that are up to date are not changed.
    await tables.takeSteps([FIRST, SECOND]);
    expect(await tables.sql("SELECT name, surface FROM court")).toEqual([
      { name: "centre", surface: "clay" },
    ]);
    expect(await version()).toBe(2);
  });

  it("stay as they were if a step fails", async () => {
    await tables.takeSteps([FIRST]);
    await expect(tables.takeSteps([FIRST, SECOND, BROKEN])).rejects.toThrow("syntax error");
    expect(await version()).toBe(1);
    await expect(tables.sql("SELECT surface FROM court")).rejects.toThrow("surface");
  });

  it("are made once if several processes start on an empty store together", async () => {
    const stores = await Promise.all(Array.from({ length: 4 }, open));
    await createFreeAccount(stores[0]!);
    for (const store of stores) expect(await store.listAccounts()).toHaveLength(1);
    expect(await tables.sql("SELECT count(*) AS states FROM store_state")).toEqual([{ states: one }]);
  });

  it("of the next version can be used by this version, started before or after they were made, and are not changed", async () => {
    const running = await open();
    const account = await createFreeAccount(running);
    await tables.takeSteps([...tables.known, MADE_UP]);
    const call = spendingOf(account.id);
    for (const [index, store] of [running, await open()].entries()) {
      await createFreeAccount(store);
      expect(await store.spend(call)).toMatchObject({ kind: "Spent", used: index + 1 });
    }
    expect(await version()).toBe(tables.known.length + 1);
    expect(await tables.sql("SELECT DISTINCT motto FROM account")).toEqual([{ motto: null }]);
  });

  /** Both databases have the same number of steps. */
  const next = SQLITE_STEPS.length + 1;
  it.each([
    [
      "narrowed by the next version",
      [{ ...MADE_UP, lowestVersion: next }],
      `${next}, for programs that know ${next}`,
    ],
    ["two versions ahead", [MADE_UP, FIRST], `${next + 1}, for programs that know ${next}`],
  ])("%s stop a start with one line, but no process that is running already", async (_, steps, known) => {
    const running = await open();
    await tables.takeSteps([...tables.known, ...steps]);
    const refusal = await open().then(String, (error: Error) => error.message);
    expect(refusal).toMatch(
      /^STORE_URL: the (?:file|database) \S+ cannot be used: it was written by a newer /,
    );
    expect(refusal).toMatch(
      `version of this program (its tables are at version ${known} or more; this one knows ${tables.known.length})`,
    );
    await running.ping();
    await createFreeAccount(running);
  });

  it("from before the first release stop a start with one line that says how to migrate, and stay as they are", async () => {
    await tables.takeSteps([]);
    await tables.sql("DROP TABLE store_state");
    await tables.sql("CREATE TABLE account (id text)");
    await expect(open()).rejects.toThrow(
      /cannot be used: its tables are of a version before the first release: docs\/versioning\.md says how to move its accounts$/,
    );
    await expect(tables.sql("SELECT * FROM store_state")).rejects.toThrow("store_state");
  });
}
