// Accounts in PostgreSQL: how they are made and found.
import type { Fragment, PendingQuery } from "postgres";
import type { Account, AccountStore, NewAccount } from "../account-store.ts";
import { randomId } from "../random-text.ts";
import type { PostgresSql } from "./connect.ts";
import { auditLines, beginPeriods } from "./changes/history.ts";
import type { PostgresStoreParts } from "./store-parts.ts";

type PostgresAccounts = Pick<
  AccountStore,
  "createAccount" | "createAccountOnce" | "listAccounts" | "countByPlan" | "findAccount" | "findAccountByRef"
>;

type NullColumn = "externalRef" | "closedAtMs" | "deletedAtMs";

/** An account as its columns have it: NULL is what is undefined. */
export type AccountRow = Omit<Account, NullColumn> & {
  readonly [Property in NullColumn]: NonNullable<Account[Property]> | null;
};

/** The columns of an account, under whose names in camelCase its properties are. */
export function accountColumns(sql: PostgresSql): Fragment {
  return sql`account.id, account.name, account.external_ref, account.plan, account.monthly_quota, account.is_suspended,
    account.closed_at_ms, account.deleted_at_ms, account.created_at_ms, account.sports_revision`;
}

export function accountFromRow(row: AccountRow): Account {
  return {
    ...row,
    externalRef: row.externalRef ?? undefined,
    closedAtMs: row.closedAtMs ?? undefined,
    deletedAtMs: row.deletedAtMs ?? undefined,
  };
}

/** Sends a statement that replies with an account's columns or with nothing. */
export function askAccount({ connection }: Pick<PostgresStoreParts, "connection">) {
  return async (
    statement: (sql: PostgresSql) => PendingQuery<AccountRow[]>,
  ): Promise<Account | undefined> => {
    const [row] = await connection.ask<AccountRow>(statement);
    return row && accountFromRow(row);
  };
}

export function createPostgresAccounts(parts: PostgresStoreParts): PostgresAccounts {
  const { connection, clock } = parts;

  const ask = askAccount(parts);

  // One row: the account as it was written; none where there is one of that reference, which another process may be about to
  // write: it is waited for.
  const insert = ({
    name,
    plan,
    monthlyQuota,
    externalRef,
  }: NewAccount & { readonly externalRef: string | null }) =>
    ask(
      (sql) => sql`
        WITH account AS (
          INSERT INTO account (id, name, external_ref, plan, monthly_quota, is_suspended, created_at_ms)
          VALUES (${randomId("acc")}, ${name}, ${externalRef}, ${plan}, ${monthlyQuota}, false, ${clock.nowMs()})
          ON CONFLICT (external_ref) DO NOTHING
          RETURNING *
        ), period AS (
          ${beginPeriods(sql, parts)}
        ), lines AS (
          ${auditLines(sql, parts, [{ action: "accounts create", about: `${plan} ${monthlyQuota}` }])}
        )
        SELECT ${accountColumns(sql)} FROM account`,
    );
  const findByRef = (externalRef: string) =>
    ask((sql) => sql`SELECT ${accountColumns(sql)} FROM account WHERE external_ref = ${externalRef}`);

  return {
    createAccount: async (init) => (await insert({ ...init, externalRef: null })) as Account,
    createAccountOnce: async (init) => {
      const added = await insert(init);
      return added === undefined
        ? { account: (await findByRef(init.externalRef)) as Account, isNew: false }
        : { account: added, isNew: true };
    },
    countByPlan: async () => {
      // ('free', 1204), ('growth', 17), …
      const rows = await connection.ask<{ readonly plan: string; readonly accounts: number }>(
        (sql) => sql`
          SELECT plan, count(*)::integer AS accounts FROM account WHERE deleted_at_ms IS NULL GROUP BY plan`,
      );
      return new Map(rows.map(({ plan, accounts }) => [plan, accounts]));
    },
    listAccounts: async () => {
      // Oldest first; those of one millisecond in the order they were written.
      const rows = await connection.ask<AccountRow>(
        (sql) => sql`SELECT ${accountColumns(sql)} FROM account ORDER BY created_at_ms, seq`,
      );
      return rows.map(accountFromRow);
    },
    findAccount: (id) => ask((sql) => sql`SELECT ${accountColumns(sql)} FROM account WHERE id = ${id}`),
    findAccountByRef: findByRef,
  };
}
