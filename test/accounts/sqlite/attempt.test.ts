import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { StoreUnavailable } from "../../../src/accounts/account-store.ts";
import { attempt } from "../../../src/accounts/sqlite/attempt.ts";

const thrownBy = (work: () => unknown): Promise<unknown> => attempt(work).catch((error: unknown) => error);

describe("what work on the database throws", () => {
  it("says what SQLite said, where the file cannot be used", async () => {
    const thrown = await thrownBy(() => new DatabaseSync(":memory:").prepare("SELECT * FROM account"));
    expect(thrown).toBeInstanceOf(StoreUnavailable);
    expect(thrown).toMatchObject({
      name: "StoreUnavailable",
      message: "The account store cannot be used: no such table: account.",
      cause: { code: "ERR_SQLITE_ERROR" },
    });
  });

  it("is an unavailable store where the database is closed", async () => {
    const database = new DatabaseSync(":memory:");
    database.close();
    const thrown = await thrownBy(() => database.exec("SELECT 1"));
    expect(thrown).toBeInstanceOf(StoreUnavailable);
    expect(thrown).toMatchObject({ cause: { code: "ERR_INVALID_STATE" } });
  });

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
