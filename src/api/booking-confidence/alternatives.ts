import type { Alternative, GetBookingConfidenceRequest } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { invalidArgument } from "../../errors/fault.ts";
import { isoTime } from "../../lib/time/iso-time.ts";
import { scoreHours } from "../../scoring/hour-score.ts";
import {
  hoursTouched,
  recommendationFor,
  roundedScore,
  scoreStarts,
  type SessionScore,
} from "../../scoring/session-score.ts";
import type { HourlyWeather } from "../../weather/hourly-weather.ts";
import { RECOMMENDATIONS } from "../answering/answer-fields.ts";
import {
  GRID_PARAMETERS,
  gridParameters,
  readGrid,
  requestedTimeZone,
  zonedTime,
} from "../reading/start-grid.ts";
import {
  startProblem,
  readSlots,
  type Slot,
  minutesAfter,
  skippedSlot,
  slotsChangeAtMs,
} from "../reading/start-times.ts";

/** The starts that alternatives are chosen from. */
interface Choice {
  /** How many alternatives to return at most. */
  readonly count: number;
  /** All starts of a list; the acceptable starts of a grid that are within its hours. */
  readonly slots: readonly Slot[];
  /** Whether the caller listed the starts. If so, the answer lists those that could not be judged. */
  readonly areNamed: boolean;
  readonly zoneName: string | undefined;
  /** When the choice changes because time has passed; Unix ms. */
  readonly changesAtMs: number;
}

export const CHOICE_PARAMETERS = ["alternatives", "candidates", ...GRID_PARAMETERS.map(({ name }) => name)];

/** Whether a request has any of CHOICE_PARAMETERS. */
export function mentionsChoice(request: GetBookingConfidenceRequest): boolean {
  if (request.alternatives !== undefined || request.candidates.length > 0) return true;
  for (const { property } of GRID_PARAMETERS) if (request[property] !== undefined) return true;
  return false;
}

/** For a request that `mentionsChoice`. Throws INVALID_ARGUMENT unless it has `alternatives` and either a list or a grid. */
export function readChoice(request: GetBookingConfidenceRequest, nowMs: number): Choice {
  const { alternatives: count, candidates } = request;
  const parameters = gridParameters(request);
  // `time_zone` is allowed with candidates too: it also sets the zone of the times in the summary.
  const ofGrid = parameters.find((name) => name !== "time_zone");
  const named = candidates.length > 0 ? "candidates" : undefined;
  const given = named ?? parameters[0];
  if (given === undefined) {
    const description = "needs starts to choose from: give candidates, or earliest_start and latest_start.";
    throw refusal("alternatives", description);
  }
  if (count === undefined) {
    const description =
      "is only used to choose alternatives: also give alternatives, the number of starts wanted (1 to 5).";
    throw refusal(given, description);
  }
  if (named !== undefined && ofGrid !== undefined) {
    throw refusal(ofGrid, "belongs to a grid, but the call has candidates too: give one or the other.");
  }
  if (named === undefined) return { count, areNamed: false, ...gridStarts(request, nowMs) };
  const slots = readSlots("candidates", candidates, nowMs);
  const zoneName = requestedTimeZone(request);
  return { count, areNamed: true, slots, zoneName, changesAtMs: slotsChangeAtMs(slots) };
}

function refusal(field: string, description: string) {
  return invalidArgument([{ field, description }]);
}

function gridStarts(
  request: GetBookingConfidenceRequest,
  nowMs: number,
): Pick<Choice, "slots" | "zoneName" | "changesAtMs"> {
  const { starts, zoneName, isWithin } = readGrid(request);
  const slots = starts.map(({ startMs }) => ({ startMs, problem: startProblem(startMs, nowMs) }));
  return {
    zoneName,
    changesAtMs: slotsChangeAtMs(slots),
    slots: slots
      // The order matters: `isWithin` may throw for times that are far off.
      .filter(({ startMs, problem }) => problem === undefined && isWithin(startMs))
      .map(({ startMs, problem }) => ({ startTime: isoTime(startMs), startMs, problem })),
  };
}

/** A smaller difference is no reason to move a booking. The calendar's better times have the same. */
export const POINTS_BETTER_MIN = 10;

interface RequestedSession {
  /** Without the earlier hours that the session itself may need. */
  readonly forecast: HourlyWeather;
  readonly session: SessionScore;
  readonly startMs: number;
}

/**
 * Returns the starts that are better than the start of the request, each once. The best comes first; of equally good starts
 * the nearest, then the earlier. Also returns the named starts that could not be judged.
 */
export function betterStarts({ count, slots, zoneName, areNamed }: Choice, requested: RequestedSession) {
  const scores = scoresOf(
    slots.filter(({ problem }) => problem === undefined),
    requested,
  );
  const scoreOf = ({ startMs }: Slot) => scores.get(startMs) ?? Number.NaN;
  const distanceMs = ({ startMs }: Slot) => Math.abs(startMs - requested.startMs);
  const better = slots
    .filter(
      (slot, i) =>
        isFirst(slots, i) && scoreOf(slot) >= requested.session.playabilityScore + POINTS_BETTER_MIN,
    )
    .sort((a, b) => scoreOf(b) - scoreOf(a) || distanceMs(a) - distanceMs(b) || a.startMs - b.startMs);
  const [best] = better;
  // The best start has at least 10 points more, so if its verdict is another one, it is a better one.
  const isAnotherVerdict =
    best !== undefined && recommendationFor(scoreOf(best)) !== requested.session.recommendation;
  return {
    /** The times for the summary, if a better verdict is possible. */
    wording: isAnotherVerdict
      ? {
          session: zonedTime(requested.startMs, zoneName),
          better: zonedTime(best.startMs, zoneName),
          isUtc: zoneName === undefined,
        }
      : undefined,
    alternatives: better.slice(0, count).map((slot): Alternative => {
      const playabilityScore = scoreOf(slot);
      return {
        $typeName: "suitability.v1.Alternative",
        startTime: slot.startTime,
        playabilityScore,
        recommendation: RECOMMENDATIONS[recommendationFor(playabilityScore)],
      };
    }),
    skipped: areNamed ? slots.filter((slot) => Number.isNaN(scoreOf(slot))).map(skippedSlot) : [],
  };
}

/** Rounded scores by start; NaN for a start without a forecast. */
function scoresOf(
  slots: readonly Slot[],
  { forecast, session }: RequestedSession,
): ReadonlyMap<number, number> {
  const { profile, durationMinutes } = session.session;
  const startMinutes = slots.map(({ startMs }) => minutesAfter(forecast.startMs, startMs));
  if (startMinutes.length === 0) return new Map();
  const hours = scoreHours({ weather: forecast, profile, ...hoursTouched(startMinutes, durationMinutes) });
  const raw = scoreStarts({ weather: forecast, profile, hours, startMinutes, durationMinutes });
  return new Map(slots.map(({ startMs }, i) => [startMs, roundedScore(raw[i] ?? Number.NaN)]));
}

/** A start that is named twice is returned once. */
function isFirst(slots: readonly Slot[], i: number): boolean {
  return slots.findIndex(({ startMs }) => startMs === slots[i]?.startMs) === i;
}
