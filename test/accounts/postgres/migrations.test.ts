import postgres from "postgres";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { migrate, NewerSchema } from "../../../src/accounts/postgres/migrations.ts";
import { SCHEMA } from "../../../src/accounts/postgres/schema.ts";
import { isPostgresInstalled } from "../../support/postgres-server.ts";
import { usePostgresStore, type PostgresStoreUnderTest } from "./use-postgres-store.ts";

const FIRST = "CREATE TABLE court (name text)";
const SECOND = "ALTER TABLE court ADD COLUMN surface text NOT NULL DEFAULT 'clay'";

describe.skipIf(!isPostgresInstalled())("migrations of PostgreSQL", { timeout: 60_000 }, () => {
  const underTest = usePostgresStore();
  let current: PostgresStoreUnderTest;
  let url: string;

  beforeEach(async () => {
    current = underTest();
    url = await current.server.createDatabase();
  });

  /** As the store connects, on a database without tables. */
  const connect = () => {
    const sql = postgres(url, {
      max: 1,
      onnotice: () => undefined,
      types: { int8: { to: 20, from: [20], serialize: String, parse: Number } },
      transform: postgres.camel,
    });
    onTestFinished(() => sql.end());
    return sql;
  };

  it("take an older database through the steps it lacks, and keep what is in it", async () => {
    const sql = connect();
    await migrate(sql, [FIRST]);
    await sql`INSERT INTO court VALUES ('centre')`;
    await migrate(sql, [FIRST, SECOND]);
    // Up to date, it is left alone.
    await migrate(sql, [FIRST, SECOND]);
    expect([...(await sql`SELECT * FROM court`)]).toEqual([{ name: "centre", surface: "clay" }]);
    expect([...(await sql`SELECT * FROM schema_version`)]).toEqual([{ steps: 2 }]);
  });

  it("leave the database as it was when a step fails", async () => {
    const sql = connect();
    await migrate(sql, [FIRST]);
    await expect(migrate(sql, [FIRST, SECOND, "CREATE nonsense"])).rejects.toThrow("syntax error");
    expect([...(await sql`SELECT * FROM schema_version`)]).toEqual([{ steps: 1 }]);
    expect((await sql`SELECT * FROM court`).columns).toHaveLength(1);
  });

  it("refuse a database that has been through steps they do not know", async () => {
    const sql = connect();
    await migrate(sql, [FIRST, SECOND]);
    await expect(migrate(sql, [FIRST])).rejects.toThrow(NewerSchema);
  });

  it("are taken once where several processes start on an empty database together", async () => {
    const stores = await Promise.all(Array.from({ length: 5 }, () => current.openAnother({ url })));
    await Promise.all(stores.map((store) => store.ping()));
    expect([...(await connect()`SELECT * FROM schema_version`)]).toEqual([{ steps: SCHEMA.length }]);
  });

  it("by a newer version stop a start with one line, and nobody who runs already", async () => {
    const { store, sql, openAnother } = current;
    await sql("UPDATE schema_version SET steps = 99");
    const name = new URL(current.url).pathname.slice(1);
    await expect(openAnother()).rejects.toThrow(
      `STORE_URL: the database ${name} cannot be used: it was written by a newer version of this program ` +
        `(its tables are at version 99, this program knows ${SCHEMA.length})`,
    );
    await sql(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'suitability'",
    );
    await expect
      .poll(
        () =>
          store.ping().then(
            () => "usable",
            () => "lost",
          ),
        { timeout: 15_000 },
      )
      .toBe("usable");
  });
});
