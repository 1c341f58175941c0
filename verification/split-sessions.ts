// Splits the sessions of an archive into sessions to fit on and sessions to judge.
import type { Archive } from "./archive.ts";
import { judgedSessions, SPORTS, type JudgedSession } from "./judged-sessions.ts";

export interface SplitSessions {
  /** Sessions that were forecast and began before the held-out time. */
  readonly past: readonly JudgedSession[];
  /** Sessions that were forecast from that time on. */
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
      // Sessions that were forecast before that time but begin after it are left out: they would show the fit the held-out
      // weather.
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
