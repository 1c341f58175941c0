// Lists of start times, as callers write them.
import { SkipReason } from "#gen/suitability/v1/safe_slots_pb.ts";
import { invalidArgument, type FieldViolation } from "../fault.ts";
import { parseIsoTime } from "../iso-time.ts";
import type { StartProblem } from "./session-time.ts";

/** A start time as it was passed in, and the instant it means. */
export interface Slot {
  readonly startTime: string;
  readonly startMs: number;
}

/** Finds the instants that a list means; INVALID_ARGUMENT that names every malformed time otherwise. */
export function readSlots(field: string, startTimes: readonly string[]): readonly Slot[] {
  const violations: FieldViolation[] = [];
  const slots: Slot[] = [];
  startTimes.forEach((startTime, i) => {
    const parsed = parseIsoTime(startTime);
    if ("problem" in parsed) {
      violations.push({ field: `${field}[${i}]`, description: parsed.problem });
    } else {
      slots.push({ startTime, startMs: parsed.ms });
    }
  });
  if (violations.length > 0) {
    throw invalidArgument(violations);
  }
  return slots;
}

const SKIP_REASONS = {
  past: SkipReason.PAST,
  beyond_horizon: SkipReason.BEYOND_HORIZON,
} as const satisfies Record<StartProblem, SkipReason>;

/** Why a slot was not judged: it may not start then or else, there is no forecast for it. */
export function skippedSlot({ startTime }: Slot, problem: StartProblem | undefined) {
  return { startTime, reason: problem === undefined ? SkipReason.NO_FORECAST : SKIP_REASONS[problem] };
}
