// A record for callers: for each day ahead and verdict, how often it was given, how often it was right, and the interval.
import { DAY_MS } from "../../lib/time/clock.ts";
import { isoDay } from "../../lib/time/iso-time.ts";
import { type Verdict, VERDICT_TABLE } from "../../scoring/verdicts.ts";
import type { TallySum } from "./record-store.ts";

export interface HitRate {
  readonly said: number;
  readonly came: number;
  /** 0 to 1, with its 95% interval; undefined if the verdict was never given. */
  readonly share?: number;
  readonly low?: number;
  readonly high?: number;
}

/** Fewer days say too little: even of 30 days, one wet week is a quarter. */
const DAYS_MIN = 30;

/** From the tallies of one sport at one place, or at all places. */
export function hitRates(tallies: readonly TallySum[]) {
  const judged = tallies.filter(({ days }) => days > 0);
  const days = Math.max(0, ...judged.map((tally) => tally.days));
  const sinceDay = Math.min(...judged.map((tally) => tally.sinceDay));
  return {
    /** `2026-11-22`; undefined before the first judged day. */
    since: days === 0 ? undefined : isoDay(sinceDay * DAY_MS),
    days,
    /** Empty before 30 days were judged. */
    leads: days < DAYS_MIN ? [] : judged.map(hitRatesOfLead),
    leftOut: tallies.reduce((sum, { leftOut }) => sum + leftOut, 0),
  };
}

function hitRatesOfLead({ daysAhead, sessions }: TallySum) {
  const rateOf = (verdict: Verdict) => {
    const said = VERDICT_TABLE[verdict].rank;
    const counts = sessions.slice(said * 3, said * 3 + 3);
    const total = counts.reduce((sum, count) => sum + count, 0);
    return hitRate(total, counts[said] ?? 0);
  };
  return {
    daysAhead,
    notRecommended: rateOf("not_recommended"),
    proceedWithCaution: rateOf("proceed_with_caution"),
    safeToBook: rateOf("safe_to_book"),
  };
}

function hitRate(said: number, came: number): HitRate {
  if (said === 0) return { said, came };
  const { low, high } = wilsonInterval(came, said);
  return { said, came, share: hundredths(came / said), low: hundredths(low), high: hundredths(high) };
}

/** Standard deviations that contain 95% of a normal distribution. */
const Z = 1.959964;

/**
 * The 95% score interval of a share (Wilson 1927). Unlike the usual interval, it is right near 0 and 1 and for small counts.
 */
export function wilsonInterval(came: number, said: number): { readonly low: number; readonly high: number } {
  const share = came / said;
  const middle = share + Z ** 2 / (2 * said);
  const half = Z * Math.sqrt((share * (1 - share)) / said + Z ** 2 / (4 * said ** 2));
  const whole = 1 + Z ** 2 / said;
  return { low: Math.max(0, (middle - half) / whole), high: Math.min(1, (middle + half) / whole) };
}

function hundredths(share: number): number {
  return Math.round(share * 100) / 100;
}
