// How the sources are doing, for people who are told: what each is asked and since when, and when it failed last.
import type { Clock } from "../../clock.ts";
import { isOfPlace, type WeatherErrorKind } from "../weather-error.ts";
import type { FailureReport } from "./failure-reports.ts";

export interface SourceRecord {
  readonly name: string;
  readonly state: "asked_first" | "standby" | "left_alone";
  readonly sinceMs: number;
  readonly lastFailure: { readonly kind: WeatherErrorKind; readonly atMs: number } | undefined;
}

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
        records.set(name, { name, state, sinceMs: clock.nowMs(), lastFailure: record?.lastFailure });
      }
    },
    /** Whoever asks for places that no source knows is not to make the service look ill. */
    noteFailure(report: Pick<FailureReport, "source" | "kind" | "defect">): void {
      const record = records.get(report.source);
      if (record === undefined || isOfPlace(report)) return;
      const lastFailure = { kind: report.kind, atMs: clock.nowMs() };
      records.set(report.source, { ...record, lastFailure });
    },
    /** In order of preference. */
    list: (): readonly SourceRecord[] => [...records.values()],
  };
}
