import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SPORT_IDS } from "../../src/scoring/sports/find-profile.ts";
import { findLanguage } from "../../src/words/find-language.ts";
import { summary } from "../../src/words/summary.ts";
import { patchySessions } from "../scoring/arbitrary-sessions.ts";
import { FINE_HOUR, fineHour } from "../scoring/columns-of.ts";
import { maybeSessionOf, sessionOf } from "../scoring/score-of.ts";
import { realisticSessions } from "./realistic-sessions.ts";
import { TAGS } from "./what-is-said.ts";
import { blocksOf, situationOfWritten } from "./written-weather.ts";

/** The whole sentence of a case. The file leaves out what most sentences have in common. */
function inFull(sentence: string, label: string): string {
  const named = sentence.replace(
    /^(Great|Good|Reasonable|Poor|Very poor)( conditions)?( in the dark| under lights)?(?=:|, but)/,
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
  /** Holds for the summaries of patchy sessions. */
  const holdsForAny = (check: (text: string) => void) =>
    fc.assert(
      fc.property(patchySessions(fc.constantFrom(...SPORT_IDS)), ({ sport, hours, ...slot }) => {
        const score = maybeSessionOf(sport, hours, slot);
        if (score !== undefined) check(summary(score));
      }),
      { numRuns: 2000 },
    );

  test("states the temperature if there is room", () => {
    holdsForAny((text) =>
      expect(text.length > 100 || /^[A-Z].*(?:: |, but ).*\d°C.*\.$/.test(text), text).toBe(true),
    );
  });

  test("calls a session great only if it is dry or in snow", () => {
    holdsForAny((text) =>
      expect(text.startsWith("Great")).toBe(/^Great .*: (?:dry|(?:heavy |a chance of )?snow)/.test(text)),
    );
  });

  test.each(
    Object.entries({
      "the rock": "climbing, via ferrata",
      "the equipment": "high ropes",
      "the court": "tennis, pickleball, basketball, futsal",
      "the course": "golf, tee time",
      "the pitch": "soccer, rugby",
      "the roads": "bike",
      "the paths": "mountain biking, run",
      "the ground": "driving range, bowls, skateboarding, wedding",
    }),
  )("after rain says that %s will still be wet or may be damp, for these sports: %s", (surface, sports) => {
    for (const sport of sports.split(", ")) {
      // Less than would leave grass waterlogged.
      const rain = fineHour({ rainMm: 4, precipProbPct: 100 });
      const score = sessionOf(sport, [rain, rain, FINE_HOUR], { startMinute: 120, durationMinutes: 60 });
      expect(summary(score)).toMatch(
        new RegExp(`(?::|but|and) ${surface} (?:will still be wet|may still be damp)`),
      );
    }
  });

  const AS_ASKED = "rugby hockey soccer baseball bowls pickleball swimming".split(" ");

  test.each<[sport: string, label: string]>([
    ...AS_ASKED.map((sport): [string, string] => [sport, sport]),
    ["five-a-side", "five-a-side football"],
    ["American football", "American football"],
    ["horse riding", "horse riding"],
    ["pool", "the pool"],
    ["wedding", "a wedding"],
    ["bbq", "a barbecue"],
    ["run", "running"],
    ["default", "outdoor activities"],
    ["beach", "the beach"],
  ])("of a session of %s says that it is for %s", (sport, label) => {
    expect(summary(sessionOf(sport, [fineHour({ tempC: 28, apparentC: 28 })]))).toContain(` for ${label}`);
  });

  // What differs was either meant, and read (`-u` writes it), or a mistake that no rule of what-is-said.ts forbids.
  test("says of random sessions what is in said-of-sessions.txt, in English and one more language each", async () => {
    const said = Array.from(realisticSessions(1, 500), ({ seed, score, options }) => {
      const tags = ["en", TAGS[1 + (seed % (TAGS.length - 1))] ?? "en"];
      const sentences = tags.map((tag) => summary(score, { ...options, language: findLanguage(tag) }));
      return [`session ${seed}`, ...sentences].join("\n");
    });
    await expect(`${said.join("\n\n")}\n`).toMatchFileSnapshot("said-of-sessions.txt");
  });
});
