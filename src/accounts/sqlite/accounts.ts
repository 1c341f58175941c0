// Accounts in SQLite: what operators change, a few times a day. Each change writes the account's next period, where it has
// begun one, and its lines of the audit log in the same transaction.
import type { DatabaseSync } from "node:sqlite";
import type { Account, AccountStore, NewAccount } from "../account-store.ts";
import { DELETED_NAME } from "../account/account-state.ts";
import { auditedActs } from "../account/audit-entry.ts";
import { randomId } from "../random-text.ts";
import { attempt, inTransaction } from "./attempt.ts";
import { createSqliteAudit } from "./history.ts";
import type { SqliteStoreParts } from "./store-parts.ts";

type SqliteAccounts = Pick<
  AccountStore,
  | "createAccount"
  | "createAccountOnce"
  | "listAccounts"
  | "countByPlan"
  | "findAccount"
  | "findAccountByRef"
  | "updateAccount"
  | "deleteAccount"
>;

// Types, not interfaces: only those can be asserted from the records that node:sqlite returns.
export type AccountRow = {
  readonly id: string;
  readonly name: string;
  readonly external_ref: string | null;
  readonly plan: string;
  readonly monthly_quota: number;
  readonly is_suspended: number;
  readonly closed_at_ms: number | null;
  readonly deleted_at_ms: number | null;
  readonly created_at_ms: number;
  readonly sports_revision: number;
};

type CountRow = { readonly plan: string; readonly accounts: number };

export function createSqliteAccounts(parts: SqliteStoreParts): SqliteAccounts {
  const { database, clock } = parts;
  const sql = prepareStatements(database);
  const audit = createSqliteAudit(parts);

  const create = ({
    externalRef = null,
    ...init
  }: NewAccount & { readonly externalRef?: string | null }): Account => {
    const nowMs = clock.nowMs();
    const row = sql.createAccount.get({ id: randomId("acc"), ...init, externalRef, nowMs });
    const account = accountFromRow(row as AccountRow);
    sql.beginPeriod.run({ id: account.id, nowMs });
    audit(account.id, { action: "accounts create", about: `${account.plan} ${account.monthlyQuota}` });
    return account;
  };
  const findByRef = (externalRef: string) =>
    valueFromRow(sql.findAccountByRef.get({ externalRef }), accountFromRow);

  return {
    createAccount: (init) => attempt(() => inTransaction(database, () => create(init))),
    createAccountOnce: (init) =>
      attempt(() =>
        inTransaction(database, () => {
          const account = findByRef(init.externalRef);
          return account === undefined ? { account: create(init), isNew: true } : { account, isNew: false };
        }),
      ),
    listAccounts: () => attempt(() => (sql.listAccounts.all() as AccountRow[]).map(accountFromRow)),
    countByPlan: () => attempt(() => countsFromRows(sql.countByPlan.all() as CountRow[])),
    findAccount: (id) => attempt(() => valueFromRow(sql.findAccount.get({ id }), accountFromRow)),
    findAccountByRef: (externalRef) => attempt(() => findByRef(externalRef)),
    updateAccount: (id, change) =>
      attempt(() =>
        inTransaction(database, () => {
          const nowMs = clock.nowMs();
          const { plan = null, monthlyQuota = null, isSuspended, isClosed } = change;
          const values = { plan, monthlyQuota, isSuspended: flag(isSuspended), isClosed: flag(isClosed) };
          const account = valueFromRow(sql.updateAccount.get({ id, ...values, nowMs }), accountFromRow);
          if (account === undefined) return undefined;
          sql.beginPeriod.run({ id, nowMs });
          for (const act of auditedActs(change)) audit(id, act);
          return account;
        }),
      ),
    deleteAccount: (id) =>
      attempt(() =>
        inTransaction(database, () => {
          const nowMs = clock.nowMs();
          const row = sql.deleteAccount.get({ id, name: DELETED_NAME, nowMs });
          const account = valueFromRow(row, accountFromRow);
          if (account === undefined) return undefined;
          sql.deleteKeys.run({ id });
          sql.deleteSports.run({ id });
          sql.beginPeriod.run({ id, nowMs });
          audit(id, { action: "accounts delete" });
          return account;
        }),
      ),
  };
}

function countsFromRows(rows: readonly CountRow[]): ReadonlyMap<string, number> {
  return new Map(rows.map(({ plan, accounts }) => [plan, accounts]));
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
    closedAtMs: row.closed_at_ms ?? undefined,
    deletedAtMs: row.deleted_at_ms ?? undefined,
    createdAtMs: row.created_at_ms,
    sportsRevision: row.sports_revision,
  };
}

function flag(value: boolean | undefined): number | null {
  return value === undefined ? null : Number(value);
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
    // ('free', 1204), ('growth', 17), …
    countByPlan: database.prepare(
      "SELECT plan, count(*) AS accounts FROM account WHERE deleted_at_ms IS NULL GROUP BY plan",
    ),
    // One row or none.
    findAccount: database.prepare("SELECT * FROM account WHERE id = :id"),
    findAccountByRef: database.prepare("SELECT * FROM account WHERE external_ref = :externalRef"),
    // Changes what is not NULL; one row, the account as it is then, or none. One that is closed again keeps its first date.
    // ('acc_a', NULL, NULL, 1, NULL) suspends acc_a and leaves its plan alone.
    updateAccount: database.prepare(`
      UPDATE account
      SET plan = coalesce(:plan, plan),
          monthly_quota = coalesce(:monthlyQuota, monthly_quota),
          is_suspended = coalesce(:isSuspended, is_suspended),
          closed_at_ms = CASE :isClosed WHEN 1 THEN coalesce(closed_at_ms, :nowMs) WHEN 0 THEN NULL ELSE closed_at_ms END
      WHERE id = :id AND deleted_at_ms IS NULL
      RETURNING *`),
    // Writes what an account is now, unless its last period says so already.
    beginPeriod: database.prepare(`
      INSERT INTO plan_period (account_id, since_ms, plan, monthly_quota, state)
      SELECT id, :nowMs, plan, monthly_quota, state FROM account
      WHERE id = :id AND (plan, monthly_quota, state) IS NOT (
        SELECT plan, monthly_quota, state FROM plan_period WHERE account_id = :id ORDER BY seq DESC LIMIT 1
      )`),
    // One row, what is left of a closed account, or none.
    deleteAccount: database.prepare(`
      UPDATE account SET name = :name, external_ref = NULL, deleted_at_ms = :nowMs
      WHERE id = :id AND closed_at_ms IS NOT NULL AND deleted_at_ms IS NULL
      RETURNING *`),
    deleteKeys: database.prepare("DELETE FROM api_key WHERE account_id = :id"),
    deleteSports: database.prepare("DELETE FROM custom_sport WHERE account_id = :id"),
  };
}
