// What operators change of an account in PostgreSQL, a few times a day. Each change writes the account's next period, where it has
// begun one, and its lines of the audit log in the same statement.
import type { AccountStore } from "../../account-store.ts";
import { DELETED_NAME } from "../../account/account-state.ts";
import { auditedActs } from "../../account/audit-entry.ts";
import { accountColumns, askAccount } from "../accounts.ts";
import { auditLines, beginPeriods } from "./history.ts";
import type { PostgresStoreParts } from "../store-parts.ts";

type PostgresAccountChanges = Pick<AccountStore, "updateAccount" | "deleteAccount">;

export function createPostgresAccountChanges(parts: PostgresStoreParts): PostgresAccountChanges {
  const { clock } = parts;
  const ask = askAccount(parts);
  return {
    updateAccount: (id, change) => {
      const { plan = null, monthlyQuota = null, isSuspended = null, isClosed = null } = change;
      // Changes what is not NULL, in one step; one row, the account as it is then, or none. One that is closed again keeps its
      // first date. The lock lets nobody come between what the account was and what it is.
      // ('acc_a', NULL, NULL, true, NULL) suspends acc_a and leaves its plan alone.
      return ask(
        (sql) => sql`
          WITH before AS (
            SELECT * FROM account WHERE id = ${id} AND deleted_at_ms IS NULL FOR UPDATE
          ), account AS (
            UPDATE account
            SET plan = coalesce(${plan}, before.plan),
                monthly_quota = coalesce(${monthlyQuota}, before.monthly_quota),
                is_suspended = coalesce(${isSuspended}, before.is_suspended),
                closed_at_ms = CASE ${isClosed}::boolean
                  WHEN true THEN coalesce(before.closed_at_ms, ${clock.nowMs()}) WHEN false THEN NULL
                  ELSE before.closed_at_ms END
            FROM before WHERE account.id = before.id
            RETURNING account.*
          ), period AS (
            ${beginPeriods(
              sql,
              parts,
              sql`JOIN before ON (before.plan, before.monthly_quota, before.state)
                IS DISTINCT FROM (account.plan, account.monthly_quota, account.state)`,
            )}
          ), lines AS (
            ${auditLines(sql, parts, auditedActs(change))}
          )
          SELECT ${accountColumns(sql)} FROM account`,
      );
    },
    deleteAccount: (id) =>
      // One row, what is left of a closed account, or none.
      ask(
        (sql) => sql`
          WITH account AS (
            UPDATE account SET name = ${DELETED_NAME}, external_ref = NULL, deleted_at_ms = ${clock.nowMs()}
            WHERE id = ${id} AND closed_at_ms IS NOT NULL AND deleted_at_ms IS NULL
            RETURNING *
          ), keys AS (
            DELETE FROM api_key USING account WHERE api_key.account_id = account.id
          ), sports AS (
            DELETE FROM custom_sport USING account WHERE custom_sport.account_id = account.id
          ), period AS (
            ${beginPeriods(sql, parts)}
          ), lines AS (
            ${auditLines(sql, parts, [{ action: "accounts delete" }])}
          )
          SELECT ${accountColumns(sql)} FROM account`,
      ),
  };
}
