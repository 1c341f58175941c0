import { describe, expect, test } from "vitest";
import { roundedScore } from "../../src/scoring/recommendation.ts";
import { FINE_HOUR, fineHour, type HourOfWeather } from "./columns-of.ts";
import { hoursOf, maybeSessionOf, sessionOf } from "./score-of.ts";

const FRESH = { ...FINE_HOUR, windKmh: 24 };
const GALE = { ...FINE_HOUR, windKmh: 60 };
const UNKNOWN: HourOfWeather = {};

describe("a session", () => {
  test("of five minutes within an hour has the hour's score", () => {
    const { raw } = sessionOf("padel", [FINE_HOUR, FRESH, GALE], { startMinute: 100, durationMinutes: 5 });
    expect(raw).toBe(hoursOf("padel", [FINE_HOUR, FRESH]).score[1]);
  });

  test("does not feel the hour that begins when it ends", () => {
    expect(sessionOf("padel", [FINE_HOUR, GALE], { startMinute: 30, durationMinutes: 30 }).raw).toBe(100);
  });

  test("of a whole day is judged by its worst hour", () => {
    const hours = Array.from({ length: 24 }, (_, hour) => (hour === 13 ? GALE : FINE_HOUR));
    expect(sessionOf("padel", hours).raw).toBeCloseTo((0.4 * 100 * 23) / 24, 10);
  });

  test.each([
    {
      name: "half of it within the data",
      hours: [FINE_HOUR],
      startMinute: 0,
      durationMinutes: 120,
      expected: 100,
    },
    {
      name: "less than half of it within the data",
      hours: [FINE_HOUR],
      startMinute: 0,
      durationMinutes: 121,
      expected: undefined,
    },
    {
      name: "the first half unknown",
      hours: [UNKNOWN, FINE_HOUR],
      startMinute: 0,
      durationMinutes: 120,
      expected: 100,
    },
    {
      name: "more than half unknown",
      hours: [UNKNOWN, FINE_HOUR],
      startMinute: 0,
      durationMinutes: 119,
      expected: undefined,
    },
    {
      name: "a start before the data",
      hours: [FINE_HOUR],
      startMinute: -30,
      durationMinutes: 60,
      expected: 100,
    },
    {
      name: "all of it beyond the data",
      hours: [FINE_HOUR],
      startMinute: 600,
      durationMinutes: 60,
      expected: undefined,
    },
  ])("needs half of its minutes scorable: $name", ({ hours, startMinute, durationMinutes, expected }) => {
    expect(maybeSessionOf("padel", hours, { startMinute, durationMinutes })?.raw).toBe(expected);
  });

  test("touched by a storm for a minute gets 40 at most, even if the storm's hour has no score", () => {
    const storm = { ...FINE_HOUR, weatherCode: 96 };
    const slot = { startMinute: 0, durationMinutes: 61 };
    expect(sessionOf("padel", [FINE_HOUR, storm], slot)).toMatchObject({
      raw: 40,
      multiplier: { storm: 0.4 },
    });
    expect(sessionOf("padel", [FINE_HOUR, { ...storm, windKmh: undefined }], slot).raw).toBe(40);
    expect(sessionOf("padel", [FINE_HOUR, storm], { startMinute: 0, durationMinutes: 60 }).raw).toBe(100);
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

  // Football: rain of 0.3 mm/h at a chance of p leaves 1 - 0.06 p; at most 6 points.
  test.each([
    { chance: 39, expected: "low" },
    { chance: 40, expected: "medium" },
    { chance: 100, expected: "medium" },
  ])("calls a $chance % chance of harmless rain a $expected risk", ({ chance, expected }) => {
    const score = sessionOf("football", [{ ...FINE_HOUR, precipProbPct: chance }]);
    expect(score).toMatchObject({ rainRisk: expected, recommendation: "safe_to_book" });
  });

  test("takes the chance of rain from the worst minutes, not the mean", () => {
    const hours = [FINE_HOUR, { ...FINE_HOUR, precipProbPct: 50 }];
    expect(sessionOf("football", hours).rainRisk).toBe("medium");
    expect(sessionOf("football", [FINE_HOUR, FINE_HOUR, ...hours]).rainRisk).toBe("low");
  });

  test("takes a chance of exactly 40 % for what it is, whatever binary fractions make of it", () => {
    // 0.4 of the mean of 4 and 49, and 0.6 of 49.
    const hours = [fineHour({ precipProbPct: 4 }), fineHour({ precipProbPct: 49 })];
    expect(sessionOf("football", hours).rainRisk).toBe("medium");
  });

  test("calls an amount against the chance a medium risk", () => {
    expect(sessionOf("football", [{ ...FINE_HOUR, rainMm: 1, precipProbPct: 0 }]).rainRisk).toBe("medium");
  });

  test.each([
    { sport: "padel", windKmh: 20.5, expected: "low" },
    { sport: "padel", windKmh: 21, expected: "medium" },
    { sport: "padel", windKmh: 28.5, expected: "high" },
    { sport: "sailing", windKmh: 15, expected: "low" },
    { sport: "sailing", windKmh: 14, expected: "medium" },
    { sport: "sailing", windKmh: 5, expected: "high" },
  ])("calls $windKmh km/h a $expected wind risk for $sport", ({ sport, windKmh, expected }) => {
    expect(sessionOf(sport, [{ ...FINE_HOUR, windKmh }]).windRisk).toBe(expected);
  });
});

describe("the temperature at the start", () => {
  test.each([
    {
      name: "lies between two hours",
      hours: [fineHour({ tempC: 20 }), fineHour({ tempC: 24 })],
      startMinute: 15,
      expected: 21,
    },
    {
      name: "lies between two later hours",
      hours: [fineHour({ tempC: 0 }), fineHour({ tempC: 20 }), fineHour({ tempC: 24 })],
      startMinute: 75,
      expected: 21,
    },
    {
      name: "is the hour's own on the hour",
      hours: [fineHour({ tempC: 20 }), fineHour({ tempC: 24 })],
      startMinute: 0,
      expected: 20,
    },
    {
      name: "is the hour's own where the next is missing",
      hours: [fineHour({ tempC: 20 })],
      startMinute: 45,
      expected: 20,
    },
    {
      name: "is the feels-like one where there is no other",
      hours: [fineHour({ tempC: undefined, apparentC: 7 })],
      startMinute: 0,
      expected: 7,
    },
    {
      name: "is the first known one two hours later",
      hours: [UNKNOWN, UNKNOWN, FINE_HOUR, FINE_HOUR],
      startMinute: 30,
      expected: 20,
    },
    {
      name: "is never that of an hour before the session",
      hours: [fineHour({ tempC: 15 }), UNKNOWN, FINE_HOUR, FINE_HOUR],
      startMinute: 90,
      expected: 20,
    },
    {
      name: "is the first known one",
      hours: [fineHour({ tempC: undefined, apparentC: undefined }), fineHour({ tempC: 11 })],
      startMinute: 30,
      expected: 11,
    },
  ])("$name", ({ hours, startMinute, expected }) => {
    const durationMinutes = hours.length * 60 - startMinute;
    expect(sessionOf("padel", hours, { startMinute, durationMinutes }).tempC).toBe(expected);
  });
});
