import type {
  BookingConfidenceService,
  GetBookingConfidenceRequest,
  GetBookingConfidenceResponse,
} from "#gen/suitability/v1/booking_confidence_pb.ts";
import { scoreSession, type SessionScore } from "../../scoring/session-score.ts";
import type { CompiledProfile } from "../../scoring/sports/profile.ts";
import type { Language } from "../../words/language.ts";
import { summary } from "../../words/summary.ts";
import { forecastSince } from "../../weather/earlier-hours.ts";
import type { HourlyWeather } from "../../weather/hourly-weather.ts";
import { betterStarts, CHOICE_PARAMETERS, mentionsChoice, readChoice } from "./alternatives.ts";
import {
  RECOMMENDATIONS,
  RISK_LEVELS,
  setAnswerHeaders,
  timestampAt,
  toTenths,
} from "../answering/answer-fields.ts";
import type { OperationCall, OperationOptions } from "../call.ts";
import { sessionExplanation } from "../answering/explanation.ts";
import { fetchForecast, hoursUnknown, noForecast } from "../answering/fetch-forecast.ts";
import { requestedLanguage, required, RequestReading } from "../reading/read-request.ts";
import type { Operation } from "../served-method.ts";
import {
  hourStartMs,
  leadHours,
  minutesAfter,
  problemChangesAtMs,
  readStart,
  type StartRange,
} from "../reading/start-times.ts";

/** The answer for a booking, and what it was made from. */
export interface Judged {
  readonly answer: GetBookingConfidenceResponse;
  readonly session: SessionScore;
  readonly forecast: HourlyWeather;
  /** What `summary` needs besides the score. */
  readonly wording: {
    readonly language: Language | undefined;
    readonly leadHours: number;
    readonly oftenChangesDays: number | undefined;
  };
}

/** Calls `call.admit`, then judges the booking and sets `call.verdict`. Throws the refusal of the call. */
export type JudgeBooking = (request: GetBookingConfidenceRequest, call: OperationCall) => Promise<Judged>;

/** GetBookingConfidence: the verdict for one slot. */
export function createBookingConfidence(
  judge: JudgeBooking,
): Operation<typeof BookingConfidenceService.method.getBookingConfidence, OperationCall> {
  return (request, call) => judge(request, call).then(({ answer }) => answer);
}

/** A request as it was read. */
interface Asked {
  readonly request: GetBookingConfidenceRequest;
  readonly profile: CompiledProfile;
  readonly language: Language | undefined;
  readonly nowMs: number;
  readonly startMs: number;
  readonly range: StartRange;
  readonly choice: ReturnType<typeof readChoice> | undefined;
}

/**
 * Waits only for own sports, uncached forecasts and odds. The rest is in synchronous functions, because an asynchronous
 * function keeps all its variables on the heap.
 */
export function createJudgeBooking(options: OperationOptions): JudgeBooking {
  const { clock, findSport, oddsAt, oftenChanges } = options;
  return async (request, call) => {
    const nowMs = clock.nowMs();
    const reading = new RequestReading(call.violations);
    const found = reading.part(["sport"], () => findSport(request, call.sportsOwner));
    const profile = found instanceof Promise ? await found : found;
    const asked = readBooking(reading, { request, profile, nowMs });
    call.admit();
    const fetched = fetchForecast(options, request, profile, call);
    const forecast = fetched instanceof Promise ? await fetched : fetched;
    const odds = request.odds === true ? await oddsAt(request, profile, forecast) : undefined;
    return judgeBooking(asked, forecast, { call, clock, odds, oftenChanges });
  };
}

/** Throws the refusal if anything of the request is wrong. */
function readBooking(
  reading: RequestReading,
  { request, profile, nowMs }: Pick<Asked, "request" | "profile" | "nowMs">,
): Asked {
  const range = request.ongoing === true ? "ongoing" : "upcoming";
  const { lang } = request;
  const language = lang === undefined ? undefined : reading.part(["lang"], () => requestedLanguage(lang));
  const startMs = reading.part(["start_time", "ongoing"], () => readStart(request.startTime, nowMs, range));
  const choice = mentionsChoice(request)
    ? reading.part(CHOICE_PARAMETERS, () => readChoice(request, nowMs))
    : undefined;
  reading.end();
  return { request, profile, language, nowMs, startMs, range, choice };
}

/** Throws UNAVAILABLE if the forecast does not cover the session. */
function judgeBooking(
  { request, profile, language, nowMs, startMs, range, choice }: Asked,
  current: HourlyWeather,
  {
    call,
    clock,
    odds,
    oftenChanges,
  }: Pick<OperationOptions, "clock" | "oftenChanges"> & {
    readonly call: OperationCall;
    readonly odds: Awaited<ReturnType<OperationOptions["oddsAt"]>> | undefined;
  },
): Judged {
  const hasBegun = range === "ongoing" && startMs < hourStartMs(nowMs);
  const forecast = hasBegun ? forecastSince(current, hourStartMs(startMs)) : current;
  if (forecast === undefined) throw hoursUnknown();
  const startChangesAtMs = problemChangesAtMs(startMs, undefined, range);
  setAnswerHeaders(call, forecast, {
    changesAtMs: choice === undefined ? startChangesAtMs : Math.min(startChangesAtMs, choice.changesAtMs),
    nowMs: clock.nowMs(),
    language,
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
  const answer: GetBookingConfidenceResponse = {
    $typeName: "suitability.v1.GetBookingConfidenceResponse",
    playabilityScore: session.playabilityScore,
    recommendation: RECOMMENDATIONS[session.recommendation],
    rainRisk: RISK_LEVELS[session.rainRisk],
    windRisk: RISK_LEVELS[session.windRisk],
    tempC: toTenths(session.tempC),
    summary: summary(session, { ...wording, better: better?.told }),
    forecastAt: timestampAt(forecast.generatedAtMs),
    odds: odds?.(session, startMs),
    alternatives: better?.alternatives ?? [],
    skipped: better?.skipped ?? [],
  };
  if (request.explain === true) {
    answer.explanation = sessionExplanation(session, forecast, wording.oftenChangesDays);
  }
  call.verdict = session.recommendation;
  return { answer, session, forecast, wording };
}
