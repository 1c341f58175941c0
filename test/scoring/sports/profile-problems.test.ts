import { describe, expect, test } from "vitest";
import { profileProblems } from "../../../src/scoring/sports/profile-problems.ts";
import type { SportProfile } from "../../../src/scoring/sports/profile.ts";
import { profileOf } from "../score-of.ts";

const SOUND: SportProfile = profileOf("tennis");
const THIRTEEN_POINTS = Array.from({ length: 13 }, (_, x) => [x, 1] as const);

const RANGE = "x must be finite and y must be between 0 and 1.";
const SUMMITS = "must rise to one plateau and then fall.";

// A case a line, where it fits.
// prettier-ignore
const CASES: readonly [name: string, change: Partial<SportProfile>, ...problems: string[]][] = [
  ["nothing changed", {}],
  ["a wind curve with a single point", { wind: [[10, 1]] }, "wind: must have 2 to 12 points."],
  ["a curve with too many points", { temp: THIRTEEN_POINTS }, "temp: must have 2 to 12 points."],
  ["two points at one x", { wind: [[10, 1], [10, 0]] }, "wind: x must increase from point to point."],
  ["a suitability above 1", { temp: [[10, 1], [20, 1.2], [30, 0]] }, `temp: ${RANGE}`],
  ["a point at infinity", { wind: [[10, 1], [Infinity, 0]] }, `wind: ${RANGE}`],
  ["a value that is not a number", { wind: [[10, 1], [20, Number.NaN]] }, `wind: ${RANGE}`],
  ["weather that is never ideal", { wind: [[10, 0.9], [20, 0]] }, "wind: at least one y must be 1."],
  ["two summits", { wind: [[0, 0], [10, 1], [20, 0.5], [30, 1]] }, `wind: ${SUMMITS}`],
  ["two summits, the first at the first point", { temp: [[0, 1], [10, 0.5], [20, 1]] }, `temp: ${SUMMITS}`],
  ["no rain that costs something", { rain: [[0, 0.9], [1, 0]] },
    "rain: at least one y must be 1.", "rain: must start at [0, 1]."],
  ["rain that helps", { rain: [[0, 1], [1, 0.2], [2, 0.3]] }, "rain: must never rise."],
  ["drizzle that counts as dry", { rain: [[0.1, 1], [1, 0]] }, "rain: must start at [0, 1]."],
  ["no rain curve", { rain: [] },
    "rain: must have 2 to 12 points.", "rain: at least one y must be 1.", "rain: must start at [0, 1]."],
  ["shares out of range",
    { weight: { rain: 1.1, wind: -0.1, temp: 1, cloud: Number.NaN }, snow: 2, fog: -1, night: 1.01 },
    ...["weight.rain", "weight.wind", "weight.cloud", "snow", "fog", "night"].map(
      (name) => `${name}: must be between 0 and 1.`,
    )],
  ["surfaces that stay wet for weeks, and never get wet",
    { wet: { weight: 1, halfLifeH: 73, fullMm: Infinity } },
    "wet.halfLifeH: must be between 0.25 and 72.", "wet.fullMm: must be positive."],
  ["surfaces that dry at once or never get wet", { wet: { weight: 2, halfLifeH: 0.1, fullMm: 0 } },
    "wet.weight: must be between 0 and 1.",
    "wet.halfLifeH: must be between 0.25 and 72.",
    "wet.fullMm: must be positive."],
];

describe("profileProblems", () => {
  test.each(CASES)("%s", (_name, change, ...problems) => {
    expect(profileProblems({ ...SOUND, ...change })).toEqual(problems);
  });
});
