// Work that fails; test/accounts/sqlite/store.test.ts has a file, a lock and a constraint that fail.
import { DatabaseSync } from "node:sqlite";
import { expect, it, onTestFinished } from "vitest";
import { attempt, inTransaction } from "../../../src/accounts/sqlite/attempt.ts";

it.each([new SyntaxError("a bug"), Object.assign(new Error("no file"), { code: "ENOENT" }), "a text"])(
  "%s stays what it is: it is no failure of the database",
  async (thrown) => {
    const work = () => {
      throw thrown;
    };
    expect(await attempt(work).catch((error: unknown) => error)).toBe(thrown);
  },
);

it("a transaction that SQLite has rolled back by itself throws what went wrong, and lets the next one begin", () => {
  const database = new DatabaseSync(":memory:");
  onTestFinished(() => database.close());
  database.exec("CREATE TABLE entry (name TEXT NOT NULL UNIQUE)");
  const work = () => database.exec("INSERT OR ROLLBACK INTO entry VALUES ('a'), ('a')");
  expect(() => inTransaction(database, work)).toThrow("UNIQUE constraint failed");
  expect(inTransaction(database, () => "next")).toBe("next");
});
