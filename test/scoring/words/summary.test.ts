import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SPORT_IDS } from "../../../src/scoring/sports/find-profile.ts";
import { summary } from "../../../src/scoring/words/summary.ts";
import { patchySessions } from "../arbitrary-sessions.ts";
import { FINE_HOUR, type HourOfWeather } from "../columns-of.ts";
import { maybeSessionOf, sessionOf } from "../score-of.ts";
import { REASON_CASES } from "./summary-reason-cases.ts";
import { SENTENCE_CASES } from "./summary-sentence-cases.ts";
import { WORD_CASES } from "./summary-word-cases.ts";

const CASES = { ...SENTENCE_CASES, ...REASON_CASES, ...WORD_CASES };

describe.each(Object.entries(CASES))("%s", (_, cases) => {
  test.each(Object.entries(cases))("%s", (_, { sport = "padel", hours, slot, expected }) => {
    expect(summary(sessionOf(sport, hours, slot))).toBe(expected);
  });
});

describe("summary", () => {
  test("is under 140 characters and without holes, whatever the sport and the weather", () => {
    fc.assert(
      fc.property(patchySessions(fc.constantFrom(...SPORT_IDS)), ({ sport, hours, ...slot }) => {
        const score = maybeSessionOf(sport, hours, slot);
        if (score === undefined) return;
        const text = summary(score);
        expect(text.length).toBeLessThan(140);
        expect(text).not.toMatch(/NaN|undefined|null|Infinity|-0|\.\.| {2}/);
        expect(text).toMatch(/^[A-Z].*: .*\. About -?\d+°C.*\.$|^Thunderstorms expected/);
      }),
      { numRuns: 2000 },
    );
  });

  test("is under 140 characters for the longest words of all, for every sport", () => {
    const worst: HourOfWeather = {
      ...FINE_HOUR,
      tempC: -10,
      apparentC: -16,
      rainMm: 9,
      precipProbPct: 79,
      windKmh: 100,
      gustKmh: 150,
      isDay: 0,
    };
    for (const id of SPORT_IDS) {
      for (const hours of [
        [worst, worst],
        [FINE_HOUR, worst],
        [worst, FINE_HOUR],
        [FINE_HOUR, worst, { windKmh: undefined }],
      ]) {
        expect(summary(sessionOf(id, hours)).length).toBeLessThan(140);
      }
    }
  });
});
