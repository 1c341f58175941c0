import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../../src/lib/time/clock.ts";
import { createPreferredSource } from "../../../src/weather/failover/preferred-source.ts";
import { createSourceReports } from "../../../src/weather/failover/source-reports.ts";
import { createManualClock } from "../../support/fakes/manual-clock.ts";
import { createScriptedSource } from "../scripted-source.ts";

const NOW_MS = Date.parse("2026-11-21T12:20:00Z");

function opened() {
  const clock = createManualClock(NOW_MS);
  const records = createSourceReports({ clock });
  const { notePaused } = createPreferredSource({
    sources: ["first", "second", "third"].map((name) => createScriptedSource(name, clock)),
    onChange: records.noteChange,
  });
  return { clock, ...records, notePaused };
}

describe("the records of sources", () => {
  it("list the sources in order of preference; at the start, the first is asked first", () => {
    const rest = { sinceMs: NOW_MS, lastFailure: undefined };
    expect(opened().list()).toEqual([
      { name: "first", isPreferred: true, state: "asked_first", ...rest },
      { name: "second", isPreferred: false, state: "standby", ...rest },
      { name: "third", isPreferred: false, state: "standby", ...rest },
    ]);
  });

  it("say since when a source has its state, which a repeated report does not change", () => {
    const { clock, list, notePaused } = opened();
    clock.advance(1_000);
    notePaused({ source: "first", isPaused: true });
    clock.advance(1_000);
    notePaused({ source: "first", isPaused: true });
    expect(list().map(({ state, sinceMs }) => [state, sinceMs - NOW_MS])).toEqual([
      ["left_alone", 1_000],
      ["asked_first", 1_000],
      ["standby", 0],
    ]);
    notePaused({ source: "first", isPaused: false });
    expect(list().map(({ state, sinceMs }) => [state, sinceMs - NOW_MS])).toEqual([
      ["asked_first", 2_000],
      ["standby", 2_000],
      ["standby", 0],
    ]);
  });

  it("name no source as asked first while all are left alone", () => {
    const { list, notePaused } = opened();
    for (const source of ["first", "second", "third"]) notePaused({ source, isPaused: true });
    expect(new Set(list().map(({ state }) => state))).toEqual(new Set(["left_alone"]));
  });

  it("keep the time of a source's last forecast if that was over a day old, whatever state the source is in", () => {
    const { clock, list, noteForecast, notePaused } = opened();
    const outdated = () => list().map(({ outdatedForecastAtMs }) => outdatedForecastAtMs);
    expect(noteForecast({ source: "second", generatedAtMs: NOW_MS - DAY_MS })).toBe(false);
    clock.advance(1);
    expect(noteForecast({ source: "second", generatedAtMs: NOW_MS - DAY_MS })).toBe(true);
    notePaused({ source: "first", isPaused: true });
    expect(outdated()).toEqual([undefined, NOW_MS - DAY_MS, undefined]);
    expect(noteForecast({ source: "second", generatedAtMs: NOW_MS })).toBe(false);
    expect(outdated()).toEqual([undefined, undefined, undefined]);
  });

  it("keep the last failure, whatever state the source is in", () => {
    const { clock, list, notePaused, noteFailure } = opened();
    noteFailure({ source: "first", kind: "failed", defect: undefined });
    clock.advance(5_000);
    noteFailure({ source: "first", kind: "timeout", defect: undefined });
    notePaused({ source: "first", isPaused: true });
    expect(list()[0]?.lastFailure).toMatchObject({ kind: "timeout", atMs: NOW_MS + 5_000 });
    expect(list()[1]?.lastFailure).toBeUndefined();
  });

  it("keep the kind of the failure that had a source left alone, though it was a place's until then", () => {
    const { clock, list, notePaused, noteFailure } = opened();
    noteFailure({ source: "first", kind: "unusable", defect: "values" });
    clock.advance(1_000);
    notePaused({ source: "first", isPaused: true, kind: "unusable" });
    const lastFailure = { kind: "unusable", atMs: NOW_MS + 1_000 };
    expect(list()[0]).toMatchObject({ state: "left_alone", lastFailure });
    notePaused({ source: "first", isPaused: false });
    expect(list()[0]).toMatchObject({ state: "asked_first", lastFailure });
  });

  it.each([
    ["uncovered", undefined],
    ["place_refused", undefined],
    ["unusable", "values"],
    ["unusable", "nulls"],
    ["unusable", "place"],
    ["uncounted", undefined],
  ] as const)("ignore a failure that is not the source's own: %s (defect: %s)", (kind, defect) => {
    const { list, noteFailure } = opened();
    noteFailure({ source: "first", kind, defect });
    expect(list()[0]?.lastFailure).toBeUndefined();
  });
});
