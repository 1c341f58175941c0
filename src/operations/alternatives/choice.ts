import type { GetBookingConfidenceRequest } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { invalidArgument } from "../../fault.ts";
import { isoTime } from "../../iso-time.ts";
import { startProblem, startProblemChangesAtMs } from "../session-time.ts";
import { readSlots, type Slot } from "../slots.ts";
import { gridParameters, readGrid } from "./grid.ts";

/** What alternatives are chosen from. */
export interface Choice {
  /** How many to tell at most. */
  readonly count: number;
  /** Of a grid, those alone that a session may start at. */
  readonly slots: readonly Slot[];
  /** The caller named them, and is told which could not be judged. */
  readonly areNamed: boolean;
  /** When the passing of time alone makes it another choice; Unix ms. */
  readonly changesAtMs: number;
}

/** Undefined where no alternatives are asked for. INVALID_ARGUMENT unless there is one list or one grid to choose from. */
export function readChoice(request: GetBookingConfidenceRequest, nowMs: number): Choice | undefined {
  const { alternatives: count, candidates } = request;
  const [ofGrid] = gridParameters(request);
  const named = candidates.length > 0 ? "candidates" : undefined;
  const given = named ?? ofGrid;
  if (count === undefined) {
    if (given === undefined) return undefined;
    throw refusal(
      given,
      "is what alternatives are chosen from: give alternatives, how many (1 to 5), as well.",
    );
  }
  if (given === undefined) {
    const description = "needs starts to choose from: give candidates, or earliest_start and latest_start.";
    throw refusal("alternatives", description);
  }
  if (named !== undefined && ofGrid !== undefined) {
    throw refusal(ofGrid, "belongs to a grid, and there are candidates: give one or the other.");
  }
  if (named === undefined) return { count, areNamed: false, ...gridStarts(request, nowMs) };
  const slots = readSlots("candidates", candidates);
  return { count, areNamed: true, slots, changesAtMs: changesAtMs(slots, nowMs) };
}

function refusal(field: string, description: string) {
  return invalidArgument([{ field, description }]);
}

function gridStarts(
  request: GetBookingConfidenceRequest,
  nowMs: number,
): Pick<Choice, "slots" | "changesAtMs"> {
  const { starts, isWithin } = readGrid(request);
  const slots = starts
    // In this order: a time that is far off may be none that a zone knows.
    .filter(({ startMs }) => startProblem(startMs, nowMs) === undefined && isWithin(startMs))
    .map(({ startMs }) => ({ startTime: isoTime(startMs), startMs }));
  return { slots, changesAtMs: changesAtMs(starts, nowMs) };
}

function changesAtMs(starts: readonly { readonly startMs: number }[], nowMs: number): number {
  return Math.min(...starts.map(({ startMs }) => startProblemChangesAtMs(startMs, nowMs)));
}
