// Accounts and their keys in SQLite: what operators change, a few times a day.
import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../../clock.ts";
import type { AccountStore } from "../account-store.ts";
import { randomId } from "../random-text.ts";
import { attempt } from "./failure.ts";
import { accountFromRow, keyFromRow, type AccountRow, type KeyRow } from "./rows.ts";

type SqliteAccounts = Pick<
  AccountStore,
  "createAccount" | "listAccounts" | "findAccount" | "updateAccount" | "addKey" | "listKeys" | "revokeKey"
>;

export function createSqliteAccounts({
  database,
  clock,
}: {
  readonly database: DatabaseSync;
  readonly clock: Clock;
}): SqliteAccounts {
  const sql = prepareStatements(database);

  return {
    createAccount: (init) =>
      attempt(() =>
        accountFromRow(
          sql.createAccount.get({ id: randomId("acc"), ...init, nowMs: clock.nowMs() }) as AccountRow,
        ),
      ),
    listAccounts: () => attempt(() => (sql.listAccounts.all() as AccountRow[]).map(accountFromRow)),
    findAccount: (id) =>
      attempt(() => {
        const row = sql.findAccount.get({ id }) as AccountRow | undefined;
        return row && accountFromRow(row);
      }),
    updateAccount: (id, { plan = null, monthlyQuota = null, isSuspended }) =>
      attempt(() => {
        const suspended = isSuspended === undefined ? null : Number(isSuspended);
        const change = { id, plan, monthlyQuota, isSuspended: suspended };
        const row = sql.updateAccount.get(change) as AccountRow | undefined;
        return row && accountFromRow(row);
      }),

    addKey: (key) =>
      attempt(() => {
        const row = sql.addKey.get({ id: randomId("key"), ...key, nowMs: clock.nowMs() }) as
          KeyRow | undefined;
        return row && keyFromRow(row);
      }),
    listKeys: (accountId) => attempt(() => (sql.listKeys.all({ accountId }) as KeyRow[]).map(keyFromRow)),
    revokeKey: (id) =>
      attempt(() => {
        const row = sql.revokeKey.get({ id, nowMs: clock.nowMs() }) as KeyRow | undefined;
        return row && keyFromRow(row);
      }),
  };
}

function prepareStatements(database: DatabaseSync) {
  return {
    // One row: the account as it was written.
    createAccount: database.prepare(`
      INSERT INTO account (id, name, plan, monthly_quota, is_suspended, created_at_ms)
      VALUES (:id, :name, :plan, :monthlyQuota, 0, :nowMs)
      RETURNING *`),
    // Every account, oldest first; those of one millisecond in the order they were written.
    listAccounts: database.prepare("SELECT * FROM account ORDER BY created_at_ms, rowid"),
    // One row or none.
    findAccount: database.prepare("SELECT * FROM account WHERE id = :id"),
    // Changes what is not NULL, in one step; one row, the account as it is then, or none.
    // ('acc_a', NULL, NULL, 1) suspends acc_a and leaves its plan alone.
    updateAccount: database.prepare(`
      UPDATE account
      SET plan = coalesce(:plan, plan),
          monthly_quota = coalesce(:monthlyQuota, monthly_quota),
          is_suspended = coalesce(:isSuspended, is_suspended)
      WHERE id = :id
      RETURNING *`),
    // Looks for the account and adds the key in one step; no row where there is no such account.
    addKey: database.prepare(`
      INSERT INTO api_key (id, account_id, prefix, sha256, created_at_ms)
      SELECT :id, account.id, :prefix, :sha256, :nowMs FROM account WHERE account.id = :accountId
      RETURNING *`),
    // An account's keys, the revoked ones too, oldest first.
    listKeys: database.prepare(
      "SELECT * FROM api_key WHERE account_id = :accountId ORDER BY created_at_ms, rowid",
    ),
    // The first revocation stands; one row, the key as it is then, or none.
    revokeKey: database.prepare(
      "UPDATE api_key SET revoked_at_ms = coalesce(revoked_at_ms, :nowMs) WHERE id = :id RETURNING *",
    ),
  };
}
