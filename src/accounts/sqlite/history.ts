// Who was on which plan when, and what operators did, in SQLite.
import type { DatabaseSync } from "node:sqlite";
import type { AccountStore } from "../account-store.ts";
import type { AuditedAct, AuditEntry } from "../account/audit-entry.ts";
import type { PlanPeriod } from "../account/plan-period.ts";
import { readInBatches } from "../sql/read-in-batches.ts";
import { attempt } from "./attempt.ts";
import type { SqliteStoreParts } from "./store-parts.ts";

type SqliteHistory = Pick<AccountStore, "planHistory" | "auditLog">;

export type PeriodRow = Omit<
  { readonly [Property in keyof PlanPeriod]: PlanPeriod[Property] },
  "isPresumed"
> & {
  readonly isPresumed: number;
};
type AuditRow = Omit<AuditEntry, "about"> & { readonly about: string | null; readonly seq: number };

/** Where reading begins; an account that came from another store has brought older lines along. */
const BEFORE_ALL = { atMs: -1, seq: 0 };

/** How many lines are read at once. */
const BATCH = 1000;

/** For a statement over `account`: its periods, the oldest first, as a JSON list of PeriodRow. */
export const HISTORY_AS_JSON = `
  (SELECT json_group_array(json_object('sinceMs', since_ms, 'plan', plan, 'monthlyQuota', monthly_quota,
     'state', state, 'isPresumed', is_presumed) ORDER BY seq)
   FROM plan_period WHERE account_id = account.id)`;

export function createSqliteHistory({ database }: SqliteStoreParts): SqliteHistory {
  const sql = prepareStatements(database);
  return {
    planHistory: (accountId) =>
      attempt(() => (sql.history.all({ accountId }) as PeriodRow[]).map(periodFromRow)),
    async *auditLog({ accountId = null } = {}) {
      const rows = readInBatches(BEFORE_ALL, ({ atMs, seq }) =>
        attempt(() => sql.auditLog.all({ accountId, atMs, seq, limit: BATCH }) as AuditRow[]),
      );
      for await (const row of rows) yield entryFromRow(row);
    },
  };
}

/** Writes a line of the audit log, in the transaction of the change it is about. */
export type Audit = (accountId: string, act: AuditedAct) => void;

export function createSqliteAudit({
  database,
  clock,
  operator,
}: Pick<SqliteStoreParts, "database" | "clock" | "operator">): Audit {
  const add = database.prepare(`
    INSERT INTO audit_log (at_ms, operator, action, account_id, about)
    VALUES (:nowMs, :operator, :action, :accountId, :about)`);
  return (accountId, { action, about = null }) =>
    void add.run({ nowMs: clock.nowMs(), operator, action, accountId, about });
}

export function periodFromRow({ sinceMs, plan, monthlyQuota, state, isPresumed }: PeriodRow): PlanPeriod {
  return { sinceMs, plan, monthlyQuota, state, isPresumed: isPresumed === 1 };
}

function entryFromRow({ atMs, operator, action, accountId, about }: AuditRow): AuditEntry {
  return { atMs, operator, action, accountId, about: about ?? undefined };
}

function prepareStatements(database: DatabaseSync) {
  return {
    history: database.prepare(`
      SELECT since_ms AS sinceMs, plan, monthly_quota AS monthlyQuota, state, is_presumed AS isPresumed
      FROM plan_period WHERE account_id = :accountId ORDER BY seq`),
    // The lines after one that was read, of an account, or of all where that is NULL.
    auditLog: database.prepare(`
      SELECT seq, at_ms AS atMs, operator, action, account_id AS accountId, about
      FROM audit_log WHERE (at_ms, seq) > (:atMs, :seq) AND (:accountId IS NULL OR account_id = :accountId)
      ORDER BY at_ms, seq LIMIT :limit`),
  };
}
