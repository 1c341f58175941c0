import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { BookingConfidenceService } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { scoreSession } from "../scoring/session-score.ts";
import { summary } from "../scoring/words/summary.ts";
import { forecastSince } from "../weather/earlier-hours.ts";
import { betterStarts, CHOICE_PARAMETERS, readChoice } from "./alternatives.ts";
import { setAnswerHeaders, toTenths, verdict } from "./answer-fields.ts";
import type { OperationCall, OperationOptions } from "./call.ts";
import { sessionExplanation } from "./explanation.ts";
import { fetchForecast, hoursUnknown, noForecast } from "./fetch-forecast.ts";
import { readRequest } from "./read-request.ts";
import { requestedLanguage, required } from "./request-fields.ts";
import type { Operation } from "./served-method.ts";
import { hourStartMs, leadHours, minutesAfter, readStart, startProblemChangesAtMs } from "./start-times.ts";

/** GetBookingConfidence: the verdict for one slot. */
export function createBookingConfidence({
  weather,
  clock,
  findSport,
  oddsOf,
}: OperationOptions): Operation<typeof BookingConfidenceService.method.getBookingConfidence, OperationCall> {
  return async (request, call) => {
    const nowMs = clock.nowMs();
    const range = request.ongoing === true ? "ongoing" : "upcoming";
    const { profile, language, startMs, choice } = await readRequest(call.violations, {
      profile: { from: ["sport"], read: () => findSport(request, call.sportsOwner) },
      language: { from: ["lang"], read: () => requestedLanguage(request.lang) },
      startMs: { from: ["start_time", "ongoing"], read: () => readStart(request.startTime, nowMs, range) },
      choice: { from: CHOICE_PARAMETERS, read: () => readChoice(request, nowMs) },
    });
    call.admit();
    const durationMinutes = required(request.durationMinutes);

    const fetched = await fetchForecast(weather, request, call);
    const hasBegun = startMs < hourStartMs(nowMs);
    const forecast = hasBegun ? forecastSince(fetched, hourStartMs(startMs)) : fetched;
    if (forecast === undefined) throw hoursUnknown();
    setAnswerHeaders(call.headers, {
      forecast,
      changesAtMs: Math.min(startProblemChangesAtMs(startMs, nowMs, range), choice?.changesAtMs ?? Infinity),
      hasOwnSports: call.sportsOwner !== undefined,
      nowMs: clock.nowMs(),
      language,
    });
    const startMinute = minutesAfter(forecast.startMs, startMs);
    const session = scoreSession({ weather: forecast, profile, startMinute, durationMinutes });
    if (session === undefined) throw noForecast();
    call.verdict = session.recommendation;
    const { playabilityScore, recommendation } = session;
    const asked = { forecast: fetched, profile, startMs, durationMinutes, playabilityScore, recommendation };
    const { told: better, ...starts } = choice ? betterStarts(choice, asked, nowMs) : {};
    const ahead = leadHours(forecast, startMs);
    return {
      ...verdict(session),
      tempC: toTenths(session.tempC),
      summary: summary(session, { language, leadHours: ahead, better }),
      forecastAt: timestampFromMs(forecast.generatedAtMs),
      explanation: request.explain === true ? sessionExplanation(session, forecast) : undefined,
      odds: request.odds === true ? oddsOf(session, ahead) : undefined,
      ...starts,
    };
  };
}
