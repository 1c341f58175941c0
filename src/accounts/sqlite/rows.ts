// The columns of the SQLite tables, and the values of ours they stand for. (Types, not interfaces: only those can be
// asserted from the records node:sqlite returns.)
import type { Account, ApiKey, UsageRow } from "../account-store.ts";
import type { PlanName } from "../plan.ts";

export type AccountRow = {
  readonly id: string;
  readonly name: string;
  readonly plan: PlanName;
  readonly monthly_quota: number;
  readonly is_suspended: number;
  readonly created_at_ms: number;
  readonly sports_revision: number;
};

export type KeyRow = {
  readonly id: string;
  readonly account_id: string;
  readonly prefix: string;
  readonly created_at_ms: number;
  readonly revoked_at_ms: number | null;
};

export type DayRow = {
  readonly month: string;
  readonly day: number;
  readonly method: string;
  readonly calls: number;
};

export function accountFromRow(row: AccountRow): Account {
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    monthlyQuota: row.monthly_quota,
    isSuspended: row.is_suspended === 1,
    createdAtMs: row.created_at_ms,
    sportsRevision: row.sports_revision,
  };
}

export function keyFromRow(row: KeyRow): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    prefix: row.prefix,
    createdAtMs: row.created_at_ms,
    revokedAtMs: row.revoked_at_ms ?? undefined,
  };
}

export function usageFromRow(row: DayRow): UsageRow {
  return {
    day: `${row.month}-${String(row.day).padStart(2, "0")}`,
    method: row.method,
    calls: row.calls,
  };
}
