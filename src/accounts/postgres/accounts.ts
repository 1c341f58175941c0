// Accounts in PostgreSQL: what operators change, a few times a day.
import type { Fragment } from "postgres";
import type { Account, AccountStore } from "../account-store.ts";
import { randomId } from "../random-text.ts";
import type { PostgresSql } from "./connect.ts";
import type { PostgresStoreParts } from "./store-parts.ts";

type PostgresAccounts = Pick<
  AccountStore,
  "createAccount" | "listAccounts" | "findAccount" | "updateAccount"
>;

/** The columns of an account, under whose names in camelCase its properties are. */
export function accountColumns(sql: PostgresSql): Fragment {
  return sql`account.id, account.name, account.plan, account.monthly_quota, account.is_suspended,
    account.created_at_ms, account.sports_revision`;
}

export function createPostgresAccounts({ connection, clock }: PostgresStoreParts): PostgresAccounts {
  return {
    createAccount: async ({ name, plan, monthlyQuota }) => {
      // One row: the account as it was written.
      const [account] = await connection.ask<Account>(
        (sql) => sql`
          INSERT INTO account (id, name, plan, monthly_quota, is_suspended, created_at_ms)
          VALUES (${randomId("acc")}, ${name}, ${plan}, ${monthlyQuota}, false, ${clock.nowMs()})
          RETURNING ${accountColumns(sql)}`,
      );
      return account as Account;
    },
    // Every account, oldest first; those of one millisecond in the order they were written.
    listAccounts: () =>
      connection.ask<Account>(
        (sql) => sql`SELECT ${accountColumns(sql)} FROM account ORDER BY created_at_ms, seq`,
      ),
    findAccount: async (id) => {
      const [account] = await connection.ask<Account>(
        (sql) => sql`SELECT ${accountColumns(sql)} FROM account WHERE id = ${id}`,
      );
      return account;
    },
    updateAccount: async (id, { plan = null, monthlyQuota = null, isSuspended = null }) => {
      // Changes what is not NULL, in one step; one row, the account as it is then, or none.
      // ('acc_a', NULL, NULL, true) suspends acc_a and leaves its plan alone.
      const [account] = await connection.ask<Account>(
        (sql) => sql`
          UPDATE account
          SET plan = coalesce(${plan}, plan),
              monthly_quota = coalesce(${monthlyQuota}, monthly_quota),
              is_suspended = coalesce(${isSuspended}, is_suspended)
          WHERE id = ${id}
          RETURNING ${accountColumns(sql)}`,
      );
      return account;
    },
  };
}
