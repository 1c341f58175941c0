// RankSafeSlots: up to 20 start times, best first.
import { create } from "@bufbuild/protobuf";
import {
  type RankedSlot,
  type RankSafeSlotsResponse,
  type SkippedSlot,
  SlotExplanationSchema,
} from "#gen/suitability/v1/safe_slots_pb.ts";
import type { Answered, CheckedCaller, Work } from "../../call/operation.ts";
import {
  hoursTouched,
  judgeSession,
  rankSessions,
  scoreSession,
  type SessionVerdict,
} from "../../scoring/session-score.ts";
import type { UsedForecast } from "../../weather/weather-source.ts";
import { summary } from "../../words/summary.ts";
import { answerHeaders, RECOMMENDATIONS, RISK_LEVELS } from "../answering/answer-fields.ts";
import { grounds, sessionReasons } from "../answering/explanation.ts";
import { fetchForecast } from "../answering/fetch-forecast.ts";
import type { ApiParts } from "../api-parts.ts";
import type { JudgedBooking } from "../booking-confidence/answer.ts";
import { leadHours, minutesAfter, skippedSlot, slotsChangeAtMs } from "../reading/start-times.ts";
import type { SlotsQuestion } from "./read.ts";

const DURATION_MINUTES_DEFAULT = 60;

interface JudgedSlot {
  readonly startTime: string;
  readonly startMs: number;
  readonly raw: number;
  readonly session: SessionVerdict;
}

type AnsweredSlots = Answered<RankSafeSlotsResponse>;

type RankParts = Pick<ApiParts, "clock" | "hourTables" | "oddsAt" | "oftenChanges">;

export function createAnswerSafeSlots(parts: RankParts & Pick<ApiParts, "weather">) {
  return (question: SlotsQuestion, work: Work): AnsweredSlots | Promise<AnsweredSlots> => {
    const fetched = fetchForecast(parts.weather, question.request, work);
    return fetched instanceof Promise
      ? fetched.then((used) => rankBy(used, question, work.caller, parts))
      : rankBy(fetched, question, work.caller, parts);
  };
}

/** Without a promise if there are no odds to wait for. */
function rankBy(
  used: UsedForecast,
  question: SlotsQuestion,
  { sportsOwner }: CheckedCaller,
  parts: RankParts,
): AnsweredSlots | Promise<AnsweredSlots> {
  const { request, profile, slots, language } = question;
  const forecast = used.weather;
  const changesAtMs = slotsChangeAtMs(slots);
  const nowMs = parts.clock.nowMs();
  const { place } = used;
  const headers = answerHeaders(forecast, { changesAtMs, nowMs, sportsOwner, language, place });
  if (request.odds !== true) return rankSlots(question, used, { ...parts, headers });
  return parts
    .oddsAt(request, profile, forecast)
    .then((odds) => rankSlots(question, used, { ...parts, headers, odds }));
}

function rankSlots(
  { request, profile, slots, language }: SlotsQuestion,
  used: UsedForecast,
  {
    hourTables,
    oftenChanges,
    headers,
    odds,
  }: Pick<RankParts, "hourTables" | "oftenChanges"> &
    Pick<AnsweredSlots, "headers"> & { readonly odds?: Awaited<ReturnType<ApiParts["oddsAt"]>> },
): AnsweredSlots {
  const forecast = used.weather;
  const durationMinutes = request.durationMinutes ?? DURATION_MINUTES_DEFAULT;
  const isExplained = request.explain === true;
  const soundMinutes = slots.flatMap(({ startMs, problem }) =>
    problem === undefined ? [minutesAfter(forecast.startMs, startMs)] : [],
  );
  const { scored } = hourTables.of(forecast, profile, hoursTouched(soundMinutes, durationMinutes));
  const judged: JudgedSlot[] = [];
  const skipped: SkippedSlot[] = [];
  for (const slot of slots) {
    const { startTime, startMs, problem } = slot;
    const startMinute = minutesAfter(forecast.startMs, startMs);
    const question = { weather: forecast, profile, startMinute, durationMinutes };
    const session = problem === undefined ? judgeSession(question, scored) : undefined;
    if (session === undefined) skipped.push(skippedSlot(slot));
    else judged.push({ startTime, startMs, raw: session.raw, session });
  }
  const ranked = rankSessions(judged);
  const wording = { language, oftenChangesDays: oftenChanges[profile.base] };
  const toAnswer = ({ session, startTime, startMs }: JudgedSlot, position: number): RankedSlot => {
    const answer: RankedSlot = {
      $typeName: "suitability.v1.RankedSlot",
      startTime,
      playabilityScore: session.playabilityScore,
      recommendation: RECOMMENDATIONS[session.recommendation],
      rainRisk: RISK_LEVELS[session.rainRisk],
      windRisk: RISK_LEVELS[session.windRisk],
      rank: position + 1,
      odds: odds?.(session, startMs),
    };
    if (isExplained) addReasons(answer, session, { ...wording, leadHours: leadHours(forecast, startMs) });
    return answer;
  };
  const fields: RankSafeSlotsResponse = {
    $typeName: "suitability.v1.RankSafeSlotsResponse",
    slots: ranked.map(toAnswer),
    skipped,
    explanation: isExplained ? grounds(forecast, wording.oftenChangesDays) : undefined,
  };
  const verdict = ranked[0]?.session.recommendation;
  return { fields, headers, verdict, facts: [{ sport: profile.base, forecast: used }] };
}

function addReasons(
  answer: RankedSlot,
  { session }: SessionVerdict,
  wording: JudgedBooking["wording"],
): void {
  const explained = scoreSession(session);
  if (explained === undefined) return;
  answer.summary = summary(explained, wording);
  answer.explanation = create(SlotExplanationSchema, sessionReasons(explained));
}
