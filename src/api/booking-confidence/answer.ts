// GetBookingConfidence: the verdict for one slot.
import type { GetBookingConfidenceResponse } from "#gen/suitability/v1/booking_confidence_pb.ts";
import type { Answered, CheckedCaller, Work } from "../../call/operation.ts";
import { scoreSession, type SessionScore } from "../../scoring/session-score.ts";
import { forecastSince } from "../../weather/earlier-hours.ts";
import type { HourlyWeather } from "../../weather/hourly-weather.ts";
import type { UsedForecast } from "../../weather/weather-source.ts";
import type { Language } from "../../words/language.ts";
import { summary } from "../../words/summary.ts";
import {
  answerHeaders,
  RECOMMENDATIONS,
  RISK_LEVELS,
  timestampAt,
  toTenths,
} from "../answering/answer-fields.ts";
import { sessionExplanation } from "../answering/explanation.ts";
import { fetchForecast, hoursUnknown, noForecast } from "../answering/fetch-forecast.ts";
import type { ApiParts } from "../api-parts.ts";
import { required } from "../reading/required.ts";
import { hourStartMs, leadHours, minutesAfter, problemChangesAtMs } from "../reading/start-times.ts";
import { betterStarts } from "./alternatives.ts";
import type { BookingQuestion } from "./read.ts";

/** The answer for a booking, and what it was made from. */
export interface JudgedBooking extends Answered<GetBookingConfidenceResponse> {
  readonly session: SessionScore;
  readonly forecast: HourlyWeather;
  /** What `summary` needs besides the score. */
  readonly wording: {
    readonly language: Language | undefined;
    readonly leadHours: number;
    readonly oftenChangesDays: number | undefined;
  };
}

/**
 * Judges a booking by a forecast; without a promise if it has no odds to wait for. Throws UNAVAILABLE if the forecast does
 * not cover the session.
 */
export type JudgeBooking = (
  question: BookingQuestion,
  used: UsedForecast,
  caller: CheckedCaller,
) => JudgedBooking | Promise<JudgedBooking>;

type JudgeParts = Pick<ApiParts, "clock" | "oddsAt" | "oftenChanges">;

export function createAnswerBooking(parts: JudgeParts & Pick<ApiParts, "weather">) {
  const judge = createJudgeBooking(parts);
  return (question: BookingQuestion, work: Work): JudgedBooking | Promise<JudgedBooking> => {
    const fetched = fetchForecast(parts.weather, question.request, work);
    return fetched instanceof Promise
      ? fetched.then((used) => judge(question, used, work.caller))
      : judge(question, fetched, work.caller);
  };
}

export function createJudgeBooking(parts: JudgeParts): JudgeBooking {
  const { oddsAt } = parts;
  return (question, used, caller) => {
    const { request, profile } = question;
    if (request.odds !== true) return judgeBooking(question, used, { ...parts, caller });
    return oddsAt(request, profile, used.weather).then((odds) =>
      judgeBooking(question, used, { ...parts, caller, odds }),
    );
  };
}

function judgeBooking(
  { request, profile, language, nowMs, startMs, range, choice }: BookingQuestion,
  used: UsedForecast,
  {
    clock,
    oftenChanges,
    caller,
    odds,
  }: JudgeParts & {
    readonly caller: CheckedCaller;
    readonly odds?: Awaited<ReturnType<ApiParts["oddsAt"]>>;
  },
): JudgedBooking {
  const current = used.weather;
  const hasBegun = range === "ongoing" && startMs < hourStartMs(nowMs);
  const forecast = hasBegun ? forecastSince(current, hourStartMs(startMs)) : current;
  if (forecast === undefined) throw hoursUnknown();
  const startChangesAtMs = problemChangesAtMs(startMs, undefined, range);
  const headers = answerHeaders(forecast, {
    changesAtMs: choice === undefined ? startChangesAtMs : Math.min(startChangesAtMs, choice.changesAtMs),
    nowMs: clock.nowMs(),
    sportsOwner: caller.sportsOwner,
    language,
    place: used.place,
  });
  const durationMinutes = required(request.durationMinutes);
  const startMinute = minutesAfter(forecast.startMs, startMs);
  const session = scoreSession({ weather: forecast, profile, startMinute, durationMinutes });
  if (session === undefined) throw noForecast();
  const better = choice && betterStarts(choice, { forecast: current, session, startMs });
  const wording = {
    language,
    leadHours: leadHours(forecast, startMs),
    oftenChangesDays: oftenChanges[profile.base],
  };
  const fields: GetBookingConfidenceResponse = {
    $typeName: "suitability.v1.GetBookingConfidenceResponse",
    playabilityScore: session.playabilityScore,
    recommendation: RECOMMENDATIONS[session.recommendation],
    rainRisk: RISK_LEVELS[session.rainRisk],
    windRisk: RISK_LEVELS[session.windRisk],
    tempC: toTenths(session.tempC),
    summary: summary(session, { ...wording, better: better?.wording }),
    forecastAt: timestampAt(forecast.generatedAtMs),
    odds: odds?.(session, startMs),
    alternatives: better?.alternatives ?? [],
    skipped: better?.skipped ?? [],
  };
  if (request.explain === true) {
    fields.explanation = sessionExplanation(session, forecast, wording.oftenChangesDays);
  }
  const facts = [{ sport: profile.base, forecast: used }];
  return { fields, headers, verdict: session.recommendation, facts, session, forecast, wording };
}
