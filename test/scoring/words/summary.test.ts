import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SPORT_IDS } from "../../../src/scoring/sports/find-profile.ts";
import { summary } from "../../../src/scoring/words/summary.ts";
import { patchySessions } from "../arbitrary-sessions.ts";
import { fineHour } from "../columns-of.ts";
import { maybeSessionOf, sessionOf } from "../score-of.ts";
import { blocksOf, situationOfWritten } from "./written-weather.ts";

/** The sentence that a case stands for. */
function inFull(sentence: string, label: string): string {
  const named = sentence.replace(
    /^(Great|Good|Reasonable|Poor|Very poor)( conditions)?( in the dark)?(?=:|, but)/,
    (_all, opening: string, noun = " weather", dark = "") => `${opening}${noun} for ${label}${dark}`,
  );
  return named.endsWith(".") ? named : `${named}. About 20°C.`;
}

describe.each(blocksOf("summary-cases.txt"))("$title", ({ lines }) => {
  const cases = lines.flatMap((name, at) =>
    at % 3 === 0 ? [{ name, weather: lines[at + 1], sentence: lines[at + 2] }] : [],
  );
  test.each(cases)("$name", ({ weather, sentence = "" }) => {
    const [score, besides] = situationOfWritten(weather);
    expect(summary(score, besides)).toBe(inFull(sentence, score.session.profile.label));
  });
});

describe("summary", () => {
  test("tells the temperature where there is room, and a great session is dry or in snow", () => {
    fc.assert(
      fc.property(patchySessions(fc.constantFrom(...SPORT_IDS)), ({ sport, hours, ...slot }) => {
        const score = maybeSessionOf(sport, hours, slot);
        if (score === undefined) return;
        const text = summary(score);
        expect(text.length > 100 || /^[A-Z].*(?:: |, but ).*\d°C.*\.$/.test(text), text).toBe(true);
        expect(text.startsWith("Great")).toBe(/^Great .*: (?:dry|(?:heavy |a chance of )?snow)/.test(text));
      }),
      { numRuns: 2000 },
    );
  });

  const RAIN = fineHour({ rainMm: 9, precipProbPct: 100 });

  test.each([
    ["climbing", "the rock"],
    ["via ferrata", "the rock"],
    ["high ropes", "the equipment"],
    ["tennis", "the court"],
    ["pickleball", "the court"],
    ["basketball", "the court"],
    ["futsal", "the court"],
    ["golf", "the course"],
    ["tee time", "the course"],
    ["driving range", "the ground"],
    ["soccer", "the pitch"],
    ["rugby", "the pitch"],
    ["bowls", "the ground"],
    ["bike", "the roads"],
    ["mountain biking", "the paths"],
    ["run", "the paths"],
    ["skateboarding", "the ground"],
    ["wedding", "the ground"],
  ])("after rain names what %s is played on: %s", (sport, surface) => {
    const score = sessionOf(sport, [RAIN, RAIN, fineHour({})], { startMinute: 120, durationMinutes: 60 });
    expect(summary(score)).toMatch(new RegExp(`(?::|but|and) ${surface} will still be wet`));
  });

  test.each([
    ["rugby", "rugby"],
    ["hockey", "hockey"],
    ["soccer", "soccer"],
    ["five-a-side", "five-a-side football"],
    ["American football", "American football"],
    ["baseball", "baseball"],
    ["bowls", "bowls"],
    ["pickleball", "pickleball"],
    ["horse riding", "horse riding"],
    ["swimming", "swimming"],
    ["pool", "the pool"],
    ["wedding", "a wedding"],
    ["bbq", "a barbecue"],
    ["run", "running"],
    ["default", "outdoor activities"],
    ["beach", "the beach"],
  ])("of %s is of %s", (sport, label) => {
    expect(summary(sessionOf(sport, [fineHour({ tempC: 28, apparentC: 28 })]))).toContain(` for ${label}`);
  });
});
