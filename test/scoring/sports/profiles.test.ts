import { expect, test } from "vitest";
import { compileProfile } from "../../../src/scoring/sports/profile.ts";
import { profileProblems } from "../../../src/scoring/sports/profile-problems.ts";
import { PROFILES } from "../../../src/scoring/sports/profiles.ts";

test("there are 18 sports, outdoor first", () => {
  expect(PROFILES).toHaveLength(18);
  expect(PROFILES[0]?.id).toBe("outdoor");
});

test("every profile is sound (P16)", () => {
  for (const profile of PROFILES) expect(profileProblems(profile), profile.id).toEqual([]);
});

test("every id and alias names one sport, and is spelt as names are looked up (P16)", () => {
  const names = PROFILES.flatMap(({ id, aliases }) => [id, ...aliases]);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[a-z_]+$/.test(name))).toEqual([]);
});

test("sailing and kitesurfing are the sports that need wind", () => {
  const windSports = PROFILES.map(compileProfile).filter(({ isWindSport }) => isWindSport);
  expect(windSports.map(({ id }) => id)).toEqual(["sailing", "kitesurfing"]);
});
