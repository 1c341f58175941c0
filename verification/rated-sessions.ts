// Rates three forecasts of each session: the odds, the verdict taken as certain, and the climate, which is how often each
// verdict came true before.
import { chances } from "../src/scoring/odds/odds.ts";
import type { OddsFit } from "../src/scoring/odds/fit.ts";
import type { VerdictRank } from "../src/scoring/verdicts.ts";
import type { JudgedSession } from "./judged-sessions.ts";

/** Chances of not recommended, caution and safe. */
export type Told = readonly [not: number, caution: number, safe: number];

export interface RatedSession extends JudgedSession {
  readonly odds: Told;
  /** Ranked probability scores: 0 is perfect. */
  readonly oddsRps: number;
  readonly certainRps: number;
  readonly climateRps: number;
}

const CERTAIN: readonly Told[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

export interface RatedBy {
  readonly fit: OddsFit;
  /** Earlier sessions. The climate is the share of each outcome among them, by sport, month and hour. */
  readonly past: readonly JudgedSession[];
}

export function ratedSessions(
  sessions: readonly JudgedSession[],
  { fit, past }: RatedBy,
): readonly RatedSession[] {
  const climate = climateOf(past);
  return sessions.flatMap((session) => {
    const group = fit.groups.find(({ sports }) => sports.includes(session.sport));
    const usual = climate.get(climateKey(session));
    if (group === undefined || usual === undefined) return [];
    const { notRecommended, proceedWithCaution, safeToBook } = chances(group, session.raw, session.leadHours);
    const odds: Told = [notRecommended, proceedWithCaution, safeToBook];
    return [
      {
        ...session,
        odds,
        oddsRps: rps(odds, session.came),
        certainRps: rps(CERTAIN[session.said] ?? usual, session.came),
        climateRps: rps(usual, session.came),
      },
    ];
  });
}

/** Half the squared distance of the two cumulative chances from the outcome. */
export function rps([not, , safe]: Told, came: VerdictRank): number {
  return ((not - (came === 0 ? 1 : 0)) ** 2 + (safe - (came === 2 ? 1 : 0)) ** 2) / 2;
}

function climateOf(past: readonly JudgedSession[]): ReadonlyMap<string, Told> {
  // Seven forecasts of a session have one outcome.
  const once = new Map(past.map((session) => [`${session.sport} ${session.startMs}`, session]));
  const counts = new Map<string, [number, number, number]>();
  for (const session of once.values()) {
    const key = climateKey(session);
    const count = counts.get(key) ?? [0, 0, 0];
    count[session.came] += 1;
    counts.set(key, count);
  }
  return new Map(
    [...counts].map(([key, [not, caution, safe]]) => {
      const n = not + caution + safe;
      return [key, [not / n, caution / n, safe / n]];
    }),
  );
}

function climateKey({ sport, startMs }: JudgedSession): string {
  const start = new Date(startMs);
  return `${sport} ${start.getUTCMonth()} ${start.getUTCHours()}`;
}
