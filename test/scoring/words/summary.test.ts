import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SPORT_IDS } from "../../../src/scoring/sports/find-profile.ts";
import { summary } from "../../../src/scoring/words/summary.ts";
import { patchySessions } from "../arbitrary-sessions.ts";
import { fineHour } from "../columns-of.ts";
import { maybeSessionOf, sessionOf } from "../score-of.ts";
import { blocksOf, scoreOfWritten } from "./written-weather.ts";

/** The sentence that a case stands for. */
function inFull(sentence: string, label: string): string {
  const named = sentence
    .replace(/^(Great|Good|Reasonable|Poor|Bad)( after dark)?(:|, but)/, `$1 weather for ${label}$2$3`)
    .replace(/^(Not ideal|Not recommended)( after dark)?:/, `$1 for ${label}$2:`);
  return named.endsWith(".") ? named : `${named}. About 20°C.`;
}

describe.each(blocksOf("summary-cases.txt"))("$title", ({ lines }) => {
  const cases = lines.flatMap((name, at) =>
    at % 3 === 0 ? [{ name, weather: lines[at + 1], sentence: lines[at + 2] }] : [],
  );
  test.each(cases)("$name", ({ weather, sentence = "" }) => {
    const score = scoreOfWritten(weather);
    expect(summary(score)).toBe(inFull(sentence, score.session.profile.label));
  });
});

describe("summary", () => {
  test("tells the temperature, and a great session is dry or in snow, whatever the sport and the weather", () => {
    fc.assert(
      fc.property(patchySessions(fc.constantFrom(...SPORT_IDS)), ({ sport, hours, ...slot }) => {
        const score = maybeSessionOf(sport, hours, slot);
        if (score === undefined) return;
        const text = summary(score);
        expect(text).toMatch(/^[A-Z].*(?:: |, but ).*-?\d+°C.*\.$/);
        expect(text.startsWith("Great")).toBe(/^Great .*: (?:dry|(?:heavy |a chance of )?snow)/.test(text));
      }),
      { numRuns: 2000 },
    );
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
