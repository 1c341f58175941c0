// Odds for the second half of 2025, corrected by the outcomes of the first half. The fit used neither half.
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../../src/lib/time/clock.ts";
import { chances, type OddsCorrection } from "../../../src/scoring/odds/odds.ts";
import { oddsCorrection } from "../../../src/modules/track-record/correction.ts";
import { DURATIONS_MINUTES, START_HOURS } from "../../../src/modules/track-record/days.ts";
import { sunDay } from "../../../src/lib/time/sun-day.ts";
import { evidenceOf } from "../../../src/modules/track-record/evidence.ts";
import { fitOdds } from "../../../verification/fit-odds.ts";
import { judgedSessions, SPORTS } from "../../../verification/judged-sessions.ts";
import { rps } from "../../../verification/rated-sessions.ts";
import { splitSessions } from "../../../verification/split-sessions.ts";
import { readArchive } from "../../../verification/archive.ts";
import { FOLDER, NEW_YORK } from "./new-york.ts";

const ARCHIVE = { ...readArchive(FOLDER), heldOutFromMs: Date.parse("2025-01-01") };
/** Fitted only on sessions before `heldOutFromMs`. */
const FIT = fitOdds(splitSessions(ARCHIVE, SPORTS).past, { basis: "past", about: "" });
const UNTIL_MS = ARCHIVE.heldOutFromMs + 180 * DAY_MS;

/** The same archive with a shower on every third afternoon, which no forecast predicts. */
function wetterPlace({ observed, ...archive }: typeof ARCHIVE): typeof ARCHIVE {
  const rainMm = observed.rainMm.map((mm, index) => {
    const hours = Math.round(observed.startMs / 3_600_000) + index;
    const isShower = Math.floor(hours / 24) % 3 === 0 && hours % 24 >= 17 && hours % 24 < 23;
    return isShower ? mm + 0.8 : mm;
  });
  const precipProbPct = rainMm.map((mm) => (Number.isNaN(mm) ? mm : mm > 0 ? 100 : 0));
  return { ...archive, observed: { ...observed, rainMm, precipProbPct } };
}

/** By days ahead, the mean RPS in the second half of 2025: of the fit, and of the fit corrected by the first half. */
function errorsOf(archive: typeof ARCHIVE) {
  const startHours = START_HOURS.map((hour) => hour + 5);
  const sums = Array.from({ length: 7 }, () => ({ fitted: 0, corrected: 0, count: 0 }));
  for (const sport of SPORTS) {
    const group = FIT.groups.find(({ sports }) => sports.includes(sport));
    if (group === undefined) continue;
    const sessions = DURATIONS_MINUTES.flatMap((durationMinutes) =>
      judgedSessions(archive, sport, { startHours, durationMinutes }),
    ).filter(({ issuedMs }) => issuedMs >= archive.heldOutFromMs);
    const byLead = Map.groupBy(
      sessions,
      ({ startMs, issuedMs }) => sunDay(NEW_YORK, startMs) - sunDay(NEW_YORK, issuedMs),
    );
    for (const [lead, own] of byLead) {
      const evidence = [0, 0, 0, 0];
      for (const { startMs, raw, leadHours, came } of own) {
        if (startMs >= UNTIL_MS) continue;
        evidenceOf(chances(group, raw, leadHours), came).forEach(
          (add, at) => (evidence[at] = (evidence[at] ?? 0) + add),
        );
      }
      const correction = oddsCorrection({ days: 180, evidence }) as OddsCorrection;
      const sum = sums[lead];
      for (const { issuedMs, raw, leadHours, came } of own) {
        if (issuedMs < UNTIL_MS || sum === undefined) continue;
        const errorOf = (by?: OddsCorrection) => {
          const { notRecommended, proceedWithCaution, safeToBook } = chances(group, raw, leadHours, by);
          return rps([notRecommended, proceedWithCaution, safeToBook], came);
        };
        sum.fitted += errorOf();
        sum.corrected += errorOf(correction);
        sum.count += 1;
      }
    }
  }
  return sums.map(({ fitted, corrected, count }) => ({
    fitted: fitted / count,
    corrected: corrected / count,
    count,
  }));
}

describe("odds corrected by half a year of a place", { timeout: 120_000 }, () => {
  it("are not worse at any lead for the place that they were fitted on", () => {
    for (const { fitted, corrected, count } of errorsOf(ARCHIVE)) {
      expect(count).toBeGreaterThan(10_000);
      expect(corrected).toBeLessThanOrEqual(fitted);
      expect(corrected).toBeGreaterThan(0.98 * fitted);
    }
  });

  it("are better at every lead for a place that is wetter than its forecasts say", () => {
    for (const { fitted, corrected } of errorsOf(wetterPlace(ARCHIVE)))
      expect(corrected).toBeLessThan(0.995 * fitted);
  });
});
