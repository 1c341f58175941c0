// The public state of each source with its last failure, and reports of failures.
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
import type { PreferenceChange, SourceState } from "./preferred-source.ts";

export interface SourceReport extends SourceState {
  /** When it got its state; Unix ms. */
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

/** Every provider makes new forecasts several times a day. */
const OUTDATED_MS = DAY_MS;

export function createSourceReports({ clock }: { readonly clock: Clock }) {
  const reports = new Map<string, SourceReport>();

  function noteLastFailure(source: string, kind: WeatherErrorKind): void {
    const report = reports.get(source);
    if (report !== undefined) {
      const lastFailure = { kind, atMs: clock.nowMs(), atElapsedMs: clock.elapsedMs() };
      reports.set(source, { ...report, lastFailure });
    }
  }

  return {
    noteChange({ states, pause }: PreferenceChange): void {
      for (const state of states) {
        const report = reports.get(state.name);
        if (report?.state === state.state) continue;
        const { lastFailure, outdatedForecastAtMs } = report ?? {};
        reports.set(state.name, { ...state, sinceMs: clock.nowMs(), lastFailure, outdatedForecastAtMs });
      }
      // Failures that places may have caused are the source's own only now.
      if (pause?.kind !== undefined) noteLastFailure(pause.source, pause.kind);
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
