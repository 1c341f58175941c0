import type { Clock } from "../../clock.ts";
import type { Place } from "../place.ts";
import type { AnswerDefect, WeatherError, WeatherErrorKind } from "../weather-error.ts";

/** Why a source did not answer, for an operator to read. */
export interface FailureReport {
  readonly source: string;
  readonly kind: WeatherErrorKind;
  /** What was wrong with an answer that is unusable. */
  readonly defect: AnswerDefect | undefined;
  /** The HTTP status, where there was one. */
  readonly status: number | undefined;
  /** What was wrong; the first 200 characters of what the source said, on one line and without its key, are in it. */
  readonly reason: string;
  /** Rounded to 0.01°, and not whose it is. */
  readonly place: string;
  /** 2 if it was asked again. */
  readonly attempt: number;
  /** Of the same source and kind, since the last report. */
  readonly leftOut: number;
}

/** Told of every failure of a source. */
export type NoteFailure = (failure: { error: WeatherError; place: Place; attempt: number }) => void;

/** A provider that is down fails with every fetch; one line of a kind in so long tells the same. */
const QUIET_MS = 10_000;

/** Reports failures of a source, of each kind the first in ten seconds with the number of those left out before it. */
export function createFailureReports({
  source,
  clock,
  onReport,
}: {
  readonly source: string;
  readonly clock: Clock;
  readonly onReport: (report: FailureReport) => void;
}): NoteFailure {
  const last = new Map<WeatherErrorKind, { readonly atMs: number; leftOut: number }>();
  return ({ error, place, attempt }) => {
    const { kind, defect, status, message } = error;
    const nowMs = clock.nowMs();
    const before = last.get(kind);
    // A clock that was set back keeps nothing quiet for longer.
    if (before !== undefined && Math.abs(nowMs - before.atMs) < QUIET_MS) {
      before.leftOut += 1;
      return;
    }
    last.set(kind, { atMs: nowMs, leftOut: 0 });
    const leftOut = before?.leftOut ?? 0;
    onReport({ source, kind, defect, status, reason: message, place: place.key, attempt, leftOut });
  };
}
