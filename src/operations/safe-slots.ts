import type { SafeSlotsService } from "#gen/suitability/v1/safe_slots_pb.ts";
import {
  hoursTouched,
  judgeSession,
  rankSessions,
  scoreSession,
  type SessionVerdict,
} from "../scoring/session-score.ts";
import { summary } from "../scoring/words/summary.ts";
import { readRequest } from "./read-request.ts";
import { languageOfExplained } from "./request-fields.ts";
import { setAnswerHeaders, pointsLostTo, verdict } from "./answer-fields.ts";
import type { OperationCall, OperationOptions } from "./call.ts";
import { grounds } from "./explanation.ts";
import { fetchForecast } from "./fetch-forecast.ts";
import type { Operation } from "./served-method.ts";
import {
  leadHours,
  minutesAfter,
  startProblem,
  startProblemChangesAtMs,
  readSlots,
  skippedSlot,
  type Slot,
} from "./start-times.ts";

const DURATION_MINUTES_DEFAULT = 60;

interface JudgedSlot extends Slot {
  readonly raw: number;
  readonly session: SessionVerdict;
}

/** RankSafeSlots: up to 20 start times, best first. */
export function createSafeSlots(
  options: OperationOptions,
): Operation<typeof SafeSlotsService.method.rankSafeSlots, OperationCall> {
  const { clock, findSport, hourTables, oddsAt } = options;
  return async (request, call) => {
    const nowMs = clock.nowMs();
    const { profile, language, slots } = await readRequest(call.violations, {
      profile: { from: ["sport"], read: () => findSport(request, call.sportsOwner) },
      language: { from: ["lang", "explain"], read: () => languageOfExplained(request) },
      slots: { from: ["slots"], read: () => readSlots("slots", request.slots, nowMs) },
    });
    call.admit();

    const forecast = await fetchForecast(options, request, profile, call);
    setAnswerHeaders(call.headers, {
      forecast,
      changesAtMs: Math.min(...slots.map(({ startMs }) => startProblemChangesAtMs(startMs, nowMs))),
      hasOwnSports: call.sportsOwner !== undefined,
      nowMs: clock.nowMs(),
      language,
    });
    const durationMinutes = request.durationMinutes ?? DURATION_MINUTES_DEFAULT;
    const isExplained = request.explain === true;
    const odds = request.odds === true ? await oddsAt(request, profile, forecast) : undefined;
    const problems = slots.map(({ startMs }) => startProblem(startMs, nowMs));
    const startMinutes = slots.map(({ startMs }) => minutesAfter(forecast.startMs, startMs));
    const sound = startMinutes.filter((_, i) => problems[i] === undefined);
    const { scored } = hourTables.of(forecast, profile, hoursTouched(sound, durationMinutes));
    const judged: JudgedSlot[] = [];
    const skipped: ReturnType<typeof skippedSlot>[] = [];
    for (const [i, slot] of slots.entries()) {
      const problem = problems[i];
      const startMinute = startMinutes[i] ?? Number.NaN;
      const session =
        problem === undefined
          ? judgeSession({ weather: forecast, profile, startMinute, durationMinutes }, scored)
          : undefined;
      if (session === undefined) skipped.push(skippedSlot(slot, problem));
      else judged.push({ ...slot, session, raw: session.raw });
    }
    const ranked = rankSessions(judged);
    call.verdict = ranked[0]?.session.recommendation;
    const toAnswer = ({ session, startTime, startMs }: JudgedSlot, position: number) => {
      const explained = isExplained ? scoreSession(session.session) : undefined;
      const ahead = leadHours(forecast, startMs);
      return {
        startTime,
        ...verdict(session),
        rank: position + 1,
        odds: odds?.(session, startMs),
        summary: explained && summary(explained, { language, leadHours: ahead }),
        explanation: explained && { pointsLost: pointsLostTo(explained) },
      };
    };
    return {
      slots: ranked.map(toAnswer),
      skipped,
      explanation: isExplained ? grounds(forecast) : undefined,
    };
  };
}
