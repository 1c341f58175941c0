import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { spokenName, SPORT_IDS, SPORT_NAMES } from "../../../src/scoring/sports/find-profile.ts";
import { findLanguage, LANGUAGES } from "../../../src/scoring/words/find-language.ts";
import { EN, EN_GB, EN_US } from "../../../src/scoring/words/languages/en.ts";
import { summary } from "../../../src/scoring/words/summary.ts";
import { patchySessions } from "../arbitrary-sessions.ts";
import { FINE_HOUR, fineHour } from "../columns-of.ts";
import { maybeSessionOf, sessionOf } from "../score-of.ts";
import { blocksOf, scoreOfWritten } from "./written-weather.ts";

/** Where `summary` looks for words: ["but"], ["opening", "great"]. Functions stand for themselves. */
function leavesOf(value: object): readonly string[] {
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
    typeof member === "object" && member !== null
      ? leavesOf(member).map((leaf) => `${name}.${leaf}`)
      : [name],
  );
}

/** The same object, which tells of every leaf that is looked at. */
function watched<Value extends object>(value: Value, onLook: (leaf: string) => void, path = ""): Value {
  return new Proxy(value, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      const leaf = path + String(name);
      if (typeof member === "object" && member !== null) return watched(member, onLook, `${leaf}.`);
      onLook(leaf);
      return member;
    },
  });
}

/** The situations, and what is written of each by the language, that a native can read and correct. */
const SITUATIONS = blocksOf("sentences.txt").map(({ title, lines: [weather, ...sentences] }) => ({
  title,
  score: scoreOfWritten(weather),
  written: new Map(sentences.map((line) => [line.slice(0, 2), line.slice(3)])),
}));

/** In the file all spaces are alike. */
const withPlainSpaces = (text: string) => text.replaceAll("\u00a0", " ");

describe.each(LANGUAGES.map((language) => [language.tag, language] as const))("%s", (tag, language) => {
  const longest = tag === "en" ? 139 : 160;

  test.each(SITUATIONS)("says what is written of: $title", ({ score, written }) => {
    expect(withPlainSpaces(summary(score, language))).toBe(written.get(tag));
  });

  test("has words for every sport and every alias, and for nothing else", () => {
    const names = language === EN ? [] : [...new Set(SPORT_NAMES.map(spokenName))];
    expect(Object.keys(language.sports).toSorted()).toEqual(names.toSorted());
  });

  test("fits, and has no hole, whatever the sport and the weather", () => {
    fc.assert(
      fc.property(patchySessions(fc.constantFrom(...SPORT_NAMES)), ({ sport, hours, ...slot }) => {
        const score = maybeSessionOf(sport, hours, slot);
        if (score === undefined) return;
        const text = summary(score, language);
        expect(text.length).toBeLessThanOrEqual(longest);
        expect(text).not.toMatch(/NaN|undefined|null|Infinity|-0|\.\.| {2}| [.,]|,,/);
        expect(text).toMatch(/^\p{Lu}.*\.$/u);
      }),
      { numRuns: 500 },
    );
  });

  test("fits with the longest words and the longest label", () => {
    const worst = {
      tempC: -10,
      apparentC: -16,
      rainMm: 9,
      precipProbPct: 79,
      windKmh: 100,
      gustKmh: 150,
      isDay: 0,
    };
    const label = "kite racing for veterans";
    for (const sport of SPORT_IDS.flatMap((id) => [id, { id: "own", base: id, label }])) {
      for (const weatherCode of [1, 66, 95]) {
        const hour = fineHour(Object.assign({ weatherCode }, worst));
        for (const hours of [
          [hour],
          [hour, hour],
          [hour, FINE_HOUR],
          [FINE_HOUR, hour, { windKmh: undefined }],
        ]) {
          expect(summary(sessionOf(sport, hours), language).length).toBeLessThanOrEqual(longest);
        }
      }
    }
  });
});

test("the situations look at every word that a language has", () => {
  const looked = new Set<string>();
  const english = watched(EN, (leaf) => looked.add(leaf));
  for (const { score } of SITUATIONS) summary(score, english);
  const leaves = leavesOf(EN).filter((leaf) => leaf !== "tag" && !leaf.startsWith("speed."));
  expect(leaves.filter((leaf) => !looked.has(leaf))).toEqual([]);
});

test("a number is not parted from its unit at the end of a line", () => {
  for (const language of LANGUAGES.filter(({ tag }) => tag !== "en")) {
    const texts = SITUATIONS.map(({ score }) => summary(score, language)).join("\n");
    expect(texts).not.toMatch(/\d (?:°C|%|km|m\/s)/);
    expect(texts).toMatch(/\d\u00a0(?:km\/h|km\/u|m\/s)/);
  }
});

describe("units", () => {
  const WINDY = [fineHour({ tempC: 20.4, apparentC: 9, windKmh: 30, gustKmh: 55 })];
  const COOL = "Poor weather for padel: a fresh wind";

  test.each([
    [EN, `${COOL} (about 30 km/h, gusts to 55). About 20°C, feels like 9°C.`],
    [EN_GB, `${COOL} (about 20 mph, gusts to 35). About 20°C, feels like 9°C.`],
    [EN_US, `${COOL} (about 20 mph, gusts to 35). About 69°F, feels like 48°F.`],
  ])("are those of the region: $tag", (language, sentence) => {
    expect(summary(sessionOf("padel", WINDY), language)).toBe(sentence);
  });
});

describe("findLanguage", () => {
  test.each([
    ["de", "de"],
    ["DE", "de"],
    ["de-CH", "de"],
    ["pt-br", "pt"],
    ["es-419", "es"],
    ["EN-gb", "en-GB"],
    ["en-US", "en-US"],
    ["en-IE", "en"],
  ])("takes %s for %s", (given, tag) => {
    expect(findLanguage(given)?.tag).toBe(tag);
  });

  test.each(["", "d", "xx", "deu", "german", "de-", "de-D", "de_DE", "-de", "de-DE-1996", "constructor"])(
    "does not know %j",
    (given) => {
      expect(findLanguage(given)).toBeUndefined();
    },
  );
});
