// Plan history and audit log.
import type { AccountState, PlanPeriod } from "../account.ts";
import type { AuditAction, AuditedAct, AuditEntry } from "../audit.ts";
import type { HistoryFacet } from "../store.ts";
import { readInBatches, sql, type SqlSession, type StoreParts } from "./sql.ts";

export interface PeriodRow {
  readonly since_ms: number;
  readonly plan: string;
  readonly monthly_quota: number;
  readonly state: AccountState;
  /** 0 or 1 in SQLite. */
  readonly is_presumed: boolean | number;
}

export const PERIOD_COLUMNS = sql`since_ms, plan, monthly_quota, state, is_presumed`;

export interface AuditRow {
  readonly seq: number;
  readonly at_ms: number;
  readonly operator: string;
  readonly action: AuditAction;
  readonly account_id: string;
  readonly about: string | null;
}

/** Before the first line. Lines are read by time, because lines of moved accounts can be older than lines that were there before. */
const BEFORE_ALL = { at_ms: -1, seq: 0 };

/** Lines read at once: a statement should end well before its deadline. */
const BATCH = 1000;

export function createHistory({ database }: StoreParts) {
  return {
    planHistory: async (accountId) => {
      const rows = await database.run<PeriodRow>(sql`
        SELECT ${PERIOD_COLUMNS} FROM plan_period WHERE account_id = ${accountId} ORDER BY seq`);
      return rows.map(periodFromRow);
    },
    async *auditLog({ accountId } = {}) {
      const ofAccount = accountId === undefined ? sql`` : sql`AND account_id = ${accountId}`;
      const rows = readInBatches(BEFORE_ALL, (last) =>
        database.run<AuditRow>(sql`
          SELECT seq, at_ms, operator, action, account_id, about FROM audit_log
          WHERE (at_ms, seq) > (${last.at_ms}, ${last.seq}) ${ofAccount}
          ORDER BY at_ms, seq LIMIT ${BATCH}`),
      );
      for await (const row of rows) yield { ...lineFromRow(row), accountId: row.account_id };
    },
  } satisfies HistoryFacet;
}

export function periodFromRow(row: PeriodRow): PlanPeriod {
  return {
    sinceMs: row.since_ms,
    plan: row.plan,
    monthlyQuota: row.monthly_quota,
    state: row.state,
    isPresumed: Boolean(row.is_presumed),
  };
}

export function lineFromRow({ at_ms, operator, action, about }: AuditRow): Omit<AuditEntry, "accountId"> {
  return { atMs: at_ms, operator, action, about: about ?? undefined };
}

export async function addPeriod({ run }: SqlSession, accountId: string, period: PlanPeriod): Promise<void> {
  const { sinceMs, plan, monthlyQuota, state, isPresumed } = period;
  await run(sql`
    INSERT INTO plan_period (account_id, ${PERIOD_COLUMNS})
    VALUES (${accountId}, ${sinceMs}, ${plan}, ${monthlyQuota}, ${state}, ${isPresumed})`);
}

/** Writes audit lines in the transaction of the change. */
export async function addAuditLines(
  { run }: SqlSession,
  { clock, operator }: Pick<StoreParts, "clock" | "operator">,
  accountId: string,
  acts: readonly AuditedAct[],
): Promise<void> {
  for (const { action, about } of acts) {
    await run(sql`
      INSERT INTO audit_log (at_ms, operator, action, account_id, about)
      VALUES (${clock.nowMs()}, ${operator}, ${action}, ${accountId}, ${about})`);
  }
}
