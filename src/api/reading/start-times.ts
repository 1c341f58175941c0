// When a session may start: the rules of the contract, and lists of starts as callers write them.
import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { SkipReason, type SkippedSlot } from "#gen/suitability/v1/safe_slots_pb.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../lib/time/clock.ts";
import { type FieldViolation, invalidArgument } from "../../errors/fault.ts";
import { isoTime, parseIsoTime } from "../../lib/time/iso-time.ts";
import { required } from "./required.ts";

/** How far ahead a session may start. */
const HORIZON_HOURS = 168;

/** How long ago a session may have begun, with `ongoing`. */
const ONGOING_HOURS = 12;

type StartProblem = "past" | "beyond_horizon";

export function hourStartMs(ms: number): number {
  return Math.floor(ms / HOUR_MS) * HOUR_MS;
}

/** Which starts are accepted: only upcoming ones, or also those of sessions that have begun. */
export type StartRange = "upcoming" | "ongoing";

/** A session may start in the current hour at the earliest, and at most 168 hours from now. */
export function startProblem(
  startMs: number,
  nowMs: number,
  range: StartRange = "upcoming",
): StartProblem | undefined {
  if (startMs < earliestMs(nowMs, range)) return "past";
  return startMs > nowMs + HORIZON_HOURS * HOUR_MS ? "beyond_horizon" : undefined;
}

function earliestMs(nowMs: number, range: StartRange): number {
  return range === "ongoing" ? nowMs - ONGOING_HOURS * HOUR_MS : hourStartMs(nowMs);
}

/** When a start's `problem`, or its lack of one, changes; Unix ms, Infinity for never. */
export function problemChangesAtMs(
  startMs: number,
  problem: StartProblem | undefined,
  range: StartRange = "upcoming",
): number {
  switch (problem) {
    case "past":
      return Infinity;
    case "beyond_horizon":
      return startMs - HORIZON_HOURS * HOUR_MS;
    case undefined:
      return range === "ongoing" ? startMs + ONGOING_HOURS * HOUR_MS + 1 : hourStartMs(startMs) + HOUR_MS;
  }
}

/** When the `problem` of one of these starts changes because time has passed; Unix ms. */
export function slotsChangeAtMs(slots: readonly Pick<Slot, "startMs" | "problem">[]): number {
  let changesAtMs = Infinity;
  for (const { startMs, problem } of slots) {
    changesAtMs = Math.min(changesAtMs, problemChangesAtMs(startMs, problem));
  }
  return changesAtMs;
}

/**
 * Cut to milliseconds, as in JSON: rounding could move a session into the next hour. Binary messages may have more
 * nanoseconds than a second has.
 */
export function startMsOf({ seconds, nanos }: Timestamp): number {
  return Number(seconds) * SECOND_MS + Math.min(Math.max(Math.floor(nanos / 1_000_000), 0), SECOND_MS - 1);
}

/** The start of a request. Throws INVALID_ARGUMENT if no session may start then. */
export function readStart(startTime: Timestamp | undefined, nowMs: number, range: StartRange): number {
  const startMs = startMsOf(required(startTime));
  const problem = startProblem(startMs, nowMs, range);
  if (problem !== undefined) throw invalidArgument([startViolation(problem, nowMs, range)]);
  return startMs;
}

export function startViolation(
  problem: StartProblem,
  nowMs: number,
  range: StartRange = "upcoming",
): FieldViolation {
  const field = "start_time";
  if (problem === "past") {
    // Rounded up to the next second, so that the suggested time is accepted.
    const earliest = isoTime(Math.ceil(earliestMs(nowMs, range) / 1000) * 1000);
    const description =
      range === "ongoing"
        ? `is more than ${ONGOING_HOURS} hours ago. The earliest start is ${earliest}.`
        : `is in the past. The earliest start is the current hour, ${earliest}.`;
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

/** Hours from the forecast to the start. Odds depend on this lead, not on the time of the request. */
export function leadHours({ generatedAtMs }: { readonly generatedAtMs: number }, startMs: number): number {
  return (startMs - generatedAtMs) / HOUR_MS;
}

/** One of several starts. */
export interface Slot {
  /** As the caller wrote it; in UTC for a start of a grid. */
  readonly startTime: string;
  readonly startMs: number;
  readonly problem: StartProblem | undefined;
}

/** Parses a list of times. Throws INVALID_ARGUMENT that names every malformed one. */
export function readSlots(field: string, startTimes: readonly string[], nowMs: number): readonly Slot[] {
  const violations: FieldViolation[] = [];
  const slots: Slot[] = [];
  for (const startTime of startTimes) {
    const parsed = parseIsoTime(startTime, nowMs);
    if ("ms" in parsed) {
      slots.push({ startTime, startMs: parsed.ms, problem: startProblem(parsed.ms, nowMs) });
    } else {
      const position = slots.length + violations.length;
      violations.push({ field: `${field}[${position}]`, description: parsed.problem });
    }
  }
  if (violations.length > 0) throw invalidArgument(violations);
  return slots;
}

const SKIP_REASONS = {
  past: SkipReason.PAST,
  beyond_horizon: SkipReason.BEYOND_HORIZON,
} as const satisfies Record<StartProblem, SkipReason>;

/** A slot that was not judged, and the reason: its start is not accepted, or there is no forecast. */
export function skippedSlot({ startTime, problem }: Slot): SkippedSlot {
  const reason = problem === undefined ? SkipReason.NO_FORECAST : SKIP_REASONS[problem];
  return { $typeName: "suitability.v1.SkippedSlot", startTime, reason };
}
