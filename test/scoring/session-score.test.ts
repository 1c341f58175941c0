import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scoreHours } from "../../src/scoring/hour-score.ts";
import {
  aggregate,
  hoursTouched,
  judgeAlone,
  judgeSession,
  rankSessions,
  roundedScore,
  scoreSession,
  scoreStarts,
} from "../../src/scoring/session-score.ts";
import { SPORT_IDS } from "../../src/scoring/sports/find-profile.ts";
import { patchySessions } from "./arbitrary-sessions.ts";
import { FINE_HOUR, fineHour, STORMY_HOUR, type HourOfWeather, columnsOf } from "./columns-of.ts";
import { maybeSessionOf, sessionOf, profileOf } from "./score-of.ts";

const GALE = fineHour({ windKmh: 60 });
const UNKNOWN: HourOfWeather = {};

describe("a session", () => {
  test("of a whole day is judged by its worst hour", () => {
    const hours = Array.from({ length: 24 }, (_, hour) => (hour === 13 ? GALE : FINE_HOUR));
    expect(sessionOf("padel", hours).raw).toBeCloseTo((0.4 * 100 * 23) / 24, 10);
  });

  test.each<[string, HourOfWeather[], number, number, number | undefined]>([
    ["half of it within the data", [FINE_HOUR], 0, 120, 100],
    ["less than half of it within the data", [FINE_HOUR], 0, 121, undefined],
    ["the first half unknown", [UNKNOWN, FINE_HOUR], 0, 120, 100],
    ["more than half unknown", [UNKNOWN, FINE_HOUR], 0, 119, undefined],
    ["a start before the data", [FINE_HOUR], -30, 60, 100],
    ["all of it beyond the data", [FINE_HOUR], 600, 60, undefined],
  ])("needs half of its minutes scorable: %s", (_name, hours, startMinute, durationMinutes, raw) => {
    expect(maybeSessionOf("padel", hours, { startMinute, durationMinutes })?.raw).toBe(raw);
  });

  test("touched by a storm for a minute gets 40 at most, even if the storm's hour has no score", () => {
    const storm = { ...STORMY_HOUR, weatherCode: 96 };
    const slot = { startMinute: 0, durationMinutes: 61 };
    const capped = { raw: 40, multiplier: { storm: 0.4 } };
    expect(sessionOf("padel", [FINE_HOUR, storm], slot)).toMatchObject(capped);
    expect(sessionOf("padel", [FINE_HOUR, { ...storm, windKmh: undefined }], slot).raw).toBe(40);
    expect(sessionOf("padel", [FINE_HOUR, storm], { startMinute: 0, durationMinutes: 59 }).isStormy).toBe(
      false,
    );
    expect(sessionOf("padel", [storm, FINE_HOUR], { startMinute: 59, durationMinutes: 61 }).raw).toBe(40);
  });

  test.each<[string, number[], number, number]>([
    ["begins when it ends", [1, 95], 0, 75],
    ["begins 59 minutes after it ends", [1, 1, 99], 1, 75],
    ["begins exactly an hour after it ends", [1, 1, 96], 0, 100],
    ["would lie beyond the forecast", [1], 0, 100],
  ])("if a storm %s: gets at most $3", (_name, codes, startMinute, raw) => {
    const hours = codes.map((weatherCode) =>
      weatherCode === 1 ? FINE_HOUR : { ...STORMY_HOUR, weatherCode },
    );
    expect(sessionOf("padel", hours, { startMinute, durationMinutes: 60 }).raw).toBe(raw);
  });

  test.each<[sport: string, gapMinutes: number, raw: number, after: string | undefined]>([
    ["padel", 59, 75, "soon"],
    ["padel", 60, 100, undefined],
    ["climbing", 0, 75, "soon"],
    ["climbing", 60, 75, "later"],
    ["climbing", 179, 75, "later"],
    ["climbing", 180, 100, undefined],
    ["sailing", 119, 75, "later"],
    ["sailing", 120, 100, undefined],
  ])("of %s that ends %i minutes before thunder gets at most %i", (sport, gapMinutes, raw, stormAfter) => {
    const fine = sport === "sailing" ? fineHour({ windKmh: 25, gustKmh: 30 }) : FINE_HOUR;
    const storm = { ...STORMY_HOUR, precipProbPct: undefined };
    const hours = [...Array.from({ length: 5 }, () => fine), storm];
    const session = sessionOf(sport, hours, { startMinute: 5 * 60 - gapMinutes - 60, durationMinutes: 60 });
    expect(session).toMatchObject({ raw, isStormy: false, stormAfter });
  });

  test("beside thunder that its own hour contradicts loses nothing", () => {
    const doubtful = { ...STORMY_HOUR, precipProbPct: 2 };
    const hours = [doubtful, FINE_HOUR, doubtful];
    const slot = { startMinute: 60, durationMinutes: 60 };
    expect(sessionOf("padel", hours, slot)).toMatchObject({ raw: 100, stormAfter: undefined });
    expect(sessionOf("padel", hours)).toMatchObject({ isStormy: false, multiplier: { storm: 1 } });
  });

  test("before a storm keeps its own score if that is lower", () => {
    const hours = [GALE, STORMY_HOUR];
    expect(sessionOf("padel", hours, { startMinute: 0, durationMinutes: 60 }).raw).toBe(0);
  });
});

