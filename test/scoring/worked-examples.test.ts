import { describe, expect, test } from "vitest";
import { pointsLost } from "../../src/scoring/hour-score.ts";
import { roundedScore } from "../../src/scoring/session-score.ts";
import { summary } from "../../src/scoring/words/summary.ts";
import { hoursOf, sessionOf } from "./score-of.ts";
import { WORKED_EXAMPLES } from "./worked-examples.ts";

describe.each(WORKED_EXAMPLES)(
  "$name ($sport)",
  ({ sport, hours, startMinute, durationMinutes, expected }) => {
    const score = sessionOf(sport, hours, { startMinute, durationMinutes });

    test("the hours score as worked out", () => {
      expect([...hoursOf(sport, hours).score].map(roundedScore)).toEqual(expected.hourScores);
    });

    test("the session scores as worked out", () => {
      expect(score.raw).toBeCloseTo(expected.raw, 4);
      expect(score).toMatchObject({
        playabilityScore: expected.playabilityScore,
        recommendation: expected.recommendation,
        rainRisk: expected.rainRisk,
        windRisk: expected.windRisk,
        tempC: expected.tempC,
      });
    });

    test("the points are lost to the factors worked out, the costliest first", () => {
      expect(pointsLost(score).map(({ factor, points }) => [factor, points])).toEqual(expected.pointsLost);
    });

    test("the summary reads as worked out", () => {
      expect(summary(score)).toBe(expected.summary);
    });
  },
);
