// The time to read thousands of accounts grows in proportion to their number, in each kind of store.
import { describe, expect, it, onTestFinished } from "vitest";
import type { AccountRecord } from "../../src/accounts/store.ts";
import { createPostgresBacking } from "../contracts/postgres-backing.ts";
import { createSqliteBacking } from "../contracts/sqlite-backing.ts";
import { FULL } from "../contracts/records-of.ts";
import { isPostgresInstalled } from "../support/programs/postgres-server.ts";
import { postgresServerOfTest } from "../support/programs/postgres-server-of-test.ts";
import { storeOfTest } from "../support/service/store-of-test.ts";

const FEW = 500;
const MANY = 5_000;

/** Reading ten times as many accounts may take this many times as long; quadratic growth would take 100 times as long. */
const TIMES_MAX = 30;

async function postgresBacking() {
  const server = await postgresServerOfTest();
  return createPostgresBacking(server);
}

describe.each([
  { kind: "SQLite", createBacking: createSqliteBacking, isThere: true },
  { kind: "PostgreSQL", createBacking: postgresBacking, isThere: isPostgresInstalled() },
])("reading whole accounts from $kind", ({ createBacking, isThere }) => {
  it.skipIf(!isThere)(
    "has each account once, and takes at most 30 times as long for ten times as many",
    async () => {
      const backing = await createBacking();
      onTestFinished(() => backing.remove());
      const store = await storeOfTest({ url: backing.url });
      const secondsWith = async (count: number) => {
        const startedMs = performance.now();
        const ids = new Set<string>();
        for await (const { account } of store.accountRecords()) ids.add(account.id);
        expect(ids.size).toBe(count);
        return (performance.now() - startedMs) / 1000;
      };

      await store.addAccountRecords(records(0, FEW));
      await secondsWith(FEW);
      const few = await secondsWith(FEW);
      await store.addAccountRecords(records(FEW, MANY));
      expect(await secondsWith(MANY)).toBeLessThan(few * TIMES_MAX);
    },
    120_000,
  );
});

/** Twenty accounts share each creation time, so that batches begin between accounts of the same millisecond. */
async function* records(from: number, to: number): AsyncGenerator<AccountRecord> {
  for (let i = from; i < to; i += 1) {
    yield {
      ...FULL,
      account: {
        ...FULL.account,
        id: `acc_${String(i).padStart(12, "z")}`,
        externalRef: undefined,
        createdAtMs: FULL.account.createdAtMs + Math.floor(i / 20),
      },
      keys: [],
      usage: FULL.usage.slice(0, 1),
    };
  }
}
