import { timestampFromMs, timestampMs } from "@bufbuild/protobuf/wkt";
import type { MethodImpl } from "@connectrpc/connect";
import type {
  BookingConfidenceService,
  GetBookingConfidenceRequest,
} from "#gen/suitability/v1/booking_confidence_pb.ts";
import type { Clock } from "../clock.ts";
import { invalidArgument } from "../fault.ts";
import type { OddsOf } from "../scoring/odds/odds.ts";
import type { CompiledProfile } from "../scoring/sports/profile.ts";
import { scoreSession, type SessionScore } from "../scoring/session-score.ts";
import type { Language } from "../scoring/words/language.ts";
import { summary } from "../scoring/words/summary.ts";
import { forecastSince } from "../weather/earlier-hours.ts";
import type { HourlyWeather } from "../weather/hourly-weather.ts";
import type { Forecasts } from "../weather/weather-source.ts";
import { betterStarts } from "./alternatives/better-starts.ts";
import { readChoice } from "./alternatives/choice.ts";
import { setAnswerHeaders } from "./answer-headers.ts";
import type { CallOf } from "./call.ts";
import { sessionExplanation } from "./explanation/session.ts";
import { fetchForecast, hoursUnknown, noForecast } from "./fetch-forecast.ts";
import { requestedLanguage } from "./requested-language.ts";
import { required } from "./required.ts";
import { toTenths } from "./round.ts";
import {
  hourStartMs,
  leadHours,
  minutesAfter,
  startProblem,
  startProblemChangesAtMs,
  startViolation,
} from "./session-time.ts";
import type { FindSport } from "./sports.ts";
import { verdict } from "./verdict.ts";

/** GetBookingConfidence: the verdict for one slot. */
export function createBookingConfidence(options: {
  weather: Forecasts;
  clock: Clock;
  findSport: FindSport;
  callOf: CallOf;
  oddsOf: OddsOf;
}): MethodImpl<typeof BookingConfidenceService.method.getBookingConfidence> {
  const { weather, clock, findSport, callOf, oddsOf } = options;
  return async (request, context) => {
    const call = callOf(context.values);
    const profile = await findSport(request, call.sportsOwner);
    const language = requestedLanguage(request.lang);
    const startMs = timestampMs(required(request.startTime));
    const nowMs = clock.nowMs();
    const range = request.ongoing === true ? "ongoing" : "upcoming";
    const problem = startProblem(startMs, nowMs, range);
    if (problem !== undefined) {
      throw invalidArgument([startViolation(problem, nowMs, range)]);
    }
    const choice = readChoice(request, nowMs);
    call.admit();

    const fetched = await fetchForecast(weather, request, {
      signal: context.signal,
      owner: call.fetchOwner,
    });
    const hasBegun = startMs < hourStartMs(nowMs);
    const forecast = hasBegun ? forecastSince(fetched, hourStartMs(startMs)) : fetched;
    if (forecast === undefined) throw hoursUnknown();
    setAnswerHeaders(context.responseHeader, {
      forecast,
      changesAtMs: Math.min(startProblemChangesAtMs(startMs, nowMs, range), choice?.changesAtMs ?? Infinity),
      hasOwnSports: call.sportsOwner !== undefined,
      nowMs: clock.nowMs(),
      language,
    });
    const session = sessionOf(request, { forecast, profile, startMs });
    call.verdict = session.recommendation;
    const judged = answer(request, { session, forecast, startMs, oddsOf, language });
    if (choice === undefined) return judged;
    const durationMinutes = required(request.durationMinutes);
    const { playabilityScore } = judged;
    const asked = { forecast: fetched, profile, startMs, durationMinutes, playabilityScore };
    return { ...judged, ...betterStarts(choice, asked, nowMs) };
  };
}

function sessionOf(
  { durationMinutes }: GetBookingConfidenceRequest,
  { forecast, profile, startMs }: { forecast: HourlyWeather; profile: CompiledProfile; startMs: number },
): SessionScore {
  const session = scoreSession({
    weather: forecast,
    profile,
    startMinute: minutesAfter(forecast.startMs, startMs),
    durationMinutes: required(durationMinutes),
  });
  if (session === undefined) {
    throw noForecast();
  }
  return session;
}

function answer(
  { explain, odds }: GetBookingConfidenceRequest,
  {
    session,
    forecast,
    startMs,
    oddsOf,
    language,
  }: {
    session: SessionScore;
    forecast: HourlyWeather;
    startMs: number;
    oddsOf: OddsOf;
    language: Language | undefined;
  },
) {
  return {
    ...verdict(session),
    tempC: toTenths(session.tempC),
    summary: summary(session, language),
    forecastAt: timestampFromMs(forecast.generatedAtMs),
    explanation: explain === true ? sessionExplanation(session, forecast) : undefined,
    odds: odds === true ? oddsOf(session, leadHours(forecast, startMs)) : undefined,
  };
}
