import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SPORT_IDS } from "../../../src/scoring/sports/find-profile.ts";
import { summary } from "../../../src/scoring/words/summary.ts";
import { patchySessions } from "../arbitrary-sessions.ts";
import { FINE_HOUR, type HourOfWeather } from "../columns-of.ts";
import { maybeSessionOf, profileOf, sessionOf } from "../score-of.ts";
import { SUMMARY_CASES } from "./summary-cases.ts";

/** The sentence that a case stands for. */
function inFull(sentence: string, label: string): string {
  const named = sentence
    .replace(/^(Great|Good|Reasonable|Poor|Bad)( after dark)?(:|, but)/, `$1 weather for ${label}$2$3`)
    .replace(/^(Not ideal|Not recommended)( after dark)?:/, `$1 for ${label}$2:`);
  return named.endsWith(".") ? named : `${named}. About 20°C.`;
}

describe.each(Object.entries(SUMMARY_CASES))("%s", (_, cases) => {
  test.each(cases)("%s", (_, hours, sentence, { sport = "padel", slot } = {}) => {
    const [startMinute, durationMinutes] = slot ?? [0, hours.length * 60];
    const score = sessionOf(sport, hours, { startMinute, durationMinutes });
    expect(summary(score)).toBe(inFull(sentence, profileOf(sport).label));
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
        expect(text).toMatch(/^[A-Z].*(?:: |, but ).*-?\d+°C.*\.$/);
        expect(text.startsWith("Great")).toBe(/^Great .*: (?:dry|(?:heavy |a chance of )?snow)/.test(text));
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
