// What was counted: rows by day, and their sums by month.
import type { Account, PlanPeriod } from "./account.ts";

/** The verdicts that are counted. Accounts know nothing of weather: these are words. */
export const VERDICTS = ["safe_to_book", "proceed_with_caution", "not_recommended"] as const;

export type Verdict = (typeof VERDICTS)[number];

/** How many answers said what. */
export type VerdictCounts = Readonly<Record<Verdict, number>>;

export interface UsageRow {
  /** `2026-11-21` */
  readonly day: string;
  readonly method: string;
  /** Undefined for calls that were counted by a version that did not tell keys apart. */
  readonly keyId?: string | undefined;
  readonly calls: number;
}

/** What the answers of a month said, of those that have a verdict. */
export interface MonthlyVerdicts {
  /** `2026-11` */
  readonly month: string;
  readonly verdicts: VerdictCounts;
}

/** The answered calls of a month. */
export interface MonthlyTotal extends MonthlyVerdicts {
  readonly calls: number;
}

/** An account, its answered calls of one month, and what was agreed with it at any time. */
export interface AccountMonth {
  readonly account: Account;
  readonly calls: number;
  /** At least one, the oldest first. */
  readonly history: readonly PlanPeriod[];
}

/** Stores keep the day of a UsageRow as a month and a day of that month. */
interface DayOfMonth {
  readonly month: string;
  readonly day: number;
}

/** `2026-11-05` */
export function usageDayToText({ month, day }: DayOfMonth): string {
  return `${month}-${String(day).padStart(2, "0")}`;
}

export function usageDayFromText(text: string): DayOfMonth {
  return { month: text.slice(0, "2026-11".length), day: Number(text.slice("2026-11-".length)) };
}
