import { expect, test } from "vitest";
import { meantSport } from "../../src/operations/meant-sport.ts";
import { findProfile } from "../../src/scoring/sports/find-profile.ts";

test.each([
  ["tenis", "Did you mean tennis? "],
  ["Tenins", "Did you mean tennis? "],
  ["snow boarding", "Did you mean snowboarding? "],
  ["paddle", "Did you mean padel? "],
  ["field hockey", "Did you mean hockey? "],
  ["pétanque", "Did you mean bowls? "],
  ["Fußball", "Did you mean football? "],
  ["outdoor tennis", "Did you mean tennis? "],
  ["centre courd", "Did you mean centre_court? "],
])("for %j it is asked: %s", (typed, answer) => {
  expect(meantSport(typed, ["centre_court"])).toBe(answer);
});

test.each([
  ["indoor_padel", "Use sport=padel&covered=true. "],
  ["Indoor Tennis", "Use sport=tennis&covered=true. "],
  ["covered-padel", "Use sport=padel&covered=true. "],
  ["padel_indoor", "Use sport=padel&covered=true. "],
  ["indoor_paddle", "Use sport=padel&covered=true. "],
  ["floodlit golf", "Use sport=golf&floodlit=true. "],
  ["indoor clay tennis", "Use sport=tennis&covered=true&surface=clay. "],
])("for %j the parameters are told that say it: %s", (typed, answer) => {
  expect(meantSport(typed, [])).toBe(answer);
});

test.each([
  ["indoor_sailing", "Did you mean sailing? "],
  ["clay_padel", "Did you mean padel? "],
  ["indoor_centre_court", "Did you mean centre_court? "],
])("for %j no fact is told that the sport does not know", (typed, answer) => {
  expect(meantSport(typed, ["centre_court"])).toBe(answer);
});

test("volleyball is not football", () => {
  expect(meantSport("volleyball", [])).toBe("Did you mean beach_volleyball? ");
});

test.each([
  "surfing",
  "chess",
  "boxing",
  "fishing",
  "diving",
  "x",
  "indoor_chess",
  "indoor",
  "",
  "constructor",
])("nothing is near %j", (typed) => {
  expect(meantSport(typed, [])).toBe("");
});

test("whatever is proposed exists", () => {
  for (const typed of [
    "jog",
    "swim",
    "camp",
    "grill",
    "skate",
    "row",
    "windsurf",
    "5-a-side",
    "horse",
    "race",
  ]) {
    const [, proposed = ""] = /^Did you mean (.*)\? $/.exec(meantSport(typed, [])) ?? [];
    expect(findProfile(proposed), typed).toBeDefined();
  }
});
