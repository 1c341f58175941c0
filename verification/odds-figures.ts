// Compares the error of the odds with the errors of the verdict and of the climate.
import type { OddsFit } from "../src/scoring/odds/fit.ts";
import type { VerdictRank } from "../src/scoring/verdicts.ts";
import { fitOdds } from "./fit-odds.ts";
import { LEADS, SPORTS, type JudgedSession } from "./judged-sessions.ts";
import { ratedSessions, type RatedBy, type RatedSession } from "./rated-sessions.ts";
import type { SplitSessions } from "./split-sessions.ts";
import { ratioByWeeks, type Estimate } from "./week-blocks.ts";

export interface Errors {
  readonly climate: Estimate;
  readonly certain: Estimate;
  readonly odds: Estimate;
  /** The error of the odds, divided by the error of the verdict. */
  readonly ratio: Estimate;
  /** The error of the climate minus the error of the odds. */
  readonly gain: Estimate;
}

export interface ReliabilityBin {
  readonly from: number;
  /** The mean of the stated odds. */
  readonly stated: number;
  readonly happened: Estimate;
}

export type OddsFigures = ReturnType<typeof oddsFigures>;

const BINS = 10;

/**
 * The figures are about `held`. `wetAndWind` has sessions judged only by rain and wind; undefined without a past to fit their
 * odds on.
 */
export function oddsFigures({
  past,
  held,
  fit,
  wetAndWind,
}: SplitSessions & { readonly fit: OddsFit; readonly wetAndWind?: SplitSessions }) {
  const sessions = ratedSessions(held, { fit, past });
  const bySport = SPORTS.map((sport) => ({ sport, sessions: sessions.filter((one) => one.sport === sport) }));
  const atLead = (of: readonly RatedSession[], day: number) => of.filter((one) => one.day === day);
  return {
    count: sessions.length,
    overall: errors(sessions),
    bySport: bySport.map(({ sport, sessions }) => ({ sport, ...errors(sessions) })),
    byLead: LEADS.map((day) => ({ day, ...errors(atLead(sessions, day)) })),
    bySportAndLead: bySport.map(({ sport, sessions }) => ({
      sport,
      leads: LEADS.map((day) => errors(atLead(sessions, day))),
    })),
    wetAndWind:
      wetAndWind &&
      errors(ratedSessions(wetAndWind.held, { ...wetAndWind, fit: fitOdds(wetAndWind.past, fit) })),
    reliability: ([0, 1, 2] as const).map((verdict) => reliability(sessions, verdict)),
    wordAndOddsDiffer: LEADS.map((day) => ratioByWeeks(atLead(sessions, day), wordAndOddsDiffer)),
  };
}

/** For each sport, the mean error of the odds in use. */
export function inUse(held: readonly JudgedSession[], by: RatedBy) {
  const sessions = ratedSessions(held, by);
  return SPORTS.map((sport) => {
    const own = sessions.filter((one) => one.sport === sport);
    return { sport, rps: own.reduce((sum, { oddsRps }) => sum + oddsRps, 0) / own.length };
  });
}

function errors(sessions: readonly RatedSession[]): Errors {
  return {
    climate: ratioByWeeks(sessions, ({ climateRps }) => climateRps),
    certain: ratioByWeeks(sessions, ({ certainRps }) => certainRps),
    odds: ratioByWeeks(sessions, ({ oddsRps }) => oddsRps),
    ratio: ratioByWeeks(
      sessions,
      ({ oddsRps }) => oddsRps,
      ({ certainRps }) => certainRps,
    ),
    gain: ratioByWeeks(sessions, ({ oddsRps, climateRps }) => climateRps - oddsRps),
  };
}

function reliability(sessions: readonly RatedSession[], verdict: VerdictRank): readonly ReliabilityBin[] {
  const binOf = ({ odds }: RatedSession) => Math.min(BINS - 1, Math.floor(odds[verdict] * BINS));
  const bins = Map.groupBy(sessions, binOf);
  return [...bins]
    .sort(([a], [b]) => a - b)
    .map(([bin, own]) => ({
      from: bin / BINS,
      stated: own.reduce((sum, { odds }) => sum + odds[verdict], 0) / own.length,
      happened: ratioByWeeks(own, ({ came }) => (came === verdict ? 1 : 0)),
    }));
}

function wordAndOddsDiffer({ odds, said }: RatedSession): number {
  return odds[said] >= Math.max(...odds) ? 0 : 1;
}
