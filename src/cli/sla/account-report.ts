// Whether the promise of docs/sla.md was kept to an account in a month.
import type { CallSums, MonthSums } from "./month-sums.ts";

/** Of a month with fewer nothing can be said: one call that fails is more than a thousandth. */
export const CALLS_MIN = 1_000;

/** What is promised, as shares of 1. */
export interface Promised {
  readonly availability: number;
  readonly inTime: number;
}

export interface AccountReport {
  /** Answered and failed; refusals are not among them. */
  readonly calls: number;
  readonly failed: number;
  readonly late: number;
  /** Shares of 1; undefined where there is nothing that they could be of. */
  readonly availability: number | undefined;
  readonly inTime: number | undefined;
  readonly outageMinutes: number;
  /** `not_measured`: Prometheus has no record of the month. */
  readonly verdict: "kept" | "broken" | "too_few_calls" | "not_measured";
}

/** What each account has its part of, as shares of 1. */
export interface SharedLosses {
  /** Of all calls, those that failed before it was known whose they were. */
  readonly unknownShare: number;
  /** Of the minutes that were measured, those in which no process was there. */
  readonly downShare: number;
}

const NONE: CallSums = { good: 0, late: 0, failed: 0 };

export function sharedLosses({ calls, measuredMinutes, upMinutes }: MonthSums): SharedLosses {
  const all = [...calls.values()].reduce((sum, { good, late, failed }) => sum + good + late + failed, 0);
  const unknown = calls.get("unknown") ?? NONE;
  return {
    unknownShare: all === 0 ? 0 : unknown.failed / all,
    downShare: measuredMinutes === 0 ? 0 : 1 - upMinutes / measuredMinutes,
  };
}

export function accountReport(options: {
  readonly accountId: string;
  readonly sums: MonthSums;
  readonly promised: Promised;
}): AccountReport {
  const { accountId, sums, promised } = options;
  const { good, late, failed } = sums.calls.get(accountId) ?? NONE;
  const { unknownShare, downShare } = sharedLosses(sums);
  const answered = good + late;
  const calls = answered + failed;
  const isMeasured = sums.measuredMinutes > 0;
  const ownShare = calls === 0 ? 1 : answered / calls;
  const availability = isMeasured ? ownShare * (1 - unknownShare) * (1 - downShare) : undefined;
  const inTime = answered === 0 ? undefined : good / answered;
  const isKept = (availability ?? 0) >= promised.availability && (inTime ?? 1) >= promised.inTime;
  const judged = calls < CALLS_MIN ? "too_few_calls" : isKept ? "kept" : "broken";
  const downMinutes = sums.measuredMinutes - sums.upMinutes;
  return {
    // Prometheus extrapolates to the ends of each day, and has fractions.
    calls: Math.round(calls),
    failed: Math.round(failed),
    late: Math.round(late),
    availability,
    inTime,
    outageMinutes: Math.round((sums.outageMinutes.get(accountId) ?? 0) + downMinutes),
    verdict: isMeasured ? judged : "not_measured",
  };
}
