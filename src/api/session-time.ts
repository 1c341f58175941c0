// When a session may start. The contract's rules against the clock; the shape of a time is checked before.
import { HOUR_MS, MINUTE_MS } from "../clock.ts";
import type { FieldViolation } from "../fault.ts";
import { isoTime } from "../iso-time.ts";

/** How far ahead a session may start. */
const HORIZON_HOURS = 168;

/** Why a session cannot start then. */
export type StartProblem = "past" | "beyond_horizon";

/** The start of the hour an instant is in. */
export function hourStartMs(ms: number): number {
  return Math.floor(ms / HOUR_MS) * HOUR_MS;
}

/** A session may start in the current hour at the earliest, and at most 168 hours from now. */
export function startProblem(startMs: number, nowMs: number): StartProblem | undefined {
  if (startMs < hourStartMs(nowMs)) {
    return "past";
  }
  return startMs > nowMs + HORIZON_HOURS * HOUR_MS ? "beyond_horizon" : undefined;
}

/** When startProblem begins to say something else of the same start; Unix ms, Infinity for never. */
export function startProblemChangesAtMs(startMs: number, nowMs: number): number {
  switch (startProblem(startMs, nowMs)) {
    case "past":
      return Infinity;
    case "beyond_horizon":
      return startMs - HORIZON_HOURS * HOUR_MS;
    case undefined:
      return hourStartMs(startMs) + HOUR_MS;
  }
}

/** What to change, for the caller. */
export function startViolation(problem: StartProblem, nowMs: number): FieldViolation {
  const field = "start_time";
  if (problem === "past") {
    const description = `is in the past. The earliest start is the current hour, ${isoTime(hourStartMs(nowMs))}.`;
    return { field, description, reason: "START_IN_PAST" };
  }
  const latest = isoTime(nowMs + HORIZON_HOURS * HOUR_MS);
  const description = `is beyond the forecast. The latest start is 7 days from now, ${latest}.`;
  return { field, description, reason: "START_BEYOND_HORIZON" };
}

/** Whole minutes from the start of a forecast to the start of a session; seconds are cut. */
export function minutesAfter(forecastStartMs: number, startMs: number): number {
  return Math.floor((startMs - forecastStartMs) / MINUTE_MS);
}

/** From a forecast to the start of a session: what was known then is what odds go by, whenever they are asked for. */
export function leadHours({ generatedAtMs }: { readonly generatedAtMs: number }, startMs: number): number {
  return (startMs - generatedAtMs) / HOUR_MS;
}
