// What the file of a sport says of names and odds; test/scoring/sports/profiles.test.ts tests its numbers.
import { describe, expect, test } from "vitest";
import FIT from "../../../src/scoring/odds/open-meteo-nyc-2025.json" with { type: "json" };
import { SPORT_NAMES, sportName, spokenName } from "../../../src/scoring/sports/find-profile.ts";
import { SPORT_BY_NAME, SPORTS } from "../../../src/scoring/sports/sports.ts";

describe.each(SPORTS)("$id", ({ id, typedAs = [], aliases, odds }) => {
  test("is in the group of the committed fit that its file names: refit, or list it there", () => {
    const groups = FIT.groups.filter(({ sports }) => sports.includes(id)).map(({ name }) => name);
    expect(groups).toEqual([odds]);
  });

  test("has its synonyms among its own names, and none of them is a synonym itself", () => {
    const synonyms = Object.keys(aliases).filter((name) => spokenName(name) !== name);
    const words = [id, ...Object.keys(aliases)].filter((name) => !synonyms.includes(name));
    for (const name of synonyms) expect(words, name).toContain(spokenName(name));
  });

  test("is suggested for names as they are looked up, none of which is a sport's name", () => {
    const typed = [typedAs, ...Object.values(aliases).map((alias) => alias.typedAs ?? [])].flat();
    expect(typed.map(sportName)).toEqual(typed);
    expect(typed.filter((name) => SPORT_NAMES.includes(name))).toEqual([]);
  });
});

test("what is typed suggests one sport", () => {
  const typed = [...SPORT_BY_NAME.values()].flatMap(({ typedAs = [] }) => typedAs);
  expect(new Set(typed).size).toBe(typed.length);
});
