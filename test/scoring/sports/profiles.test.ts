import { describe, expect, test } from "vitest";
import { compileProfile, type CompiledProfile } from "../../../src/scoring/sports/profile.ts";
import { curveAt } from "../../../src/scoring/curve.ts";
import { profileProblems } from "../../../src/scoring/sports/profile-problems.ts";
import { PROFILES } from "../../../src/scoring/sports/profiles.ts";
import { windRisk, type Risk } from "../../../src/scoring/risk.ts";
import { profileOf } from "../score-of.ts";

/**
 * Where each sport's risks begin, worked out independently of this code. Rain: the chance, in whole per cent, at which
 * 0.3 mm/h or 1 mm/h takes 20 and 50 points (undefined: at no chance). Wind: the steady km/h, in steps of 0.5, at
 * which the risk becomes medium and high.
 */
// prettier-ignore
const READ_OUT = [
  { sport: "outdoor", light: [40, 100], moderate: [27, 67], wind: [31, 43.5] },
  { sport: "golf", light: [50, undefined], moderate: [29, 72], wind: [27.5, 37] },
  { sport: "tennis", light: [29, 72], moderate: [22, 53], wind: [23, 31.5] },
  { sport: "padel", light: [37, 91], moderate: [24, 60], wind: [21, 28.5] },
  { sport: "football", light: [undefined, undefined], moderate: [100, undefined], wind: [36.5, 53.5] },
  { sport: "cricket", light: [25, 63], moderate: [21, 52], wind: [32.5, 48] },
  { sport: "running", light: [undefined, undefined], moderate: [undefined, undefined], wind: [30, 47] },
  { sport: "cycling", light: [50, undefined], moderate: [31, 77], wind: [26, 35.5] },
  { sport: "hiking", light: [85, undefined], moderate: [43, undefined], wind: [33, 44] },
  { sport: "climbing", light: [25, 63], moderate: [21, 52], wind: [26.5, 39] },
  { sport: "sailing", light: [undefined, undefined], moderate: [undefined, undefined], wind: [37, 43] },
  { sport: "kitesurfing", light: [undefined, undefined], moderate: [undefined, undefined], wind: [50.5, 56.5] },
  { sport: "paddling", light: [undefined, undefined], moderate: [50, undefined], wind: [18.5, 24.5] },
  { sport: "skiing", light: [50, undefined], moderate: [29, 72], wind: [36.5, 51.5] },
  { sport: "beach", light: [31, 77], moderate: [23, 56], wind: [26.5, 38.5] },
  { sport: "event", light: [34, 84], moderate: [23, 58], wind: [29, 35.5] },
  { sport: "camping", light: [45, undefined], moderate: [29, 72], wind: [30.5, 40.5] },
  { sport: "fitness", light: [50, undefined], moderate: [31, 77], wind: [32.5, 47] },
] as const;

test("there are 18 sports, outdoor first", () => {
  expect(PROFILES).toHaveLength(18);
  expect(PROFILES[0]?.id).toBe("outdoor");
});

test("every profile is sound (P16)", () => {
  expect(
    PROFILES.flatMap((profile) => profileProblems(profile).map((problem) => `${profile.id}: ${problem}`)),
  ).toEqual([]);
});

test("every id and alias names one sport, and is spelt as names are looked up (P16)", () => {
  const names = PROFILES.flatMap(({ id, aliases }) => [id, ...aliases]);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[a-z_]+$/.test(name))).toEqual([]);
});

test("sailing and kitesurfing are the sports that need wind", () => {
  expect(
    PROFILES.map(compileProfile)
      .filter(({ isWindSport }) => isWindSport)
      .map(({ id }) => id),
  ).toEqual(["sailing", "kitesurfing"]);
});

describe.each(READ_OUT)("$sport", ({ sport, light, moderate, wind }) => {
  const profile = profileOf(sport);

  test.each([
    ["0.3 mm/h", 0.3, light],
    ["1 mm/h", 1, moderate],
  ] as const)("loses 20 and 50 points to %s at the chances worked out", (_, mm, chances) => {
    const lossPerPct = profile.weight.rain * (1 - curveAt(profile.rainCurve, mm));
    const chanceOf = (points: number) => {
      const pct = Math.ceil(points / lossPerPct - 1e-9);
      return pct <= 100 ? pct : undefined;
    };
    expect([chanceOf(20), chanceOf(50)]).toEqual(chances);
  });

  test("has a medium and a high wind risk from the speeds worked out", () => {
    const speeds = Array.from({ length: 200 }, (_, step) => step / 2).filter(
      (kmh) => kmh >= profile.windPlateauKmh,
    );
    const mediumFrom = speeds.find((kmh) => steadyWindRisk(profile, kmh) === "medium");
    const highFrom = speeds.find((kmh) => steadyWindRisk(profile, kmh) === "high");
    expect([mediumFrom, highFrom]).toEqual(wind);
  });
});

function steadyWindRisk(profile: CompiledProfile, kmh: number): Risk {
  return windRisk(1 - profile.weight.wind * (1 - curveAt(profile.windCurve, kmh)));
}
