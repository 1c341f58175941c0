// The public state of each source and its last failure, reports of failures, and reports of which source is asked first.
import { atMostEveryForEach } from "../../lib/log-once.ts";
import { DAY_MS, type Clock } from "../../lib/time/clock.ts";
import type { HourlyWeather } from "../hourly-weather.ts";
import type { Place } from "../../lib/place.ts";
import {
  type AnswerDefect,
  isOfBudget,
  isOfPlace,
  type WeatherError,
  type WeatherErrorKind,
} from "../weather-error.ts";

export interface SourceReport {
  readonly name: string;
  readonly state: "asked_first" | "standby" | "left_alone";
  readonly sinceMs: number;
  readonly lastFailure:
    | {
        readonly kind: WeatherErrorKind;
        /** Unix ms. */
        readonly atMs: number;
        /** The same moment in elapsed time. */
        readonly atElapsedMs: number;
      }
    | undefined;
  /** When the last forecast was made, if it was outdated on arrival. */
  readonly outdatedForecastAtMs: number | undefined;
}

/** Whether a source is paused by its breaker. */
export interface SourcePause {
  readonly source: string;
  readonly isPaused: boolean;
  /** The kind of the error that began the pause. */
  readonly kind?: WeatherErrorKind;
}

/** Every provider makes new forecasts several times a day. */
const OUTDATED_MS = DAY_MS;

/** Records the sources in the order in which they are first reported. */
export function createSourceReports({ clock }: { readonly clock: Clock }) {
  const paused = new Map<string, boolean>();
  const reports = new Map<string, SourceReport>();

  function noteLastFailure(source: string, kind: WeatherErrorKind): void {
    const report = reports.get(source);
    if (report !== undefined) {
      const lastFailure = { kind, atMs: clock.nowMs(), atElapsedMs: clock.elapsedMs() };
      reports.set(source, { ...report, lastFailure });
    }
  }

  return {
    notePaused({ source, isPaused, kind }: SourcePause): void {
      paused.set(source, isPaused);
      const first = [...paused].find(([, isLeftAlone]) => !isLeftAlone)?.[0];
      for (const [name, isLeftAlone] of paused) {
        const state = isLeftAlone ? "left_alone" : name === first ? "asked_first" : "standby";
        const report = reports.get(name);
        if (report?.state === state) continue;
        const { lastFailure, outdatedForecastAtMs } = report ?? {};
        reports.set(name, { name, state, sinceMs: clock.nowMs(), lastFailure, outdatedForecastAtMs });
      }
      // Failures that places may have caused are the source's own only now.
      if (kind !== undefined) noteLastFailure(source, kind);
    },
    /**
     * Failures that the place may have caused, or because our own budget could not be checked, are left out: the source
     * must not look as if it failed.
     */
    noteFailure(report: Pick<FailureReport, "source" | "kind" | "defect">): void {
      if (!isOfPlace(report) && !isOfBudget(report)) noteLastFailure(report.source, report.kind);
    },
    /** Called with every forecast; returns whether it was outdated. */
    noteForecast({ source, generatedAtMs }: Pick<HourlyWeather, "source" | "generatedAtMs">): boolean {
      const isOutdated = clock.nowMs() - generatedAtMs > OUTDATED_MS;
      const report = reports.get(source);
      const outdatedForecastAtMs = isOutdated ? generatedAtMs : undefined;
      if (report !== undefined && report.outdatedForecastAtMs !== outdatedForecastAtMs)
        reports.set(source, { ...report, outdatedForecastAtMs });
      return isOutdated;
    },
    /** In order of preference. */
    list: (): readonly SourceReport[] => [...reports.values()],
  };
}

/** Why a source did not answer, for operators. */
export interface FailureReport {
  readonly source: string;
  readonly kind: WeatherErrorKind;
  /** What was wrong with an unusable answer. */
  readonly defect: AnswerDefect | undefined;
  /** The HTTP status, if there was one. */
  readonly status: number | undefined;
  /** What was wrong, with the first 200 characters of the source's message on one line, without its key. */
  readonly reason: string;
  /** Rounded to 0.01°, without the account. */
  readonly place: string;
  /** 2 for a retry. */
  readonly attempt: number;
  /** How many of the same source and kind were not logged since the last report. */
  readonly leftOut: number;
}

/** Called with every failure of a source. */
export type NoteFailure = (failure: { error: WeatherError; place: Place; attempt: number }) => void;

/** A provider that is down fails with every fetch; one log line in this time is enough. */
const REPORT_EVERY_MS = 10_000;

/** Reports failures of a source: of each kind the first in ten seconds, with the number that was left out before it. */
export function createFailureReports({
  source,
  clock,
  onReport,
}: {
  readonly source: string;
  readonly clock: Clock;
  readonly onReport: (report: FailureReport) => void;
}): NoteFailure {
  const unreported = atMostEveryForEach<WeatherErrorKind>(clock, REPORT_EVERY_MS);
  return ({ error, place, attempt }) => {
    const { kind, defect, status, message } = error;
    const failures = unreported(kind);
    if (failures === 0) return;
    const leftOut = failures - 1;
    onReport({ source, kind, defect, status, reason: message, place: place.key, attempt, leftOut });
  };
}

/** A change of the source that is asked first. */
export interface SourceTransition {
  readonly kind: "preferred" | "failed_over" | "back";
  /** Undefined while all sources are paused. */
  readonly source: string | undefined;
}

/**
 * Reports when another source becomes the first to be asked: `preferred` at the start, `failed_over` to a later one,
 * `back` to the preferred one. Each change is reported once.
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
  let current = preferred;
  onTransition({ kind: "preferred", source: preferred });
  return ({ source, isPaused }: SourcePause): void => {
    if (isPaused) paused.add(source);
    else paused.delete(source);
    const first = names.find((name) => !paused.has(name));
    if (first === current) return;
    current = first;
    onTransition({ kind: first === preferred ? "back" : "failed_over", source: first });
  };
}
