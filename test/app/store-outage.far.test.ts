// What the log says of an outage of the store, in a service in which everything uses the store.
import { describe, expect, it, onTestFinished } from "vitest";
import { createSqliteBacking } from "../contracts/sqlite-backing.ts";
import { logOfOutage } from "../support/service/logged-outage.ts";
import { isPostgresInstalled } from "../support/programs/postgres-server.ts";
import { postgresServerOfTest } from "../support/programs/postgres-server-of-test.ts";

const STORES = [
  {
    name: "SQLite",
    isThere: true,
    open: async () => {
      const backing = await createSqliteBacking();
      onTestFinished(() => backing.remove());
      return { url: backing.url, breakStore: backing.makeUnavailable };
    },
  },
  {
    name: "PostgreSQL",
    isThere: isPostgresInstalled(),
    open: async () => {
      const server = await postgresServerOfTest();
      const breakStore = async () => {
        await server.kill();
        return () => server.start();
      };
      return { url: server.url, breakStore };
    },
  },
];

describe("a store that is away for minutes", { timeout: 120_000 }, () => {
  it.each(STORES.filter(({ isThere }) => isThere))(
    "has a line when it goes, one a minute and one when it is back, and no stack, on $name",
    async ({ open }) => {
      const { url, breakStore } = await open();
      const { notices, refused } = await logOfOutage(url, breakStore);
      expect(notices).toMatchObject([
        {
          level: "error",
          msg: "the account store is unavailable",
          reason: expect.stringMatching(/^The account store cannot be used: ./),
        },
        { level: "error", msg: "the account store is still unavailable" },
        { level: "error", msg: "the account store is still unavailable" },
        { level: "info", msg: "the account store is available again", calls_failed: refused },
      ]);
      expect(notices.filter((line) => "err" in line)).toEqual([]);
    },
  );
});
