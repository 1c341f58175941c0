import { describe, expect, test } from "vitest";
import { pointsLost } from "../../src/scoring/points-lost.ts";
import { FINE_HOUR } from "./columns-of.ts";
import { sessionOf } from "./score-of.ts";

describe("pointsLost", () => {
  test("is empty for a full score", () => {
    expect(pointsLost(sessionOf("padel", [FINE_HOUR]))).toEqual([]);
  });

  test("gives all points to a factor that leaves nothing", () => {
    expect(pointsLost(sessionOf("padel", [{ ...FINE_HOUR, windKmh: 100 }]))).toEqual([
      { factor: "wind", points: 100 },
    ]);
  });

  test("shares the points of two factors that leave nothing", () => {
    const nothing = { ...FINE_HOUR, rainMm: 10, precipProbPct: 100, windKmh: 100 };
    expect(pointsLost(sessionOf("golf", [nothing]))).toEqual([
      { factor: "rain", points: 50 },
      { factor: "wind", points: 50 },
    ]);
  });

  test("lists equal losses in the order of the factors", () => {
    // Fog and night cost cycling 40 % each and leave 36 points.
    const lost = pointsLost(sessionOf("cycling", [{ ...FINE_HOUR, isDay: 0, weatherCode: 45 }]));
    expect(lost).toEqual([
      { factor: "fog", points: 32 },
      { factor: "dark", points: 32 },
    ]);
  });

  test("gives an odd point to the first of equal factors", () => {
    // Fog and night leave sailing 0.3 each: 91 points to share.
    const lost = pointsLost(sessionOf("sailing", [{ ...FINE_HOUR, windKmh: 25, isDay: 0, weatherCode: 45 }]));
    expect(lost).toEqual([
      { factor: "fog", points: 46 },
      { factor: "dark", points: 45 },
    ]);
  });

  test("blames a storm that caps the score, however briefly it touches the session", () => {
    const hours = [FINE_HOUR, { ...FINE_HOUR, weatherCode: 95 }];
    const score = sessionOf("padel", hours, { startMinute: 0, durationMinutes: 61 });
    expect(pointsLost(score)).toEqual([{ factor: "storm", points: 60 }]);
  });
});
