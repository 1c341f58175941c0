// Judges the fit by season: each season by a fit on all other seasons.
import { fitOdds, type FitSource } from "./fit-odds.ts";
import type { JudgedSession } from "./judged-sessions.ts";
import { ratedSessions } from "./rated-sessions.ts";

/** A season such as `2024-winter`. December belongs to the winter of the next year. */
function seasonOf({ startMs }: JudgedSession): string {
  const start = new Date(startMs);
  const month = start.getUTCMonth();
  const year = start.getUTCFullYear() + (month === 11 ? 1 : 0);
  return `${year}-${["winter", "spring", "summer", "autumn"][Math.floor(((month + 1) % 12) / 3)]}`;
}

/** The errors of the odds and of the word in each season. The odds are fitted on all other seasons. */
export function* judgedBySeason(sessions: readonly JudgedSession[], source: FitSource) {
  const seasons = Map.groupBy(sessions, seasonOf);
  for (const [season, own] of [...seasons].sort(([a], [b]) => a.localeCompare(b))) {
    const others = sessions.filter((session) => seasonOf(session) !== season);
    const fit = fitOdds(others, source);
    // The climate is not used here, so any past that includes the season will do.
    const rated = ratedSessions(own, { fit, past: own });
    const mean = (of: (one: (typeof rated)[number]) => number) =>
      rated.reduce((sum, one) => sum + of(one), 0) / rated.length;
    yield {
      season,
      count: rated.length,
      odds: mean(({ oddsRps }) => oddsRps),
      certain: mean(({ certainRps }) => certainRps),
    };
  }
}
