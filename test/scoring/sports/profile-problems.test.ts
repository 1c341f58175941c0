import { describe, expect, test } from "vitest";
import { profileProblems } from "../../../src/scoring/sports/profile-problems.ts";
import type { SportProfile } from "../../../src/scoring/sports/profile.ts";
import { profileOf } from "../score-of.ts";

const SOUND: SportProfile = profileOf("tennis");
const THIRTEEN_POINTS = Array.from({ length: 13 }, (_, x) => [x, 1] as const);

// A curve a line, as in the table of profiles.
// prettier-ignore
const CASES: readonly { name: string; change: Partial<SportProfile>; problems: readonly string[] }[] = [
  { name: "nothing changed", change: {}, problems: [] },
  {
    name: "a wind curve with a single point",
    change: { wind: [[10, 1]] },
    problems: ["wind: must have 2 to 12 points."],
  },
  {
    name: "a curve with too many points",
    change: { temp: THIRTEEN_POINTS },
    problems: ["temp: must have 2 to 12 points."],
  },
  {
    name: "two points at one x",
    change: { wind: [[10, 1], [10, 0]] },
    problems: ["wind: x must increase from point to point."],
  },
  {
    name: "a suitability above 1",
    change: { temp: [[10, 1], [20, 1.2], [30, 0]] },
    problems: ["temp: x must be finite and y must be between 0 and 1."],
  },
  {
    name: "a point at infinity",
    change: { wind: [[10, 1], [Infinity, 0]] },
    problems: ["wind: x must be finite and y must be between 0 and 1."],
  },
  {
    name: "a value that is not a number",
    change: { wind: [[10, 1], [20, Number.NaN]] },
    problems: ["wind: x must be finite and y must be between 0 and 1."],
  },
  {
    name: "weather that is never ideal",
    change: { wind: [[10, 0.9], [20, 0]] },
    problems: ["wind: at least one y must be 1."],
  },
  {
    name: "two summits",
    change: { wind: [[0, 0], [10, 1], [20, 0.5], [30, 1]] },
    problems: ["wind: must rise to one plateau and then fall."],
  },
  {
    name: "two summits of the temperature, the first at its first point",
    change: { temp: [[0, 1], [10, 0.5], [20, 1]] },
    problems: ["temp: must rise to one plateau and then fall."],
  },
  {
    name: "no rain that costs something",
    change: { rain: [[0, 0.9], [1, 0]] },
    problems: ["rain: at least one y must be 1.", "rain: must start at [0, 1]."],
  },
  {
    name: "surfaces that stay wet for weeks, and never get wet",
    change: { wet: { weight: 1, halfLifeH: 73, fullMm: Infinity } },
    problems: ["wet.halfLifeH: must be between 0.25 and 72.", "wet.fullMm: must be positive."],
  },
  {
    name: "rain that helps",
    change: { rain: [[0, 1], [1, 0.2], [2, 0.3]] },
    problems: ["rain: must never rise."],
  },
  {
    name: "drizzle that counts as dry",
    change: { rain: [[0.1, 1], [1, 0]] },
    problems: ["rain: must start at [0, 1]."],
  },
  {
    name: "no rain curve",
    change: { rain: [] },
    problems: [
      "rain: must have 2 to 12 points.",
      "rain: at least one y must be 1.",
      "rain: must start at [0, 1].",
    ],
  },
  {
    name: "shares out of range",
    change: { weight: { rain: 1.1, wind: -0.1, temp: 1, cloud: Number.NaN }, snow: 2, fog: -1, night: 1.01 },
    problems: ["weight.rain", "weight.wind", "weight.cloud", "snow", "fog", "night"].map(
      (name) => `${name}: must be between 0 and 1.`,
    ),
  },
  {
    name: "surfaces that dry at once or never get wet",
    change: { wet: { weight: 2, halfLifeH: 0.1, fullMm: 0 } },
    problems: [
      "wet.weight: must be between 0 and 1.",
      "wet.halfLifeH: must be between 0.25 and 72.",
      "wet.fullMm: must be positive.",
    ],
  },
];

describe("profileProblems", () => {
  test.each(CASES)("$name", ({ change, problems }) => {
    expect(profileProblems({ ...SOUND, ...change })).toEqual(problems);
  });
});
