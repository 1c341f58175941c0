import { create } from "@bufbuild/protobuf";
import {
  type RankedSlot,
  type RankSafeSlotsRequest,
  type RankSafeSlotsResponse,
  type SafeSlotsService,
  type SkippedSlot,
  SlotExplanationSchema,
} from "#gen/suitability/v1/safe_slots_pb.ts";
import { invalidArgument } from "../../fault.ts";
import {
  hoursTouched,
  judgeSession,
  rankSessions,
  scoreSession,
  type SessionVerdict,
} from "../../scoring/session-score.ts";
import type { Language } from "../../words/language.ts";
import { summary } from "../../words/summary.ts";
import { requestedLanguage, RequestReading } from "../reading/read-request.ts";
import { pointsLostTo, RECOMMENDATIONS, RISK_LEVELS, setAnswerHeaders } from "../answering/answer-fields.ts";
import type { Judged } from "../booking-confidence/answer.ts";
import type { OperationCall, OperationOptions } from "../call.ts";
import { grounds } from "../answering/explanation.ts";
import { fetchForecast } from "../answering/fetch-forecast.ts";
import type { Operation } from "../served-method.ts";
import { leadHours, minutesAfter, readSlots, skippedSlot, slotsChangeAtMs } from "../reading/start-times.ts";

const DURATION_MINUTES_DEFAULT = 60;

interface JudgedSlot {
  readonly startTime: string;
  readonly startMs: number;
  readonly raw: number;
  readonly session: SessionVerdict;
}

/** RankSafeSlots: up to 20 start times, best first. */
export function createSafeSlots(
  options: OperationOptions,
): Operation<typeof SafeSlotsService.method.rankSafeSlots, OperationCall> {
  const { clock, findSport, hourTables, oddsAt, oftenChanges } = options;
  return async (request, call): Promise<RankSafeSlotsResponse> => {
    const nowMs = clock.nowMs();
    const reading = new RequestReading(call.violations);
    const found = reading.part(["sport"], () => findSport(request, call.sportsOwner));
    const profile = found instanceof Promise ? await found : found;
    const language =
      request.lang === undefined ? undefined : reading.part(["lang", "explain"], () => readLanguage(request));
    const slots = reading.part(["slots"], () => readSlots("slots", request.slots, nowMs));
    reading.end();
    call.admit();

    const fetched = fetchForecast(options, request, profile, call);
    const forecast = fetched instanceof Promise ? await fetched : fetched;
    const changesAtMs = slotsChangeAtMs(slots);
    setAnswerHeaders(call, forecast, { changesAtMs, nowMs: clock.nowMs(), language });
    const durationMinutes = request.durationMinutes ?? DURATION_MINUTES_DEFAULT;
    const isExplained = request.explain === true;
    const odds = request.odds === true ? await oddsAt(request, profile, forecast) : undefined;
    const soundMinutes = slots.flatMap(({ startMs, problem }) =>
      problem === undefined ? [minutesAfter(forecast.startMs, startMs)] : [],
    );
    const { scored } = hourTables.of(forecast, profile, hoursTouched(soundMinutes, durationMinutes));
    const judged: JudgedSlot[] = [];
    const skipped: SkippedSlot[] = [];
    for (const slot of slots) {
      const { startTime, startMs, problem } = slot;
      const startMinute = minutesAfter(forecast.startMs, startMs);
      const asked = { weather: forecast, profile, startMinute, durationMinutes };
      const session = problem === undefined ? judgeSession(asked, scored) : undefined;
      if (session === undefined) skipped.push(skippedSlot(slot));
      else judged.push({ startTime, startMs, raw: session.raw, session });
    }
    const ranked = rankSessions(judged);
    call.verdict = ranked[0]?.session.recommendation;
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
    return {
      $typeName: "suitability.v1.RankSafeSlotsResponse",
      slots: ranked.map(toAnswer),
      skipped,
      explanation: isExplained ? grounds(forecast, wording.oftenChangesDays) : undefined,
    };
  };
}

/** Only slots with `explain` have summaries: `lang` without it is refused. */
function readLanguage({ lang, explain }: RankSafeSlotsRequest): Language | undefined {
  if (explain === true) return requestedLanguage(lang);
  const description = "is for the summaries of slots, which need explain=true.";
  throw invalidArgument([{ field: "lang", description }]);
}

function addReasons(answer: RankedSlot, { session }: SessionVerdict, wording: Judged["wording"]): void {
  const explained = scoreSession(session);
  if (explained === undefined) return;
  answer.summary = summary(explained, wording);
  answer.explanation = create(SlotExplanationSchema, { pointsLost: pointsLostTo(explained) });
}
