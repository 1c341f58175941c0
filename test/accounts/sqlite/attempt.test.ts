// Work that fails. test/accounts/sqlite/store.test.ts tests failures of a file, of a lock and of a constraint.
import { DatabaseSync } from "node:sqlite";
import { expect, it, onTestFinished } from "vitest";
import { attempt, inTransaction } from "../../../src/accounts/sqlite/attempt.ts";

it.each([new SyntaxError("a bug"), Object.assign(new Error("no file"), { code: "ENOENT" }), "a text"])(
  "work that throws %s fails with the same error: it is no failure of the database",
  async (thrown) => {
    const work = () => {
      throw thrown;
    };
    expect(await attempt(work).catch((error: unknown) => error)).toBe(thrown);
  },
);

it.each([
  ["that SQLite has rolled back by itself", "INSERT OR ROLLBACK INTO entry VALUES ('a'), ('a')"],
  ["that fails after it has written", "INSERT INTO entry VALUES ('a'); INSERT INTO entry VALUES ('a')"],
])(
  "a transaction %s throws what went wrong, keeps nothing, and lets the next one begin",
  (_which, script) => {
    const database = new DatabaseSync(":memory:");
    onTestFinished(() => database.close());
    database.exec("CREATE TABLE entry (name TEXT NOT NULL UNIQUE)");
    expect(() => inTransaction(database, () => database.exec(script))).toThrow("UNIQUE constraint failed");
    expect(database.prepare("SELECT name FROM entry").all()).toEqual([]);
    expect(inTransaction(database, () => "next")).toBe("next");
  },
);
