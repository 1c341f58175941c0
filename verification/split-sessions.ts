// Splits the sessions of an archive into those to fit on and those to judge.
import type { Archive } from "./archive.ts";
import { judgedSessions, SPORTS, type JudgedSession } from "./judged-sessions.ts";

export interface SplitSessions {
  /** Forecast and over before the held-out time. */
  readonly past: readonly JudgedSession[];
  /** Forecast from that time on. */
  readonly held: readonly JudgedSession[];
}

/** If nothing is to be fitted, all sessions are held out. */
export function splitSessions(
  archive: Archive,
  sports: readonly string[],
  { isWetAndWindOnly = false } = {},
): SplitSessions {
  const heldOutFromMs = archive.heldOutFromMs ?? Number.NEGATIVE_INFINITY;
  const past: JudgedSession[] = [];
  const held: JudgedSession[] = [];
  for (const sport of sports) {
    for (const session of judgedSessions(archive, sport, { isWetAndWindOnly })) {
      if (session.issuedMs >= heldOutFromMs) held.push(session);
      // Sessions forecast before that time but held after it are left out: they would show the fit the held-out weather.
      else if (session.startMs < heldOutFromMs) past.push(session);
    }
  }
  return { past, held };
}

/** Judges the forecasts by the weather that each gauge measured. */
export function gaugedSessions(archive: Archive): readonly JudgedSession[] {
  return archive.gauges.flatMap((observed) => {
    const played = new Float32Array(observed.hours).fill(Number.NaN);
    return SPORTS.flatMap((sport) => judgedSessions({ ...archive, observed, played }, sport));
  });
}
