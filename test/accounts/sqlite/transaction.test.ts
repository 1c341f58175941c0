import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inTransaction } from "../../../src/accounts/sqlite/attempt.ts";

let database: DatabaseSync;

beforeEach(() => {
  database = new DatabaseSync(":memory:");
  database.exec("CREATE TABLE entry (name TEXT NOT NULL UNIQUE)");
});
afterEach(() => database.close());

const names = () => database.prepare("SELECT name FROM entry").all();

describe("a transaction", () => {
  it("is over when its work is done, and keeps all of it", () => {
    expect(inTransaction(database, () => database.exec("INSERT INTO entry VALUES ('a'), ('b')"))).toBe(
      undefined,
    );
    expect(database.isTransaction).toBe(false);
    expect(names()).toEqual([{ name: "a" }, { name: "b" }]);
  });

  it("keeps nothing of work that throws, and lets the next one begin", () => {
    const work = () => {
      database.exec("INSERT INTO entry VALUES ('a')");
      throw new TypeError("a bug");
    };
    expect(() => inTransaction(database, work)).toThrow("a bug");
    expect(names()).toEqual([]);
    expect(inTransaction(database, () => "next")).toBe("next");
  });

  it("throws what went wrong where SQLite has rolled back by itself", () => {
    const work = () => database.exec("INSERT OR ROLLBACK INTO entry VALUES ('a'), ('a')");
    expect(() => inTransaction(database, work)).toThrow("UNIQUE constraint failed");
    expect(names()).toEqual([]);
  });
});
