import type { MethodImpl } from "@connectrpc/connect";
import type { SafeSlotsService } from "#gen/suitability/v1/safe_slots_pb.ts";
import type { Clock } from "../clock.ts";
import type { OddsOf } from "../scoring/odds/odds.ts";
import type { CompiledProfile } from "../scoring/sports/profile.ts";
import { rankSessions, scoreSession, type SessionScore } from "../scoring/session-score.ts";
import { summary } from "../scoring/words/summary.ts";
import type { HourlyWeather } from "../weather/hourly-weather.ts";
import type { Forecasts } from "../weather/weather-source.ts";
import { languageOfExplained } from "./requested-language.ts";
import { setAnswerHeaders } from "./answer-headers.ts";
import type { CallOf } from "./call.ts";
import { grounds } from "./explanation/grounds.ts";
import { fetchForecast } from "./fetch-forecast.ts";
import { leadHours, minutesAfter, startProblem, startProblemChangesAtMs } from "./session-time.ts";
import { readSlots, skippedSlot, type Slot } from "./slots.ts";
import type { FindSport } from "./sports.ts";
import { pointsLostTo, verdict } from "./verdict.ts";

const DURATION_MINUTES_DEFAULT = 60;

interface JudgedSlot extends Slot {
  readonly raw: number;
  readonly session: SessionScore;
}

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
    const language = languageOfExplained(request);
    const slots = readSlots("slots", request.slots);
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
      language,
    });
    const durationMinutes = request.durationMinutes ?? DURATION_MINUTES_DEFAULT;
    const { judged, skipped } = judgedSlots(slots, { forecast, profile, durationMinutes, nowMs });
    const isExplained = request.explain === true;
    const addedTo = ({ session, startMs }: JudgedSlot) => ({
      odds: request.odds === true ? oddsOf(session, leadHours(forecast, startMs)) : undefined,
      summary: isExplained ? summary(session, language) : undefined,
      explanation: isExplained ? { pointsLost: pointsLostTo(session) } : undefined,
    });
    const toAnswer = (slot: JudgedSlot, position: number) => ({
      startTime: slot.startTime,
      ...verdict(slot.session),
      rank: position + 1,
      ...addedTo(slot),
    });
    const ranked = rankSessions(judged);
    call.verdict = ranked[0]?.session.recommendation;
    return {
      slots: ranked.map(toAnswer),
      skipped,
      explanation: isExplained ? grounds(forecast) : undefined,
    };
  };
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
  const skipped: ReturnType<typeof skippedSlot>[] = [];
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
      skipped.push(skippedSlot(slot, problem));
    } else {
      judged.push({ ...slot, session, raw: session.raw });
    }
  }
  return { judged, skipped };
}
