// Who was on which plan when, and what operators did, in PostgreSQL.
import type { Fragment } from "postgres";
import type { AccountStore } from "../../account-store.ts";
import type { AuditedAct, AuditEntry } from "../../account/audit-entry.ts";
import type { PlanPeriod } from "../../account/plan-period.ts";
import { readInBatches } from "../../sql/read-in-batches.ts";
import type { PostgresSql } from "../connect.ts";
import type { PostgresStoreParts } from "../store-parts.ts";

type PostgresHistory = Pick<AccountStore, "planHistory" | "auditLog">;

type AuditRow = Omit<AuditEntry, "about"> & { readonly about: string | null; readonly seq: number };

/** Where reading begins; an account that came from another store has brought older lines along. */
const BEFORE_ALL = { atMs: -1, seq: 0 };

/** How many lines are asked for at once: a statement is to end well before its deadline. */
const BATCH = 1000;

/** For a statement over `account`: its periods, the oldest first, as a JSON list. */
export function historyColumn(sql: PostgresSql): Fragment {
  return sql`
    (SELECT coalesce(json_agg(json_build_object('sinceMs', since_ms, 'plan', plan, 'monthlyQuota', monthly_quota,
         'state', state, 'isPresumed', is_presumed)
       ORDER BY seq), '[]')
     FROM plan_period WHERE account_id = account.id)`;
}

export function createPostgresHistory({ connection }: PostgresStoreParts): PostgresHistory {
  return {
    planHistory: (accountId) =>
      connection.ask<PlanPeriod>(
        (sql) => sql`
          SELECT since_ms, plan, monthly_quota, state, is_presumed
          FROM plan_period WHERE account_id = ${accountId} ORDER BY seq`,
      ),
    async *auditLog({ accountId = null } = {}) {
      // The lines after one that was read, of an account, or of all where that is NULL.
      const rows = readInBatches(BEFORE_ALL, ({ atMs, seq }) =>
        connection.ask<AuditRow>(
          (sql) => sql`
            SELECT seq, at_ms, operator, action, account_id, about FROM audit_log
            WHERE (at_ms, seq) > (${atMs}::bigint, ${seq}::bigint) AND (${accountId}::text IS NULL OR account_id = ${accountId})
            ORDER BY at_ms, seq LIMIT ${BATCH}`,
        ),
      );
      for await (const row of rows) yield entryFromRow(row);
    },
  };
}

/**
 * Writes the lines about what is done to the accounts in `account`, as a part of the statement that does it. What is not
 * known before, such as a plan that was left as it is, is a column of these rows.
 */
export function auditLines(
  sql: PostgresSql,
  { operator, clock }: Pick<PostgresStoreParts, "operator" | "clock">,
  acts: readonly AuditedAct[],
  accounts: Fragment = sql`SELECT id FROM account`,
): Fragment {
  return sql`
    INSERT INTO audit_log (at_ms, operator, action, account_id, about)
    SELECT ${clock.nowMs()}::bigint, ${operator}, act.action, changed.id, act.about
    FROM (${accounts}) AS changed (id),
      json_to_recordset(${JSON.stringify(acts)}::text::json) AS act (action text, about text)`;
}

/** Begins a period with what the accounts in `account` are now, as a part of the statement that makes them so. */
export function beginPeriods(
  sql: PostgresSql,
  { clock }: Pick<PostgresStoreParts, "clock">,
  differing: Fragment = sql``,
): Fragment {
  return sql`
    INSERT INTO plan_period (account_id, since_ms, plan, monthly_quota, state)
    SELECT account.id, ${clock.nowMs()}::bigint, account.plan, account.monthly_quota, account.state
    FROM account ${differing}`;
}

function entryFromRow({ atMs, operator, action, accountId, about }: AuditRow): AuditEntry {
  return { atMs, operator, action, accountId, about: about ?? undefined };
}
