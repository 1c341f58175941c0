// Every figure of the page, from sessions that the odds have not seen.
import type { OddsFit } from "../src/scoring/odds/fit.ts";
import type { Archive } from "./archive.ts";
import { fitOdds } from "./fit-odds.ts";
import { DAYS, judgedSessions, type JudgedSession, type Verdict } from "./judged-sessions.ts";
import { ratedSessions, type RatedSession } from "./rated-sessions.ts";
import { ratioByWeeks, type Estimate } from "./week-blocks.ts";
import { wordChanges } from "./word-changes.ts";

/** Those that most sites book; the page is about them. */
export const SPORTS = ["outdoor", "tennis", "padel", "golf", "football", "running", "cycling"];

export interface Errors {
  readonly climate: Estimate;
  readonly certain: Estimate;
  readonly odds: Estimate;
  /** Of the odds' error to certainty's. */
  readonly ratio: Estimate;
  /** How much less the odds are wrong than the climate. */
  readonly gain: Estimate;
}

export interface ReliabilityBin {
  readonly from: number;
  /** What was stated in it, on average. */
  readonly stated: number;
  readonly happened: Estimate;
}

export type Figures = ReturnType<typeof figures>;

const BINS = 10;

/** `fit` has not seen `held`; the climate is that of `past`. `wetAndWind` are sessions judged by rain and wind alone. */
export function figures({
  past,
  held,
  fit,
  wetAndWind,
  gauged,
}: {
  readonly past: readonly JudgedSession[];
  readonly held: readonly JudgedSession[];
  readonly fit: OddsFit;
  /** Sessions of all times, by what gauges say came. */
  readonly gauged: readonly JudgedSession[];
  readonly wetAndWind: { readonly past: readonly JudgedSession[]; readonly held: readonly JudgedSession[] };
}) {
  const sessions = ratedSessions(held, { fit, past });
  const bySport = SPORTS.map((sport) => ({ sport, sessions: sessions.filter((one) => one.sport === sport) }));
  const leads = Array.from({ length: DAYS }, (_, day) => day);
  const atLead = (of: readonly RatedSession[], day: number) => of.filter((one) => one.day === day);
  const wetAndWindFit = fitOdds(wetAndWind.past, fit);
  const everything = [...past, ...held];
  return {
    count: sessions.length,
    overall: errors(sessions),
    bySport: bySport.map(({ sport, sessions }) => ({ sport, ...errors(sessions) })),
    byLead: leads.map((day) => ({ day, ...errors(atLead(sessions, day)) })),
    bySportAndLead: bySport.map(({ sport, sessions }) => ({
      sport,
      leads: leads.map((day) => errors(atLead(sessions, day))),
    })),
    wetAndWind: errors(ratedSessions(wetAndWind.held, { fit: wetAndWindFit, past: wetAndWind.past })),
    reliability: ([0, 1, 2] as const).map((verdict) => reliability(sessions, verdict)),
    anotherWord: bySport.map(({ sport, sessions }) => ({ sport, leads: anotherWord(sessions) })),
    wordAndOddsDiffer: leads.map((day) => ratioByWeeks(atLead(sessions, day), wordAndOddsDiffer)),
    saidAndCame: leads.map((day) => ({ lead: day, shares: saidAndCame(atLead(sessions, day)) })),
    onTheDay: onTheDay(atLead(sessions, 0)),
    changes: leads.slice(1).map((day) => ({ lead: day, shares: wordChanges(sessions, { day, nextDay: 0 }) })),
    gauged:
      gauged.length === 0
        ? []
        : leads.map((day) => ({ lead: day, shares: saidAndCame(gauged.filter((one) => one.day === day)) })),
    fineWinter: SPORTS.map((sport) => fineWinter(sport, everything)),
  };
}

/** What the page says of the coefficients in use. */
export function inUse(
  held: readonly JudgedSession[],
  { fit, past }: { readonly fit: OddsFit; readonly past: readonly JudgedSession[] },
) {
  const sessions = ratedSessions(held, { fit, past });
  return SPORTS.map((sport) => {
    const own = sessions.filter((one) => one.sport === sport);
    return { sport, rps: own.reduce((sum, { oddsRps }) => sum + oddsRps, 0) / own.length };
  });
}

/** Sessions of those sports before the day that is held out, and from it on. */
export function splitSessions(
  archive: Archive,
  sports: readonly string[],
  { isWetAndWindOnly = false, onSport = (_sport: string) => {} } = {},
) {
  const past: JudgedSession[] = [];
  const held: JudgedSession[] = [];
  for (const sport of sports) {
    onSport(sport);
    for (const session of judgedSessions(archive, sport, { isWetAndWindOnly })) {
      if (session.issuedMs >= archive.heldOutFromMs) held.push(session);
      // What was forecast before that day and came after it would tell the fit of the held-out weather.
      else if (session.startMs < archive.heldOutFromMs) past.push(session);
    }
  }
  return { past, held };
}

/** What was forecast against what each gauge measured. */
export function gaugedSessions(archive: Archive): readonly JudgedSession[] {
  return archive.gauges.flatMap((observed) =>
    SPORTS.flatMap((sport) =>
      judgedSessions(
        { ...archive, observed, played: new Float32Array(observed.hours).fill(Number.NaN) },
        sport,
      ),
    ),
  );
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

function reliability(sessions: readonly RatedSession[], verdict: Verdict): readonly ReliabilityBin[] {
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

/** By days ahead, from 1: how often the forecast of the next day has another verdict for the same session. */
function anotherWord(sessions: readonly RatedSession[]): readonly Estimate[] {
  const saidAt = new Map(sessions.map(({ startMs, day, said }) => [startMs * 10 + day, said]));
  return Array.from({ length: DAYS - 1 }, (_, index) => {
    const pairs = sessions.filter(
      ({ startMs, day }) => day === index + 1 && saidAt.has(startMs * 10 + index),
    );
    return ratioByWeeks(pairs, ({ startMs, said }) => (saidAt.get(startMs * 10 + index) === said ? 0 : 1));
  });
}

function wordAndOddsDiffer({ odds, said }: RatedSession): number {
  return odds[said] >= Math.max(...odds) ? 0 : 1;
}

/** For each verdict that was said, how often each one came. */
function saidAndCame(sessions: readonly JudgedSession[]): readonly (readonly Estimate[])[] {
  return ([0, 1, 2] as const).map((said) => {
    const own = sessions.filter((one) => one.said === said);
    return ([0, 1, 2] as const).map((came) => ratioByWeeks(own, (one) => (one.came === came ? 1 : 0)));
  });
}

/** By the hours from the forecast to the start. */
function onTheDay(sessions: readonly JudgedSession[]) {
  const byHours = Map.groupBy(sessions, ({ leadHours }) => Math.round(leadHours));
  return [...byHours]
    .sort(([a], [b]) => a - b)
    .map(([hours, own]) => ({ lead: hours, shares: saidAndCame(own) }));
}

function fineWinter(sport: string, sessions: readonly JudgedSession[]) {
  const fine = sessions.filter((one) => one.sport === sport && one.isFineWinter);
  const once = [...new Map(fine.map((session) => [session.startMs, session])).values()];
  return {
    sport,
    shares: ([2, 1, 0] as const).map((verdict) =>
      ratioByWeeks(once, ({ came }) => (came === verdict ? 1 : 0)),
    ),
  };
}
