import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { migrate, MIGRATIONS } from "../../../src/accounts/sqlite/migrations.ts";
import { createSqliteStore } from "../../../src/accounts/sqlite/store.ts";
import { createSqliteBacking, type SqliteBacking } from "../../contracts/sqlite-backing.ts";
import { createManualClock } from "../../support/manual-clock.ts";

const FIRST = "CREATE TABLE court (name TEXT) STRICT";
const SECOND = "ALTER TABLE court ADD COLUMN surface TEXT NOT NULL DEFAULT 'clay'";

let backing: SqliteBacking;
let database: DatabaseSync;

beforeEach(async () => {
  backing = await createSqliteBacking();
  mkdirSync(dirname(backing.path));
  database = new DatabaseSync(backing.path);
});
afterEach(async () => {
  if (database.isOpen) database.close();
  await backing.remove();
});

const openStore = () =>
  createSqliteStore({ path: backing.path, operator: "tester", clock: createManualClock(0) });

function version(): unknown {
  return database.prepare("PRAGMA user_version").get()?.["user_version"];
}

describe("migrate", () => {
  it("takes an older file through the steps it lacks, and keeps what is in it", () => {
    migrate(database, [FIRST]);
    database.exec("INSERT INTO court VALUES ('centre')");
    migrate(database, [FIRST, SECOND]);
    // Up to date, it is left alone.
    migrate(database, [FIRST, SECOND]);
    expect(database.prepare("SELECT name, surface FROM court").all()).toEqual([
      { name: "centre", surface: "clay" },
    ]);
    expect(version()).toBe(2);
  });

  it("leaves the file as it was when a step fails", () => {
    migrate(database, [FIRST]);
    expect(() => migrate(database, [FIRST, SECOND, "CREATE nonsense"])).toThrow("syntax error");
    expect(version()).toBe(1);
    expect(database.prepare("SELECT count(*) AS columns FROM pragma_table_info('court')").get()).toEqual({
      columns: 1,
    });
    expect(database.isTransaction).toBe(false);
  });
});

describe("a SQLite store", () => {
  it("opens a file that is up to date while another process writes to it", async () => {
    const first = openStore();
    database.exec("BEGIN IMMEDIATE");
    const second = openStore();
    expect(await second.listAccounts()).toEqual([]);
    database.exec("ROLLBACK");
    await Promise.all([first.close(), second.close()]);
  });

  it("takes the file of its first version along: nothing is lost, and no account has a sport yet", async () => {
    migrate(database, MIGRATIONS.slice(0, 1));
    database.exec(`
      INSERT INTO account VALUES ('acc_a', 'Courts', 'free', 500, 0, 1);
      INSERT INTO usage_by_day VALUES ('acc_a', '2026-11', 21, 'forecast', 3)`);
    const store = openStore();
    expect(await store.listAccounts()).toMatchObject([{ id: "acc_a", sportsRevision: 0 }]);
    expect(await store.sports("acc_a")).toEqual([]);
    expect(await store.planHistory("acc_a")).toEqual([
      { sinceMs: 1, plan: "free", monthlyQuota: 500, state: "active", isPresumed: true },
    ]);
    expect(await store.usage("acc_a", "2026-11")).toEqual([
      { day: "2026-11-21", method: "forecast", calls: 3 },
    ]);
    await store.close();
  });

  it("takes a file along that did not tell keys apart: the quota goes on where it was, and what is old is forgotten", async () => {
    migrate(database, MIGRATIONS.slice(0, 3));
    database.exec(`
      INSERT INTO account (id, name, plan, monthly_quota, is_suspended, created_at_ms)
        VALUES ('acc_a', 'Courts', 'free', 5, 0, 1);
      INSERT INTO api_key VALUES ('key_a', 'acc_a', 'wsk_Ab12', 'a1', 1, NULL);
      INSERT INTO usage_by_day VALUES ('acc_a', '2026-11', 21, 'forecast', 3)`);
    const store = openStore();
    const call = { accountId: "acc_a", month: "2026-11", day: 21, method: "forecast", quota: 5 };
    expect(await store.spend({ ...call, keyId: "key_a" })).toEqual({ kind: "Spent", used: 4 });
    expect(await store.usage("acc_a", "2026-11")).toEqual([
      { day: "2026-11-21", method: "forecast", keyId: undefined, calls: 3 },
      { day: "2026-11-21", method: "forecast", keyId: "key_a", calls: 1 },
    ]);
    expect(await store.listKeys("acc_a")).toMatchObject([{ id: "key_a", label: undefined }]);
    database.exec("DELETE FROM usage_by_month");
    expect(await store.usage("acc_a", "2026-11")).toEqual([]);
    await store.close();
  });

  it("refuses a file written by a newer version, and does not change it", () => {
    const newer = MIGRATIONS.length + 1;
    database.exec(`PRAGMA user_version = ${newer}`);
    expect(() => openStore()).toThrow(
      `it was written by a newer version of this program (its tables are at version ${newer}, this program knows ${MIGRATIONS.length})`,
    );
    expect(version()).toBe(newer);
    expect(database.prepare("SELECT name FROM sqlite_schema").all()).toEqual([]);
  });

  it("refuses a file that is not a database", () => {
    database.close();
    writeFileSync(backing.path, "lat,lng\n51.5,-0.1\n".repeat(100));
    expect(() => openStore()).toThrow("file is not a database");
  });
});
