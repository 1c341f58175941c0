// How far a fleet is ahead of an even pace of its day's calls, and how long forecasts are fresh because of this.
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../lib/time/clock.ts";
import { FRESH_MS_MAX } from "../cache/age-limits.ts";

/** This much ahead adds no pressure: it covers the fetches after a start, or of the first callers in the morning. */
const SLACK_HOURS = 0.25;

/** Freshness changes in steps of whole minutes, so that what is computed for one step can be reused. */
const STEP_MS = MINUTE_MS;

/**
 * The pace is what is left of the day's calls, spread evenly over what is left of the day. The pressure says by how many
 * hours of the pace the fleet is ahead: 0 up to a quarter of an hour ahead, 1 from an hour and a quarter. As it rises,
 * forecasts stay fresh longer and the fleet spends less, until it keeps the pace. So at most the calls of an hour and a
 * quarter are spent too early, whatever the traffic is like.
 * Unspent calls raise the pace of the hours that follow; they are not available at once. So the service need not know
 * when its callers sleep.
 */
export function createPressure() {
  let notedMs: number | undefined;
  /** In hours of the pace, without the slack; below 0 while the slack is not used up. */
  let hoursAhead = -SLACK_HOURS;

  return {
    /** A replica that starts adopts the pressure of the others. */
    adopt(pressure: number): void {
      if (pressure > 0) hoursAhead = Math.max(hoursAhead, Math.min(1, pressure));
    },
    /**
     * `spent`: calls since the last note; `left`: calls left of the day. By the time of day, not by elapsed time: the other
     * replicas go on spending while this one's machine is suspended.
     */
    note({ nowMs, spent, left }: { nowMs: number; spent: number; left: number }): void {
      const beforeMs = notedMs;
      notedMs = nowMs;
      if (beforeMs === undefined) return;
      const elapsedHours = Math.max(0, nowMs - beforeMs) / HOUR_MS;
      const pace = left / hoursLeft(nowMs);
      const ahead = hoursAhead + (pace > 0 ? spent / pace : 1) - elapsedHours;
      hoursAhead = Math.min(1, Math.max(-SLACK_HOURS, ahead));
    },
    /** From 0 to 1. */
    value: (): number => Math.max(0, hoursAhead),
  };
}

/**
 * Returns `freshMs` without pressure and FRESH_MS_MAX at full pressure. In between, equal steps of pressure multiply the
 * freshness by equal factors.
 */
export function freshMsAt(pressure: number, freshMs: number): number {
  const stretched = freshMs * (FRESH_MS_MAX / freshMs) ** pressure;
  return Math.max(freshMs, Math.round(stretched / STEP_MS) * STEP_MS);
}

/** Hours until the UTC day ends. */
export function hoursLeft(nowMs: number): number {
  return (DAY_MS - (nowMs % DAY_MS)) / HOUR_MS;
}
