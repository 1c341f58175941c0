import { describe, expect, test } from "vitest";
import type { Factor } from "../../src/scoring/hour-score.ts";
import { pointsLost } from "../../src/scoring/points-lost.ts";
import { FINE_HOUR, fineHour, type HourOfWeather } from "./columns-of.ts";
import { sessionOf } from "./score-of.ts";

const DOWNPOUR = { rainMm: 10, precipProbPct: 100, windKmh: 100 };
const FOGGY_NIGHT = { isDay: 0, weatherCode: 45 };
const FOGGY_SAIL = { ...FOGGY_NIGHT, windKmh: 25 };

describe("pointsLost", () => {
  test.each<[string, string, HourOfWeather, Partial<Record<Factor, number>>]>([
    ["is empty for a full score", "padel", {}, {}],
    ["gives all points to a factor that leaves nothing", "padel", { windKmh: 100 }, { wind: 100 }],
    ["shares the points of two factors that leave nothing", "golf", DOWNPOUR, { rain: 50, wind: 50 }],
    // Fog and night cost cycling 40 % each and leave 36 points.
    ["lists equal losses in the order of the factors", "cycling", FOGGY_NIGHT, { fog: 32, dark: 32 }],
    // Fog and night leave sailing 0.3 each: 91 points to share.
    ["gives an odd point to the first of equal factors", "sailing", FOGGY_SAIL, { fog: 46, dark: 45 }],
  ])("%s", (_name, sport, change, expected) => {
    const lost = pointsLost(sessionOf(sport, [fineHour(change)]));
    expect(lost.map(({ factor, points }) => [factor, points])).toEqual(Object.entries(expected));
  });

  test("blames a storm that caps the score, however briefly it touches the session", () => {
    const hours = [FINE_HOUR, fineHour({ weatherCode: 95 })];
    const score = sessionOf("padel", hours, { startMinute: 0, durationMinutes: 61 });
    expect(pointsLost(score)).toEqual([{ factor: "storm", points: 60 }]);
  });
});
