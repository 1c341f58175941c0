// Each session with how wrong three ways to tell its chances were: the climate, the verdict as certain, the odds.
import { chances } from "../src/scoring/odds/odds.ts";
import type { OddsFit } from "../src/scoring/odds/fit.ts";
import type { JudgedSession, Verdict } from "./judged-sessions.ts";

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

/** `past` is what the climate is made of: the shares of what came by sport, month and hour. */
export function ratedSessions(
  sessions: readonly JudgedSession[],
  { fit, past }: { readonly fit: OddsFit; readonly past: readonly JudgedSession[] },
): readonly RatedSession[] {
  const climate = climateOf(past);
  const groupOf = new Map(
    fit.groups.flatMap((group) => group.sports.map((sport) => [sport, group] as const)),
  );
  return sessions.flatMap((session) => {
    const group = groupOf.get(session.sport);
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

/** Half the squared distance of the two cumulative chances from what came. */
export function rps([not, , safe]: Told, came: Verdict): number {
  return ((not - (came === 0 ? 1 : 0)) ** 2 + (safe - (came === 2 ? 1 : 0)) ** 2) / 2;
}

function climateOf(past: readonly JudgedSession[]): ReadonlyMap<string, Told> {
  // A session that was forecast seven times came once.
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