describe("the verdict", () => {
  test.each([
    { raw: 79.5, score: 80 },
    { raw: 79.49999999999999, score: 80 },
    { raw: 79.4999, score: 79 },
    { raw: 49.5, score: 50 },
    { raw: 0, score: 0 },
    { raw: 100, score: 100 },
  ])("rounds $raw to $score", ({ raw, score }) => {
    expect(roundedScore(raw)).toBe(score);
  });

  // A chance p counts as that of 0.3 mm/h at least. Football then keeps 1 - 0.06 p, so it loses at most 6 points.
  test.each([
    { chance: 39, expected: "low" },
    { chance: 40, expected: "medium" },
    { chance: 100, expected: "medium" },
  ])("calls a $chance % chance of harmless rain a $expected risk", ({ chance, expected }) => {
    const score = sessionOf("football", [fineHour({ precipProbPct: chance })]);
    expect(score).toMatchObject({ rainRisk: expected, recommendation: "safe_to_book" });
  });

  test("gives the chance of rain in the worst minutes more weight than the mean", () => {
    const hours = [FINE_HOUR, fineHour({ precipProbPct: 50 })];
    expect(sessionOf("football", hours).rainRisk).toBe("medium");
    expect(sessionOf("football", [FINE_HOUR, FINE_HOUR, ...hours]).rainRisk).toBe("low");
  });

  test("takes a chance of exactly 40 % as 40 %, despite rounding errors of binary fractions", () => {
    // 0.4 of the mean of 4 and 49, and 0.6 of 49.
    const hours = [fineHour({ precipProbPct: 4 }), fineHour({ precipProbPct: 49 })];
    expect(sessionOf("football", hours).rainRisk).toBe("medium");
  });

  test("calls 1 mm of rain at a chance of 0 % a medium risk", () => {
    expect(sessionOf("football", [fineHour({ rainMm: 1, precipProbPct: 0 })]).rainRisk).toBe("medium");
  });

  test.each([
    { sport: "padel", windKmh: 20.5, expected: "low" },
    { sport: "padel", windKmh: 21, expected: "medium" },
    { sport: "padel", windKmh: 28.5, expected: "high" },
    { sport: "sailing", windKmh: 15, expected: "low" },
    { sport: "sailing", windKmh: 14, expected: "medium" },
    { sport: "sailing", windKmh: 5, expected: "high" },
  ])("calls $windKmh km/h a $expected wind risk for $sport", ({ sport, windKmh, expected }) => {
    expect(sessionOf(sport, [fineHour({ windKmh })]).windRisk).toBe(expected);
  });
});

describe("the temperature at the start", () => {
  const at = (tempC: number) => fineHour({ tempC });

  test.each<[string, HourOfWeather[], number, number]>([
    ["lies between two hours", [at(20), at(24)], 15, 21],
    ["lies between two later hours", [at(0), at(20), at(24)], 75, 21],
    ["is the hour's own on the hour", [at(20), at(24)], 0, 20],
    ["is the hour's own where the next is missing", [at(20)], 45, 20],
    ["is the feels-like one where there is no other", [fineHour({ tempC: undefined, apparentC: 7 })], 0, 7],
    ["is the first known one two hours later", [UNKNOWN, UNKNOWN, at(20), at(20)], 30, 20],
    ["is never that of an hour before the session", [at(15), UNKNOWN, at(20), at(20)], 90, 20],
    ["is the first known one", [fineHour({ tempC: undefined, apparentC: undefined }), at(15)], 30, 15],
  ])("%s", (_name, hours, startMinute, expected) => {
    const durationMinutes = hours.length * 60 - startMinute;
    expect(sessionOf("padel", hours, { startMinute, durationMinutes }).tempC).toBe(expected);
  });
});

