// How often verdicts were right, and how they change: figures that need no odds.
import type { VerdictRank } from "../src/scoring/verdicts.ts";
import { LEADS, SPORTS, type JudgedSession } from "./judged-sessions.ts";
import { messageFigures } from "./message-figures.ts";
import { ratioByWeeks, type Estimate } from "./week-blocks.ts";

const VERDICTS = [0, 1, 2] as const;

export type WordFigures = ReturnType<typeof wordFigures>;

export function wordFigures(sessions: readonly JudgedSession[]) {
  return {
    anotherWord: SPORTS.map((sport) => ({
      sport,
      leads: anotherWord(sessions.filter((one) => one.sport === sport)),
    })),
    saidAndCame: saidAndCameByDay(sessions),
    onTheDay: onTheDay(sessions.filter(({ day }) => day === 0)),
    messages: messageFigures(sessions),
    changes: LEADS.slice(1).map((day) => ({ lead: day, shares: wordChanges(sessions, { day, nextDay: 0 }) })),
  };
}

/** For each verdict that was forecast, how often the actual weather deserved each verdict. */
export interface SaidAndCame {
  /** Days ahead, or hours. */
  readonly lead: number;
  readonly shares: readonly (readonly Estimate[])[];
}

export type FineWinter = ReturnType<typeof fineWinter>;

export function saidAndCameByDay(sessions: readonly JudgedSession[]): readonly SaidAndCame[] {
  return LEADS.map((lead) => ({ lead, shares: saidAndCame(sessions.filter(({ day }) => day === lead)) }));
}

/** How often the next day's forecast has another verdict for the same session, by days ahead from 1. */
function anotherWord(sessions: readonly JudgedSession[]): readonly Estimate[] {
  const saidAt = new Map(sessions.map(({ startMs, day, said }) => [startMs * 10 + day, said]));
  return Array.from({ length: LEADS.length - 1 }, (_, index) => {
    const pairs = sessions.filter(
      ({ startMs, day }) => day === index + 1 && saidAt.has(startMs * 10 + index),
    );
    return ratioByWeeks(pairs, ({ startMs, said }) => (saidAt.get(startMs * 10 + index) === said ? 0 : 1));
  });
}

function saidAndCame(sessions: readonly JudgedSession[]): readonly (readonly Estimate[])[] {
  return VERDICTS.map((said) => {
    const own = sessions.filter((one) => one.said === said);
    return VERDICTS.map((came) => ratioByWeeks(own, (one) => (one.came === came ? 1 : 0)));
  });
}

type Said = Pick<JudgedSession, "sport" | "startMs" | "day" | "said">;

/**
 * For each verdict of the forecast `day` days ahead, how often the forecast `nextDay` days ahead has each verdict for the same
 * session. Sessions without both forecasts are left out.
 */
export function wordChanges(
  sessions: readonly Said[],
  { day, nextDay }: { readonly day: number; readonly nextDay: number },
): readonly (readonly Estimate[])[] {
  const key = ({ sport, startMs }: Said) => `${sport} ${startMs}`;
  const later = new Map(
    sessions.filter((one) => one.day === nextDay).map((one): [string, VerdictRank] => [key(one), one.said]),
  );
  return VERDICTS.map((was) => {
    const own = sessions.filter((one) => one.day === day && one.said === was && later.has(key(one)));
    return VERDICTS.map((is) => ratioByWeeks(own, (one) => (later.get(key(one)) === is ? 1 : 0)));
  });
}

/** By the hours from the forecast to the start. */
function onTheDay(sessions: readonly JudgedSession[]) {
  const byHours = Map.groupBy(sessions, ({ leadHours }) => Math.round(leadHours));
  return [...byHours]
    .sort(([a], [b]) => a - b)
    .map(([hours, own]) => ({ lead: hours, shares: saidAndCame(own) }));
}

/** How often fine winter sessions deserved each verdict. */
export function fineWinter(sport: string, sessions: readonly JudgedSession[]) {
  const fine = sessions.filter((one) => one.sport === sport && one.isFineWinter);
  const once = [...new Map(fine.map((session) => [session.startMs, session])).values()];
  return {
    sport,
    shares: ([2, 1, 0] as const).map((verdict) =>
      ratioByWeeks(once, ({ came }) => (came === verdict ? 1 : 0)),
    ),
  };
}
