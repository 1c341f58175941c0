export interface Candidate {
  /** Unrounded score. */
  readonly raw: number;
  readonly startMs: number;
}

/** Indices of the sessions, best first: by unrounded score, then the earlier start, then the order given. */
export function rankSessions(sessions: readonly Candidate[]): number[] {
  return sessions
    .map(({ raw, startMs }, index) => ({ raw, startMs, index }))
    .sort((a, b) => b.raw - a.raw || a.startMs - b.startMs)
    .map(({ index }) => index);
}