test("many starts scored together get exactly the scores and verdicts that each gets alone, even outside the forecast", () => {
  const starts = fc.array(fc.integer({ min: -90, max: 27 * 60 }), { maxLength: 8 });
  const sessions = patchySessions(fc.constantFrom(...SPORT_IDS));
  const holds = fc.property(sessions, starts, ({ sport, hours, durationMinutes }, startMinutes) => {
    const [weather, profile] = [columnsOf(hours), profileOf(sport)];
    const touched = hoursTouched(startMinutes, durationMinutes);
    const scored = scoreHours({ weather, profile, ...touched });
    const together = scoreStarts({ weather, profile, hours: scored, startMinutes, durationMinutes });
    for (const [index, startMinute] of startMinutes.entries()) {
      const session = { weather, profile, startMinute, durationMinutes };
      const [alone, verdict] = [scoreSession(session), judgeSession(session, scored)];
      expect(together[index]).toBe(alone?.raw ?? Number.NaN);
      expect(alone === undefined).toBe(verdict === undefined);
      expect({ ...alone }).toMatchObject({ ...verdict });
      expect(judgeAlone(session)).toEqual(verdict);
    }
  });
  fc.assert(holds, { numRuns: 300 });
});

const entry = fc.record({
  value: fc.double({ min: 0, max: 100, noNaN: true }),
  minutes: fc.integer({ min: 1, max: 60 }),
});
const entries = fc.array(entry, { minLength: 1, maxLength: 25 });
type Entry = { readonly value: number; readonly minutes: number };

function aggregated(list: readonly Entry[]): number {
  return aggregate(
    list.map(({ value }) => value),
    list.map(({ minutes }) => minutes),
  );
}

describe("aggregate", () => {
  // prettier-ignore
  test.each<[string, (readonly [value: number, minutes: number])[], number]>([
    ["one part (P10)", [[70, 5]], 70],
    ["two hours: the worse one fills the worst minutes", [[100, 60], [50, 60]], 0.4 * 75 + 0.6 * 50],
    ["90 minutes: 45 of them are the worst", [[100, 60], [40, 30]],
      0.4 * 80 + 0.6 * ((40 * 30 + 100 * 15) / 45)],
    ["four hours: the worst 60 minutes are taken from two", [[90, 60], [20, 30], [90, 60], [60, 60], [90, 30]],
      0.4 * ((90 * 150 + 20 * 30 + 60 * 60) / 240) + 0.6 * 40],
    ["over three hours: the worst 60 minutes are taken from three", [[90, 120], [20, 20], [60, 20], [70, 30]],
      0.4 * ((90 * 120 + 20 * 20 + 60 * 20 + 70 * 30) / 190) + 0.6 * 50],
  ])("%s", (_name, parts, expected) => {
    expect(aggregated(parts.map(([value, minutes]) => ({ value, minutes })))).toBeCloseTo(expected, 10);
  });

  test("ignores entries without minutes", () => {
    expect(aggregate([Number.NaN, 80, 0], [0, 30, 0])).toBe(80);
  });

  test("of equal values is exactly that value, so that sessions in steady weather tie", () => {
    fc.assert(
      fc.property(entries, entry, (list, other) => {
        const value = list[0]?.value ?? 0;
        const equal = list.map(({ minutes }) => ({ value, minutes }));
        expect(aggregated(equal)).toBe(value);
        expect(aggregated([{ ...other, minutes: 0 }, ...equal])).toBe(value);
      }),
      // Rounded: 0.7 and the difference from it to 2.9000000000000017 do not add up to that number again.
      { examples: [[[{ value: 2.9000000000000017, minutes: 30 }], { value: 0.7, minutes: 1 }]] },
    );
  });

  test("never falls when a value rises (P9)", () => {
    fc.assert(
      fc.property(entries, fc.nat(), fc.double({ min: 0, max: 50, noNaN: true }), (list, pick, by) => {
        const raised = list.map((part, index) =>
          index === pick % list.length ? { ...part, value: part.value + by } : part,
        );
        expect(aggregated(raised)).toBeGreaterThanOrEqual(aggregated(list) - 1e-9);
      }),
    );
  });
});

describe("rankSessions (P15)", () => {
  // prettier-ignore
  test.each<[string, [name: string, raw: number, startMs: number][], string]>([
    ["no sessions", [], ""],
    ["the unrounded score decides", [["a", 79.6, 1], ["b", 80.4, 2]], "ba"],
    ["of equal scores the earlier start comes first", [["a", 70, 2], ["b", 70, 1]], "ba"],
    ["of equal sessions the first one listed comes first", [["a", 10, 1], ["b", 70, 1], ["c", 70, 1]], "bca"],
  ])("%s", (_name, sessions, expected) => {
    const ranked = rankSessions(sessions.map(([name, raw, startMs]) => ({ name, raw, startMs })));
    expect(ranked.map(({ name }) => name).join("")).toBe(expected);
  });
});
