import { describe, expect, test } from "vitest";
import { spokenName, SPORT_IDS, SPORT_NAMES } from "../../src/scoring/sports/find-profile.ts";
import { findLanguage, LANGUAGES } from "../../src/words/find-language.ts";
import { DE, DE_CH } from "../../src/words/languages/de/sentences.ts";
import { EN, EN_GB, EN_US } from "../../src/words/languages/en/sentences.ts";
import { summary } from "../../src/words/summary.ts";
import { FINE_HOUR, fineHour, STORMY_HOUR } from "../scoring/columns-of.ts";
import { sessionOf } from "../scoring/score-of.ts";
import { blocksOf, situationOfWritten } from "./written-weather.ts";

/** The names under which a language has its words and functions: "but", "opening.great". */
function leavesOf(value: object): readonly string[] {
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
    typeof member === "object" && member !== null
      ? leavesOf(member).map((leaf) => `${name}.${leaf}`)
      : [name],
  );
}

/** A copy of the object that calls `onLook` with every leaf that is read. */
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

/** Situations with their sentence in each language, from a file that native speakers can read and correct. */
const SITUATIONS = blocksOf("sentences.txt").map(({ title, lines: [weather, ...sentences] }) => ({
  title,
  situation: situationOfWritten(weather),
  written: new Map(sentences.map((line) => [line.slice(0, 2), line.slice(3)])),
}));

/** An earlier verdict and its time, which take the most words. */
const EARLIER = {
  recommendation: "proceed_with_caution",
  forecastAt: Temporal.ZonedDateTime.from("2026-11-20T06:00[UTC]"),
  now: Temporal.ZonedDateTime.from("2026-11-20T09:00[UTC]"),
} as const;

/** For comparison with the file, which has only plain spaces. */
const withPlainSpaces = (text: string) => text.replaceAll("\u00a0", " ");

/** The languages without their regions. */
const WHOLE_LANGUAGES = Object.values(LANGUAGES).filter(({ tag }) => !tag.includes("-"));

describe.each(WHOLE_LANGUAGES.map((language) => [language.tag, language] as const))("%s", (tag, language) => {
  const longest = tag === "en" ? 139 : 160;

  test.each(SITUATIONS)("writes the file's sentence: $title", ({ situation: [score, besides], written }) => {
    expect(withPlainSpaces(summary(score, { ...besides, language }))).toBe(written.get(tag));
  });

  test("has words for every sport and every alias, and for nothing else", () => {
    const names = language === EN ? [] : [...new Set(SPORT_NAMES.map(spokenName))];
    expect(Object.keys(language.sports).toSorted()).toEqual(names.toSorted());
  });

  test("keeps to its length limit with the longest words and the longest label", () => {
    const worst = { tempC: -10, apparentC: -16, rainMm: 9, precipProbPct: 79, windKmh: 100, gustKmh: 150 };
    const inDark = (weatherCode: number) => fineHour({ ...worst, weatherCode, isDay: 0 });
    const sessions = [1, 66, 95]
      .map(inDark)
      .flatMap((hour) => [
        [hour],
        [hour, hour],
        [hour, FINE_HOUR],
        [FINE_HOUR, hour, { windKmh: undefined }],
      ]);
    const afterStorm = [FINE_HOUR, inDark(1)].map((hour) => [STORMY_HOUR, hour]);
    const label = "kite racing for veterans";
    for (const sport of SPORT_IDS.flatMap((id) => [id, { id: "own", base: id, label }])) {
      const scores = [
        ...sessions.map((hours) => sessionOf(sport, hours)),
        ...afterStorm.map((hours) => sessionOf(sport, hours, { startMinute: 60, durationMinutes: 60 })),
      ];
      for (const score of scores) {
        for (const leadHours of [0, 168]) {
          const text = summary(score, { language, leadHours });
          expect(text.length, text).toBeLessThanOrEqual(longest);
          const withEarlier = summary(score, { language, leadHours, earlier: EARLIER });
          expect(withEarlier.length, withEarlier).toBeLessThanOrEqual(160);
        }
      }
    }
  });
});

