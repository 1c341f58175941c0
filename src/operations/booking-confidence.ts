import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type {
  BookingConfidenceService,
  GetBookingConfidenceRequest,
  GetBookingConfidenceResponseSchema,
} from "#gen/suitability/v1/booking_confidence_pb.ts";
import { scoreSession, type SessionScore } from "../scoring/session-score.ts";
import type { Language } from "../scoring/words/language.ts";
import { summary } from "../scoring/words/summary.ts";
import { forecastSince } from "../weather/earlier-hours.ts";
import type { HourlyWeather } from "../weather/hourly-weather.ts";
import { betterStarts, CHOICE_PARAMETERS, readChoice } from "./alternatives.ts";
import { setAnswerHeaders, toTenths, verdict } from "./answer-fields.ts";
import type { OperationCall, OperationOptions } from "./call.ts";
import { sessionExplanation } from "./explanation.ts";
import { fetchForecast, hoursUnknown, noForecast } from "./fetch-forecast.ts";
import { readRequest } from "./read-request.ts";
import { requestedReceipt } from "./receipt.ts";
import { requestedLanguage, required } from "./request-fields.ts";
import type { Operation } from "./served-method.ts";
import { hourStartMs, leadHours, minutesAfter, readStart, startProblemChangesAtMs } from "./start-times.ts";

/** The answer for a booking, and what it was made from. */
export interface Judged {
  readonly answer: MessageInitShape<typeof GetBookingConfidenceResponseSchema>;
  readonly session: SessionScore;
  readonly forecast: HourlyWeather;
  readonly leadHours: number;
  readonly language: Language | undefined;
}

/** Judges a booking after it has called `call.admit`. Throws the refusal of the call. */
export type JudgeBooking = (request: GetBookingConfidenceRequest, call: OperationCall) => Promise<Judged>;

/** GetBookingConfidence: the verdict for one slot. */
export function createBookingConfidence(
  judge: JudgeBooking,
): Operation<typeof BookingConfidenceService.method.getBookingConfidence, OperationCall> {
  return async (request, call) => {
    const { answer, session } = await judge(request, call);
    call.verdict = session.recommendation;
    return answer;
  };
}

export function createJudgeBooking(options: OperationOptions): JudgeBooking {
  const { clock, findSport, oddsAt, signReceipt } = options;
  return async (request, call) => {
    const nowMs = clock.nowMs();
    const range = request.ongoing === true ? "ongoing" : "upcoming";
    const { profile, language, startMs, choice, sign } = await readRequest(call.violations, {
      profile: { from: ["sport"], read: () => findSport(request, call.sportsOwner) },
      language: { from: ["lang"], read: () => requestedLanguage(request.lang) },
      startMs: { from: ["start_time", "ongoing"], read: () => readStart(request.startTime, nowMs, range) },
      choice: { from: CHOICE_PARAMETERS, read: () => readChoice(request, nowMs) },
      sign: { from: ["receipt", "receipt_ref"], read: () => requestedReceipt(request, signReceipt) },
    });
    call.admit();
    const durationMinutes = required(request.durationMinutes);

    const fetched = await fetchForecast(options, request, profile, call);
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
    const { playabilityScore, recommendation } = session;
    const asked = { forecast: fetched, profile, startMs, durationMinutes, playabilityScore, recommendation };
    const { told: better, ...starts } = choice ? betterStarts(choice, asked, nowMs) : {};
    const ahead = leadHours(forecast, startMs);
    const odds = request.odds === true ? await oddsAt(request, profile, forecast) : undefined;
    const isExplained = request.explain === true;
    const explanation = isExplained || sign ? sessionExplanation(session, forecast) : undefined;
    const answer = {
      ...verdict(session),
      tempC: toTenths(session.tempC),
      summary: summary(session, { language, leadHours: ahead, better }),
      forecastAt: timestampFromMs(forecast.generatedAtMs),
      explanation: isExplained ? explanation : undefined,
      odds: odds?.(session, startMs),
      ...starts,
    };
    const judged = { answer, session, forecast, leadHours: ahead, language };
    if (sign === undefined || explanation === undefined) return judged;
    // Each receipt has its own time and id, so a cached one would belong to another call.
    call.headers["cache-control"] = "no-store";
    const { source } = forecast;
    const { requestId } = call;
    const receipt = sign({ question: request, answer, explanation, profile, source, requestId });
    return { ...judged, answer: { ...answer, receipt } };
  };
}
