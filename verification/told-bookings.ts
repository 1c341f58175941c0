// The messages that customers get about a booking: one for each change of the verdict, or by the product's rule.
import { roundedScore } from "../src/scoring/session-score.ts";
import { verdictChange, type CurrentVerdict, type EarlierVerdict } from "../src/scoring/verdict-change.ts";
import type { VerdictRank } from "../src/scoring/verdicts.ts";
import { VERDICT_NAMES, type JudgedSession } from "./judged-sessions.ts";

/** Whether the customer gets a message. */
export type MessageRule = (told: EarlierVerdict, now: CurrentVerdict, leadHours: number) => boolean;

export const byWord: MessageRule = (told, now) => now.recommendation !== told.recommendation;

export const byOurRule: MessageRule = (told, now, leadHours) =>
  verdictChange(told, now, leadHours).worthTelling;

export interface Message {
  /** Days from the forecast to the start. */
  readonly day: number;
  readonly isWorse: boolean;
}

/** A session that was booked `BOOKED_DAYS_AHEAD` days before and reviewed with each day's forecast. */
export interface ToldBooking {
  readonly sport: string;
  readonly startMs: number;
  /** The verdict at booking. */
  readonly first: VerdictRank;
  /** The verdict that the customer last heard, by days before the session; 0 is the day itself. */
  readonly heardBy: readonly VerdictRank[];
  readonly messages: readonly Message[];
  readonly came: VerdictRank;
}

export const BOOKED_DAYS_AHEAD = 5;

/** A session without a forecast on each of the days is left out. */
export function toldBookings(sessions: readonly JudgedSession[], rule: MessageRule): readonly ToldBooking[] {
  const bySession = Map.groupBy(sessions, ({ sport, startMs }) => `${sport} ${startMs}`);
  return [...bySession.values()].flatMap((own) => {
    const forecasts = Array.from({ length: BOOKED_DAYS_AHEAD + 1 }, (_, day) =>
      own.find((session) => session.day === day),
    );
    return forecasts.every((forecast) => forecast !== undefined) ? [toldBooking(forecasts, rule)] : [];
  });
}

/** `forecasts` are in the order of days ahead: the forecast of the day itself comes first. */
function toldBooking(forecasts: readonly JudgedSession[], rule: MessageRule): ToldBooking {
  const [booked, ...later] = forecasts.toReversed() as [JudgedSession, ...JudgedSession[]];
  const messages: Message[] = [];
  let heard = booked;
  const heardBy = later.map((forecast) => {
    if (rule(verdictOf(heard), verdictOf(forecast), forecast.leadHours)) {
      messages.push({ day: forecast.day, isWorse: forecast.said < heard.said });
      heard = forecast;
    }
    return heard.said;
  });
  const { sport, startMs, said: first, came } = booked;
  return { sport, startMs, first, heardBy: heardBy.toReversed(), messages, came };
}

function verdictOf({ raw, said, issuedMs, isStormy }: JudgedSession): CurrentVerdict {
  return {
    recommendation: VERDICT_NAMES[said] ?? "not_recommended",
    playabilityScore: roundedScore(raw),
    forecastAt: issuedMs,
    source: "archive",
    modelVersion: "",
    thunderstorm: isStormy,
  };
}