test("the situations use every word of a language", () => {
  const looked = new Set<string>();
  const english = watched(EN, (leaf) => looked.add(leaf));
  for (const { situation } of SITUATIONS) summary(situation[0], { ...situation[1], language: english });
  const leaves = leavesOf(EN).filter((leaf) => leaf !== "tag" && !/^(speed|temp|names)\./.test(leaf));
  expect(leaves.filter((leaf) => !looked.has(leaf))).toEqual([]);
});

test("a number and its unit are not separated by a line break", () => {
  for (const language of WHOLE_LANGUAGES.filter(({ tag }) => tag !== "en")) {
    const texts = SITUATIONS.map(({ situation: [score, besides] }) =>
      summary(score, { ...besides, language }),
    ).join("\n");
    expect(texts).not.toMatch(/\d (?:°C|%|km|m\/s)/);
    expect(texts).toMatch(/\d\u00a0(?:km\/h|km\/u|m\/s)/);
  }
});

describe("regions", () => {
  const WINDY = [fineHour({ tempC: 20.4, apparentC: 14, windKmh: 30, gustKmh: 55 })];
  const COOL = "Poor weather for padel: too much wind";

  test.each([
    [EN, `${COOL} (about 30 km/h, gusts up to 55). About 20°C, feels like 14°C.`],
    [EN_GB, `${COOL} (about 19 mph, gusts up to 35). About 20°C, feels like 14°C.`],
    [EN_US, `${COOL} (about 19 mph, gusts up to 35). About 69°F, feels like 57°F.`],
  ])("have units of their own: $tag", (language, sentence) => {
    expect(summary(sessionOf("padel", WINDY), { language })).toBe(sentence);
  });

  const RAINY_END =
    "football: 4 x fine / 2 x rainMm 6, precipProbPct 95 | better 2026-11-21T16:30[America/New_York]";
  const HOT = "five-a-side: tempC 31, apparentC 35, windKmh 31";

  test.each([
    [EN, RAINY_END, "football: heavy rain expected towards the end. About 20°C. Better weather at 16:30."],
    [EN_US, RAINY_END, "soccer: heavy rain expected toward the end. About 68°F. Better weather at 4:30 PM."],
    [EN_US, "golf: windKmh 40 | better 2026-11-21T12:00[America/New_York]", "Better weather at noon."],
    [
      EN_US,
      "American football: tempC 11, apparentC 11 | leadHours 130",
      "for football: dry and sunny with light winds. About 52°F. Forecast uncertain: check again closer to the time.",
    ],
    [EN_US, "high ropes: fine", "for the ropes course: dry and sunny with light winds. About 68°F."],
    [DE_CH, "Centre Court: windKmh 2", "für «Centre Court»: trocken und sonnig, fast windstill. Etwa 20 °C."],
    [DE_CH, "cycling: windKmh 40 | better 2026-11-21T16:00[Europe/Zurich]", "Besser um 16.00 Uhr."],
    [DE, HOT, "Kleinfeldfußball: heiß (gefühlt 35 °C). Etwa 31 °C."],
    [DE_CH, HOT, "Kleinfeldfussball: heiss (gefühlt 35 °C). Etwa 31 °C."],
  ])("have words of their own: $tag", (language, written, end) => {
    const [score, besides] = situationOfWritten(written);
    expect(withPlainSpaces(summary(score, { ...besides, language }))).toMatch(
      new RegExp(`${RegExp.escape(end)}$`),
    );
  });

  test("Switzerland writes no ß, and « » as quotation marks", () => {
    const texts = SITUATIONS.map(({ situation: [score, besides] }) =>
      summary(score, { ...besides, language: DE_CH }),
    );
    expect(JSON.stringify([texts, DE_CH.sports, DE_CH.names])).not.toMatch(/[ß„“]/);
  });
});

describe("findLanguage", () => {
  test.each([
    ["de", "de"],
    ["DE", "de"],
    ["de-AT", "de"],
    ["de-ch", "de-CH"],
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
