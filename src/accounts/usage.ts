// Counted calls: rows by day, and their sums by month.
import type { Verdict } from "../scoring/verdicts.ts";
import type { Account, PlanPeriod } from "./account.ts";

export type VerdictCounts = Readonly<Record<Verdict, number>>;

export interface UsageRow {
  /** `2026-11-21` */
  readonly day: string;
  readonly method: string;
  /** Undefined for calls from before usage was counted by key. */
  readonly keyId?: string | undefined;
  readonly calls: number;
}

export function totalCalls(rows: readonly Pick<UsageRow, "calls">[]): number {
  return rows.reduce((sum, { calls }) => sum + calls, 0);
}

export interface MonthlyVerdicts {
  /** `2026-11` */
  readonly month: string;
  readonly verdicts: VerdictCounts;
}

/** The answered calls of a month. */
export interface MonthlyTotal extends MonthlyVerdicts {
  readonly calls: number;
}

/** What is known of a month's calls. */
export interface MonthUsage {
  readonly rows: readonly UsageRow[];
  readonly verdicts: VerdictCounts;
}

/** The totals, with this month's as it was read with its rows: more calls may have been counted since. */
export function totalsWith(totals: readonly MonthlyTotal[], ofMonth: MonthlyTotal): readonly MonthlyTotal[] {
  return totals
    .map((total) => (total.month === ofMonth.month ? ofMonth : total))
    .filter(({ calls }) => calls > 0);
}

/** An account, its answered calls of one month, and its whole plan history. */
export interface AccountMonth {
  readonly account: Account;
  readonly calls: number;
  /** At least one, the oldest first. */
  readonly history: readonly PlanPeriod[];
}
