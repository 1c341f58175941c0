import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { StoreUnavailable } from "../../../src/accounts/store.ts";
import { attempt, inTransaction } from "../../../src/accounts/sqlite/attempt.ts";

const thrownBy = (work: () => unknown): Promise<unknown> => attempt(work).catch((error: unknown) => error);

describe("what work on the database throws", () => {
  it.each([
    { name: "a bug of ours", work: () => JSON.parse("{") },
    { name: "an error of the system's", work: () => readFileSync("/not/there") },
    {
      name: "a text",
      work: () => {
        throw "a text";
      },
    },
  ])("stays what it is where it is no failure of the database: $name", async ({ work }) => {
    const thrown = await thrownBy(work);
    expect(thrown).not.toBeInstanceOf(StoreUnavailable);
    expect(() => work()).toThrow(thrown instanceof Error ? thrown.message : String(thrown));
  });
});

describe("a transaction", () => {
  let database: DatabaseSync;

  beforeEach(() => {
    database = new DatabaseSync(":memory:");
    database.exec("CREATE TABLE entry (name TEXT NOT NULL UNIQUE)");
  });
  afterEach(() => database.close());

  const names = () => database.prepare("SELECT name FROM entry").all();

  it("is over when its work is done, and keeps all of it", () => {
    inTransaction(database, () => database.exec("INSERT INTO entry VALUES ('a'), ('b')"));
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
