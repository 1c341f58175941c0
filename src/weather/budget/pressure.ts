// How hard a day's calls press against their limit, and how long forecasts are fresh at that pressure.
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../clock.ts";
import { FRESH_MS_MAX } from "../cache/age-limits.ts";

/** So many hours ahead of the pace are no matter: what is fetched after a start, or with the first callers of the morning. */
const SLACK_HOURS = 0.25;

/** Reckoned in steps of whole minutes, so that what is made for one can be used for a while. */
const STEP_MS = MINUTE_MS;

/**
 * The pace is what is left of the day's calls, spread evenly over what is left of the day. The pressure is by how many hours of
 * the pace the fleet has been ahead of it, and not caught up since: from 0, up to a quarter of an hour ahead, to 1, an hour more.
 * From 0 to 1, forecasts are fresh ever longer, so the fleet spends ever less, until it keeps the pace. So no more than an
 * hour and a quarter of the pace is ever spent too early, whatever the site is like.
 *
 * Nobody knows when it is night for callers who may be anywhere. Nobody has to: what a night leaves raises the pace of the
 * day that follows, and a day that spends more is stretched by as much as its own hours press. What was not spent is not
 * owed, however: it goes to the pace, not into an hour in which all of it might be spent.
 */
export function createPressure() {
  let notedMs: number | undefined;
  /** Below 0 while less than the slack is used. */
  let hoursAhead = -SLACK_HOURS;

  return {
    /** What another replica had reckoned, for one that has just begun. */
    adopt(pressure: number): void {
      if (pressure > 0) hoursAhead = Math.max(hoursAhead, Math.min(1, pressure));
    },
    /** What was spent since it was noted last, and what is left of the day. */
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

/** From `freshMs` at no pressure to the longest at full pressure: each step stretches by the same factor. */
export function freshMsAt(pressure: number, freshMs: number): number {
  const stretched = freshMs * (FRESH_MS_MAX / freshMs) ** pressure;
  return Math.max(freshMs, Math.round(stretched / STEP_MS) * STEP_MS);
}

/** Until the day ends (UTC). */
export function hoursLeft(nowMs: number): number {
  return (DAY_MS - (nowMs % DAY_MS)) / HOUR_MS;
}
