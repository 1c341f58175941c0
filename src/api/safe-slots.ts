import type { MethodImpl } from "@connectrpc/connect";
import { SkipReason, type SafeSlotsService } from "#gen/suitability/v1/safe_slots_pb.ts";
import type { Clock } from "../clock.ts";
import { invalidArgument, type FieldViolation } from "../fault.ts";
import { parseIsoTime } from "../iso-time.ts";
import type { OddsOf } from "../scoring/odds/odds.ts";
import type { CompiledProfile } from "../scoring/sports/profile.ts";
import { rankSessions } from "../scoring/rank.ts";
import { scoreSession, type SessionScore } from "../scoring/session-score.ts";
import { summary } from "../scoring/words/summary.ts";
import type { HourlyWeather } from "../weather/hourly-weather.ts";
import type { Forecasts } from "../weather/weather-source.ts";
import { setAnswerHeaders } from "./answer-headers.ts";
import type { CallOf } from "./call.ts";
import { grounds } from "./explanation/grounds.ts";
import { fetchForecast } from "./fetch-forecast.ts";
import {
  leadHours,
  minutesAfter,
  startProblem,
  startProblemChangesAtMs,
  type StartProblem,
} from "./session-time.ts";
import type { FindSport } from "./sports.ts";
import { pointsLostTo, verdict } from "./verdict.ts";

const DURATION_MINUTES_DEFAULT = 60;

/** A start time as it was passed in, and the instant it means. */
interface Slot {
  readonly startTime: string;
  readonly startMs: number;
}

interface JudgedSlot extends Slot {
  readonly session: SessionScore;
}

const SKIP_REASONS = {
  past: SkipReason.PAST,
  beyond_horizon: SkipReason.BEYOND_HORIZON,
} as const satisfies Record<StartProblem, SkipReason>;

/** RankSafeSlots: up to 20 start times, best first. */
export function createSafeSlots(options: {
  weather: Forecasts;
  clock: Clock;
  findSport: FindSport;
  callOf: CallOf;
  oddsOf: OddsOf;
}): MethodImpl<typeof SafeSlotsService.method.rankSafeSlots> {
  const { weather, clock, findSport, callOf, oddsOf } = options;
  return async (request, context) => {
    const call = callOf(context.values);
    const profile = await findSport(request, call.sportsOwner);
    const slots = readSlots(request.slots);
    call.admit();

    const nowMs = clock.nowMs();
    const forecast = await fetchForecast(weather, request, {
      signal: context.signal,
      owner: call.fetchOwner,
    });
    setAnswerHeaders(context.responseHeader, {
      forecast,
      changesAtMs: Math.min(...slots.map(({ startMs }) => startProblemChangesAtMs(startMs, nowMs))),
      hasOwnSports: call.sportsOwner !== undefined,
      nowMs: clock.nowMs(),
    });
    const durationMinutes = request.durationMinutes ?? DURATION_MINUTES_DEFAULT;
    const { judged, skipped } = judgedSlots(slots, { forecast, profile, durationMinutes, nowMs });
    const isExplained = request.explain === true;
    const addedTo = ({ session, startMs }: JudgedSlot) => ({
      odds: request.odds === true ? oddsOf(session, leadHours(forecast, startMs)) : undefined,
      summary: isExplained ? summary(session) : undefined,
      explanation: isExplained ? { pointsLost: pointsLostTo(session) } : undefined,
    });
    return {
      slots: ranked(judged, addedTo),
      skipped,
      explanation: isExplained ? grounds(forecast) : undefined,
    };
  };
}

/** Finds the instants that slots mean; INVALID_ARGUMENT that names every malformed one otherwise. */
function readSlots(startTimes: readonly string[]): readonly Slot[] {
  const violations: FieldViolation[] = [];
  const slots: Slot[] = [];
  startTimes.forEach((startTime, i) => {
    const parsed = parseIsoTime(startTime);
    if ("problem" in parsed) {
      violations.push({ field: `slots[${i}]`, description: parsed.problem });
    } else {
      slots.push({ startTime, startMs: parsed.ms });
    }
  });
  if (violations.length > 0) {
    throw invalidArgument(violations);
  }
  return slots;
}

function judgedSlots(
  slots: readonly Slot[],
  {
    forecast,
    profile,
    durationMinutes,
    nowMs,
  }: { forecast: HourlyWeather; profile: CompiledProfile; durationMinutes: number; nowMs: number },
) {
  const judged: JudgedSlot[] = [];
  const skipped: { startTime: string; reason: SkipReason }[] = [];
  for (const slot of slots) {
    const problem = startProblem(slot.startMs, nowMs);
    const session =
      problem === undefined
        ? scoreSession({
            weather: forecast,
            profile,
            startMinute: minutesAfter(forecast.startMs, slot.startMs),
            durationMinutes,
          })
        : undefined;
    if (session === undefined) {
      const reason = problem === undefined ? SkipReason.NO_FORECAST : SKIP_REASONS[problem];
      skipped.push({ startTime: slot.startTime, reason });
    } else {
      judged.push({ ...slot, session });
    }
  }
  return { judged, skipped };
}

function ranked<Added>(judged: readonly JudgedSlot[], addedTo: (slot: JudgedSlot) => Added) {
  const order = rankSessions(judged.map(({ session, startMs }) => ({ raw: session.raw, startMs })));
  return order.flatMap((index, position) => {
    const slot = judged[index];
    return slot === undefined
      ? []
      : [{ startTime: slot.startTime, ...verdict(slot.session), rank: position + 1, ...addedTo(slot) }];
  });
}
