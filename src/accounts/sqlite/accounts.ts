// Accounts and their keys in SQLite: what operators change, a few times a day.
import type { DatabaseSync } from "node:sqlite";
import type { Account, AccountStore, ApiKey, NewAccount } from "../account-store.ts";
import { randomId } from "../random-text.ts";
import { attempt, inTransaction } from "./attempt.ts";
import { restrictionsFromText, restrictionsToText } from "./restrictions.ts";
import type { SqliteStoreParts } from "./store-parts.ts";

type SqliteAccounts = Pick<
  AccountStore,
  | "createAccount"
  | "createAccountOnce"
  | "listAccounts"
  | "findAccount"
  | "findAccountByRef"
  | "updateAccount"
  | "addKey"
  | "listKeys"
  | "revokeKey"
>;

// Types, not interfaces: only those can be asserted from the records that node:sqlite returns.
export type AccountRow = {
  readonly id: string;
  readonly name: string;
  readonly external_ref: string | null;
  readonly plan: string;
  readonly monthly_quota: number;
  readonly is_suspended: number;
  readonly created_at_ms: number;
  readonly sports_revision: number;
};

type KeyRow = {
  readonly id: string;
  readonly account_id: string;
  readonly prefix: string;
  readonly label: string | null;
  readonly created_at_ms: number;
  readonly revoked_at_ms: number | null;
  readonly restrictions: string | null;
};

export function createSqliteAccounts({ database, clock }: SqliteStoreParts): SqliteAccounts {
  const sql = prepareStatements(database);

  const createAccount = ({
    externalRef = null,
    ...init
  }: NewAccount & { readonly externalRef?: string | null }) => {
    const row = sql.createAccount.get({ id: randomId("acc"), ...init, externalRef, nowMs: clock.nowMs() });
    return accountFromRow(row as AccountRow);
  };
  const findByRef = (externalRef: string) =>
    valueFromRow(sql.findAccountByRef.get({ externalRef }), accountFromRow);

  return {
    createAccount: (init) => attempt(() => createAccount(init)),
    createAccountOnce: (init) =>
      attempt(() =>
        inTransaction(database, () => {
          const account = findByRef(init.externalRef);
          return account === undefined
            ? { account: createAccount(init), isNew: true }
            : { account, isNew: false };
        }),
      ),
    listAccounts: () => attempt(() => (sql.listAccounts.all() as AccountRow[]).map(accountFromRow)),
    findAccount: (id) => attempt(() => valueFromRow(sql.findAccount.get({ id }), accountFromRow)),
    findAccountByRef: (externalRef) => attempt(() => findByRef(externalRef)),
    updateAccount: (id, { plan = null, monthlyQuota = null, isSuspended }) =>
      attempt(() => {
        const suspended = isSuspended === undefined ? null : Number(isSuspended);
        const change = { id, plan, monthlyQuota, isSuspended: suspended };
        return valueFromRow(sql.updateAccount.get(change), accountFromRow);
      }),

    addKey: ({ label = null, restrictions, ...key }) =>
      attempt(() => {
        const text = restrictionsToText(restrictions);
        const values = { id: randomId("key"), ...key, label, restrictions: text, nowMs: clock.nowMs() };
        return valueFromRow(sql.addKey.get(values), keyFromRow);
      }),
    listKeys: (accountId) => attempt(() => (sql.listKeys.all({ accountId }) as KeyRow[]).map(keyFromRow)),
    revokeKey: (id) =>
      attempt(() => valueFromRow(sql.revokeKey.get({ id, nowMs: clock.nowMs() }), keyFromRow)),
  };
}

/** The value in a row that is there; undefined where there is none. */
export function valueFromRow<Row, Value>(row: unknown, fromRow: (row: Row) => Value): Value | undefined {
  return row === undefined ? undefined : fromRow(row as Row);
}

export function accountFromRow(row: AccountRow): Account {
  return {
    id: row.id,
    name: row.name,
    externalRef: row.external_ref ?? undefined,
    plan: row.plan,
    monthlyQuota: row.monthly_quota,
    isSuspended: row.is_suspended === 1,
    createdAtMs: row.created_at_ms,
    sportsRevision: row.sports_revision,
  };
}

function keyFromRow(row: KeyRow): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    prefix: row.prefix,
    label: row.label ?? undefined,
    createdAtMs: row.created_at_ms,
    revokedAtMs: row.revoked_at_ms ?? undefined,
    restrictions: restrictionsFromText(row.restrictions),
  };
}

function prepareStatements(database: DatabaseSync) {
  return {
    // One row: the account as it was written.
    createAccount: database.prepare(`
      INSERT INTO account (id, name, external_ref, plan, monthly_quota, is_suspended, created_at_ms)
      VALUES (:id, :name, :externalRef, :plan, :monthlyQuota, 0, :nowMs)
      RETURNING *`),
    // Every account, oldest first; those of one millisecond in the order they were written.
    listAccounts: database.prepare("SELECT * FROM account ORDER BY created_at_ms, rowid"),
    // One row or none.
    findAccount: database.prepare("SELECT * FROM account WHERE id = :id"),
    findAccountByRef: database.prepare("SELECT * FROM account WHERE external_ref = :externalRef"),
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
      INSERT INTO api_key (id, account_id, prefix, sha256, label, restrictions, created_at_ms)
      SELECT :id, account.id, :prefix, :sha256, :label, :restrictions, :nowMs FROM account WHERE account.id = :accountId
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
