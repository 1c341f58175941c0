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

/** The starts that alternatives are chosen from. */
interface Choice {
  /** How many alternatives to return at most. */
  readonly count: number;
  /** Of a grid, only the starts within its hours. */
  readonly slots: readonly Slot[];
  /** Whether the caller listed the starts. Then the answer names those that could not be judged. */
  readonly areNamed: boolean;
  readonly zoneName: string | undefined;
  /** When time alone changes the choice; Unix ms. */
  readonly changesAtMs: number;
}

export const CHOICE_PARAMETERS = ["alternatives", "candidates", ...GRID_PARAMETERS];

/** Undefined if no alternatives are asked for. Throws INVALID_ARGUMENT unless there is either one list or one grid. */
export function readChoice(request: GetBookingConfidenceRequest, nowMs: number): Choice | undefined {
  const { alternatives: count, candidates } = request;
  const parameters = gridParameters(request);
  // `time_zone` belongs to the grid and to the times in a sentence.
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
    // The order matters: `isWithin` may throw for times that are far off.
    .filter(({ startMs }) => startProblem(startMs, nowMs) === undefined && isWithin(startMs))
    .map(({ startMs }) => ({ startTime: isoTime(startMs), startMs }));
  return { slots, zoneName, changesAtMs: changesAtMs(starts, nowMs) };
}

function changesAtMs(starts: readonly { readonly startMs: number }[], nowMs: number): number {
  return Math.min(...starts.map(({ startMs }) => startProblemChangesAtMs(startMs, nowMs)));
}

/** A smaller difference is no reason to move a booking. */
const POINTS_BETTER_MIN = 10;

interface AskedSession {
  readonly forecast: HourlyWeather;
  readonly profile: CompiledProfile;
  readonly durationMinutes: number;
  readonly startMs: number;
  readonly playabilityScore: number;
  readonly recommendation: Recommendation;
}

/**
 * The starts that are better than the one asked about: best first, then the nearest, then the earlier; each once. Also the
 * named starts that could not be judged.
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
  // At least 10 points more, so another verdict is a better one.
  const isAnotherVerdict = best !== undefined && recommendationFor(scoreOf(best)) !== asked.recommendation;
  return {
    /** The times for the summary, if a better verdict is possible. */
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

/** Rounded scores by start; NaN for a start without a forecast. */
function scoresOf(
  slots: readonly Slot[],
  { forecast, profile, durationMinutes }: AskedSession,
): ReadonlyMap<number, number> {
  const startMinutes = slots.map(({ startMs }) => minutesAfter(forecast.startMs, startMs));
  if (startMinutes.length === 0) return new Map();
  const hours = scoreHours({ weather: forecast, profile, ...hoursTouched(startMinutes, durationMinutes) });
  const raw = scoreStarts({ weather: forecast, hours, startMinutes, durationMinutes });
  return new Map(slots.map(({ startMs }, i) => [startMs, roundedScore(raw[i] ?? Number.NaN)]));
}

/** A start that is named twice is returned once. */
function isFirst(slots: readonly Slot[], i: number): boolean {
  return slots.findIndex(({ startMs }) => startMs === slots[i]?.startMs) === i;
}
