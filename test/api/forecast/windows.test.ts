import fc from "fast-check";
import { expect, it } from "vitest";
import type { ForecastSession } from "#gen/suitability/v1/forecast_pb.ts";
import { RECOMMENDATIONS, timestampAt } from "../../../src/api/answering/answer-fields.ts";
import { forecastWindows } from "../../../src/api/forecast/windows.ts";
import { startMsOf } from "../../../src/api/reading/start-times.ts";
import { MINUTE_MS } from "../../../src/lib/time/clock.ts";
import { recommendationFor } from "../../../src/scoring/session-score.ts";

const FIRST_MS = Date.parse("2026-11-21T12:00:00Z");

function sessionAt(startMs: number, playabilityScore: number): ForecastSession {
  return {
    $typeName: "suitability.v1.ForecastSession",
    startTime: timestampAt(startMs),
    playabilityScore,
    recommendation: RECOMMENDATIONS[recommendationFor(playabilityScore)],
  };
}

const ms = (time: ForecastSession["startTime"]) => (time === undefined ? Number.NaN : startMsOf(time));

const MINUTES = fc.constantFrom(15, 30, 60);

/** The sessions of a grid; a missing score is a start without a forecast. */
const SCORES = fc.array(fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined, freq: 8 }));

function sessionsOf(scores: readonly (number | undefined)[], stepMinutes: number): ForecastSession[] {
  return scores.flatMap((score, i) =>
    score === undefined ? [] : [sessionAt(FIRST_MS + i * stepMinutes * MINUTE_MS, score)],
  );
}

it("windows include each start of the grid once, in order, with its own verdict", () => {
  fc.assert(
    fc.property(SCORES, MINUTES, (scores, stepMinutes) => {
      const stepMs = stepMinutes * MINUTE_MS;
      const sessions = sessionsOf(scores, stepMinutes);
      const starts = forecastWindows(sessions, stepMinutes).flatMap(({ from, until, recommendation }) =>
        Array.from({ length: (ms(until) - ms(from)) / stepMs }, (_, i) => ({
          startMs: ms(from) + i * stepMs,
          recommendation,
        })),
      );
      expect(starts).toEqual(
        sessions.map(({ startTime, recommendation }) => ({ startMs: ms(startTime), recommendation })),
      );
    }),
  );
});

it("windows that touch have different verdicts", () => {
  fc.assert(
    fc.property(SCORES, MINUTES, (scores, stepMinutes) => {
      const windows = forecastWindows(sessionsOf(scores, stepMinutes), stepMinutes);
      const same = windows.filter(({ from, recommendation }, i) => {
        const before = windows[i - 1];
        return ms(before?.until) === ms(from) && before?.recommendation === recommendation;
      });
      expect(same).toEqual([]);
    }),
  );
});
