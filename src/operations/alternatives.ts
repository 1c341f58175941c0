import type { GetBookingConfidenceRequest } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { invalidArgument } from "../fault.ts";
import { isoTime } from "../iso-time.ts";
import { scoreHours } from "../scoring/hour-score.ts";
import { type Recommendation, recommendationFor, roundedScore } from "../scoring/recommendation.ts";
import { hoursTouched, scoreStarts } from "../scoring/session-score.ts";
import type { CompiledProfile } from "../scoring/sports/profile.ts";
import type { HourlyWeather } from "../weather/hourly-weather.ts";
import { RECOMMENDATIONS } from "./answer-fields.ts";
import { GRID_PARAMETERS, gridParameters, readGrid, requestedTimeZone, zonedTime } from "./start-grid.ts";
import {
  startProblem,
  startProblemChangesAtMs,
  readSlots,
  type Slot,
  minutesAfter,
  skippedSlot,
} from "./start-times.ts";

/** What alternatives are chosen from. */
interface Choice {
  /** How many to tell at most. */
  readonly count: number;
  /** Of a grid, those alone that a session may start at. */
  readonly slots: readonly Slot[];
  /** The caller named them, and is told which could not be judged. */
  readonly areNamed: boolean;
  /** That of the venue, where it was given. */
  readonly zoneName: string | undefined;
  /** When the passing of time alone makes it another choice; Unix ms. */
  readonly changesAtMs: number;
}

export const CHOICE_PARAMETERS = ["alternatives", "candidates", ...GRID_PARAMETERS];

/** Undefined where no alternatives are asked for. INVALID_ARGUMENT unless there is one list or one grid to choose from. */
export function readChoice(request: GetBookingConfidenceRequest, nowMs: number): Choice | undefined {
  const { alternatives: count, candidates } = request;
  const parameters = gridParameters(request);
  // Of a grid, and of the times that a sentence tells.
  const ofGrid = parameters.find((name) => name !== "time_zone");
  const named = candidates.length > 0 ? "candidates" : undefined;
  const given = named ?? parameters[0];
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
  const slots = readSlots("candidates", candidates, nowMs);
  const zoneName = requestedTimeZone(request);
  return { count, areNamed: true, slots, zoneName, changesAtMs: changesAtMs(slots, nowMs) };
}

function refusal(field: string, description: string) {
  return invalidArgument([{ field, description }]);
}

function gridStarts(
  request: GetBookingConfidenceRequest,
  nowMs: number,
): Pick<Choice, "slots" | "zoneName" | "changesAtMs"> {
  const { starts, zoneName, isWithin } = readGrid(request);
  const slots = starts
    // In this order: a time that is far off may be none that a zone knows.
    .filter(({ startMs }) => startProblem(startMs, nowMs) === undefined && isWithin(startMs))
    .map(({ startMs }) => ({ startTime: isoTime(startMs), startMs }));
  return { slots, zoneName, changesAtMs: changesAtMs(starts, nowMs) };
}

function changesAtMs(starts: readonly { readonly startMs: number }[], nowMs: number): number {
  return Math.min(...starts.map(({ startMs }) => startProblemChangesAtMs(startMs, nowMs)));
}

/** Less is no reason to move a booking. */
const POINTS_BETTER_MIN = 10;

interface Session {
  readonly forecast: HourlyWeather;
  readonly profile: CompiledProfile;
  readonly durationMinutes: number;
}

/** What was asked about first, and its score. */
interface AskedSession extends Session {
  readonly startMs: number;
  readonly playabilityScore: number;
  readonly recommendation: Recommendation;
}

/**
 * The best of a choice that are better than what was asked about: best first, then the nearer to it, then the earlier; each
 * start once. Of starts that the caller named, also those that could not be judged.
 */
export function betterStarts(
  { count, slots, zoneName, areNamed }: Choice,
  asked: AskedSession,
  nowMs: number,
) {
  const problems = slots.map(({ startMs }) => startProblem(startMs, nowMs));
  const scores = scoresOf(
    slots.filter((_slot, i) => problems[i] === undefined),
    asked,
  );
  const scoreOf = ({ startMs }: Slot) => scores.get(startMs) ?? Number.NaN;
  const distanceMs = ({ startMs }: Slot) => Math.abs(startMs - asked.startMs);
  const better = slots
    .filter((slot, i) => isFirst(slots, i) && scoreOf(slot) >= asked.playabilityScore + POINTS_BETTER_MIN)
    .sort((a, b) => scoreOf(b) - scoreOf(a) || distanceMs(a) - distanceMs(b) || a.startMs - b.startMs);
  const [best] = better;
  // At least 10 points more, so that another verdict is a better one.
  const isAnotherVerdict = best !== undefined && recommendationFor(scoreOf(best)) !== asked.recommendation;
  return {
    /** What a sentence says of them. */
    told: isAnotherVerdict
      ? {
          session: zonedTime(asked.startMs, zoneName),
          better: zonedTime(best.startMs, zoneName),
          isUtc: zoneName === undefined,
        }
      : undefined,
    alternatives: better.slice(0, count).map((slot) => ({
      startTime: slot.startTime,
      playabilityScore: scoreOf(slot),
      recommendation: RECOMMENDATIONS[recommendationFor(scoreOf(slot))],
    })),
    skipped: areNamed
      ? slots.flatMap((slot, i) => (Number.isNaN(scoreOf(slot)) ? [skippedSlot(slot, problems[i])] : []))
      : [],
  };
}

/** Rounded scores by their start; NaN for a start that there is no forecast for. */
function scoresOf(
  slots: readonly Slot[],
  { forecast, profile, durationMinutes }: Session,
): ReadonlyMap<number, number> {
  const startMinutes = slots.map(({ startMs }) => minutesAfter(forecast.startMs, startMs));
  if (startMinutes.length === 0) return new Map();
  const hours = scoreHours({ weather: forecast, profile, ...hoursTouched(startMinutes, durationMinutes) });
  const raw = scoreStarts({ weather: forecast, hours, startMinutes, durationMinutes });
  return new Map(slots.map(({ startMs }, i) => [startMs, roundedScore(raw[i] ?? Number.NaN)]));
}

/** A start may be named twice, and is told once. */
function isFirst(slots: readonly Slot[], i: number): boolean {
  return slots.findIndex(({ startMs }) => startMs === slots[i]?.startMs) === i;
}
