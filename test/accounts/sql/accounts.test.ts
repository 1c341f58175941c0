import { expect, it } from "vitest";
import { createAccounts } from "../../../src/accounts/sql/accounts.ts";
import { connectSqlite, createSqliteDatabase } from "../../../src/accounts/sqlite/database.ts";
import { useSqliteStore } from "../sqlite/use-sqlite-store.ts";

const current = useSqliteStore();

it("createAccountOnce makes a new account if the existing account is deleted before it is looked up", async () => {
  const { store, backing, clock } = current();
  const order = { name: "Courts", plan: "free", monthlyQuota: 500, externalRef: "4711" };
  const { account: old } = await store.createAccountOnce(order);
  await store.updateAccount(old.id, { isClosed: true });
  const { path } = backing;
  const database = createSqliteDatabase({ path, database: connectSqlite(path) });
  const run: typeof database.run = async (statement) => {
    await store.deleteAccount(old.id);
    return database.run(statement);
  };

  const parts = {
    database: { ...database, run },
    forgetAccount: async () => undefined,
    clock,
    operator: "shop",
  };
  const { account, isNew } = await createAccounts(parts).createAccountOnce(order);
  await database.close();
  expect({ account, isNew }).toMatchObject({ account: order, isNew: true });
  expect(await store.findAccountByRef("4711")).toEqual(account);
  expect(account.id).not.toBe(old.id);
});
