// How the sources are doing, for people who are told: what each is asked and since when, why it failed, and which is asked first.
import { DAY_MS, type Clock } from "../../clock.ts";
import type { HourlyWeather } from "../hourly-weather.ts";
import type { Place } from "../place.ts";
import { type AnswerDefect, isOfPlace, type WeatherError, type WeatherErrorKind } from "../weather-error.ts";

export interface SourceRecord {
  readonly name: string;
  readonly state: "asked_first" | "standby" | "left_alone";
  readonly sinceMs: number;
  readonly lastFailure: { readonly kind: WeatherErrorKind; readonly atMs: number } | undefined;
  /** When the last forecast was generated, if it was outdated as it came. */
  readonly outdatedForecastAtMs: number | undefined;
}

/** Every provider makes forecasts anew several times a day. */
const OUTDATED_MS = DAY_MS;

/** Sources are those that it is told of at the start, in that order. */
export function createSourceRecords({ clock }: { readonly clock: Clock }) {
  const paused = new Map<string, boolean>();
  const records = new Map<string, SourceRecord>();

  return {
    notePaused({ source, isPaused }: { readonly source: string; readonly isPaused: boolean }): void {
      paused.set(source, isPaused);
      const first = [...paused].find(([, isLeftAlone]) => !isLeftAlone)?.[0];
      for (const [name, isLeftAlone] of paused) {
        const state = isLeftAlone ? "left_alone" : name === first ? "asked_first" : "standby";
        const record = records.get(name);
        if (record?.state === state) continue;
        const { lastFailure, outdatedForecastAtMs } = record ?? {};
        records.set(name, { name, state, sinceMs: clock.nowMs(), lastFailure, outdatedForecastAtMs });
      }
    },
    /** Whoever asks for places that no source knows is not to make the service look ill. */
    noteFailure(report: Pick<FailureReport, "source" | "kind" | "defect">): void {
      const record = records.get(report.source);
      if (record === undefined || isOfPlace(report)) return;
      const lastFailure = { kind: report.kind, atMs: clock.nowMs() };
      records.set(report.source, { ...record, lastFailure });
    },
    /** Of every forecast as it comes; tells whether it was outdated. */
    noteForecast({ source, generatedAtMs }: Pick<HourlyWeather, "source" | "generatedAtMs">): boolean {
      const isOutdated = clock.nowMs() - generatedAtMs > OUTDATED_MS;
      const record = records.get(source);
      const outdatedForecastAtMs = isOutdated ? generatedAtMs : undefined;
      if (record !== undefined && record.outdatedForecastAtMs !== outdatedForecastAtMs)
        records.set(source, { ...record, outdatedForecastAtMs });
      return isOutdated;
    },
    /** In order of preference. */
    list: (): readonly SourceRecord[] => [...records.values()],
  };
}

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

/** Which source is asked from now on. */
export interface SourceTransition {
  readonly kind: "preferred" | "failed_over" | "back";
  /** Undefined while all of them are left alone. */
  readonly source: string | undefined;
}

/**
 * Tells, from which sources are left alone, when another becomes the first to be asked: at the start `preferred`, then
 * `failed_over` to one behind it and `back` to the preferred one, once each.
 */
export function createSourceTransitions({
  names,
  onTransition,
}: {
  /** In order of preference. */
  readonly names: readonly string[];
  readonly onTransition: (transition: SourceTransition) => void;
}) {
  const [preferred] = names;
  const paused = new Set<string>();
  let asked = preferred;
  onTransition({ kind: "preferred", source: preferred });
  return ({ source, isPaused }: { readonly source: string; readonly isPaused: boolean }): void => {
    if (isPaused) paused.add(source);
    else paused.delete(source);
    const first = names.find((name) => !paused.has(name));
    if (first === asked) return;
    asked = first;
    onTransition({ kind: first === preferred ? "back" : "failed_over", source: first });
  };
}
