import { describe, expect, it } from "vitest";
import { recommendationFor } from "../../src/scoring/session-score.ts";
import { verdictChange, type CurrentVerdict, type EarlierVerdict } from "../../src/scoring/verdict-change.ts";

const MONDAY = Date.parse("2026-11-23T06:00:00Z");
const TUESDAY = Date.parse("2026-11-24T06:00:00Z");

const toldOf = (playabilityScore: number, more: Partial<EarlierVerdict> = {}): EarlierVerdict => ({
  recommendation: recommendationFor(playabilityScore),
  playabilityScore,
  forecastAt: MONDAY,
  ...more,
});

const nowOf = (playabilityScore: number, more: Partial<CurrentVerdict> = {}): CurrentVerdict => ({
  recommendation: recommendationFor(playabilityScore),
  playabilityScore,
  forecastAt: TUESDAY,
  source: "open-meteo",
  modelVersion: "2",
  thunderstorm: false,
  ...more,
});

describe("the change of the verdict", () => {
  it.each([
    { told: 80, now: 100, change: "unchanged" },
    { told: 80, now: 79, change: "worse" },
    { told: 79, now: 80, change: "better" },
    { told: 95, now: 10, change: "worse" },
    { told: 50, now: 49, change: "worse" },
  ])("from $told to $now is $change", ({ told, now, change }) => {
    expect(verdictChange(toldOf(told), nowOf(now), 20).change).toBe(change);
  });
});

describe.each([
  { leadHours: 167, caution: 68, not: 38, fromNot: 68, fromCaution: 98 },
  { leadHours: 48, caution: 68, not: 38, fromNot: 68, fromCaution: 98 },
  { leadHours: 47.9, caution: 78, not: 48, fromNot: 68, fromCaution: 98 },
  { leadHours: 24, caution: 78, not: 48, fromNot: 68, fromCaution: 98 },
  { leadHours: 23.9, caution: 75, not: 45, fromNot: 50, fromCaution: 80 },
  { leadHours: -1, caution: 75, not: 45, fromNot: 50, fromCaution: 80 },
])("$leadHours hours ahead", ({ leadHours, caution, not, fromNot, fromCaution }) => {
  const isWorth = (told: number, now: number) =>
    verdictChange(toldOf(told), nowOf(now), leadHours).worthTelling;

  it.each([80, 100])(`customers told safe at %i hear of caution from a score of ${caution} down`, (told) => {
    expect([isWorth(told, caution + 1), isWorth(told, caution)]).toEqual([false, true]);
  });

  it.each([50, 79])(
    `customers told caution at %i hear of not recommended from a score of ${not} down`,
    (told) => {
      expect([isWorth(told, not + 1), isWorth(told, not)]).toEqual([false, true]);
    },
  );

  it.each([50, 79])(`customers told caution at %i hear of safe from a score of ${fromCaution} up`, (told) => {
    expect([isWorth(told, fromCaution - 1), isWorth(told, fromCaution)]).toEqual([false, true]);
  });

  it.each([0, 49])(`customers told not recommended at %i hear of caution from ${fromNot} up`, (told) => {
    expect([isWorth(told, fromNot - 1), isWorth(told, fromNot)]).toEqual([false, true]);
  });
});

describe("whatever the lead", () => {
  it.each([0, 47, 48, 167])("at %i hours a step of two verdicts is worth telling, both ways", (leadHours) => {
    expect(verdictChange(toldOf(80), nowOf(49), leadHours).worthTelling).toBe(true);
    expect(verdictChange(toldOf(49), nowOf(80), leadHours).worthTelling).toBe(true);
  });

  it.each([0, 47, 48, 167])("at %i hours the same verdict is not worth telling", (leadHours) => {
    expect(verdictChange(toldOf(100), nowOf(80), leadHours).worthTelling).toBe(false);
  });

  it("a forecast that is not newer is never worth telling, even of a storm", () => {
    for (const forecastAt of [MONDAY, MONDAY - 1]) {
      const now = nowOf(4, { forecastAt, thunderstorm: true });
      expect(verdictChange(toldOf(95), now, 20)).toEqual({ change: "worse", worthTelling: false });
    }
  });
});

describe("a thunderstorm", () => {
  it("that is new is worth telling, though the verdict is the same", () => {
    const telling = verdictChange(toldOf(45), nowOf(5, { thunderstorm: true }), 100);
    expect(telling).toEqual({ change: "unchanged", worthTelling: true });
  });

  it("that the told score may have included is not worth telling again", () => {
    expect(verdictChange(toldOf(40), nowOf(5, { thunderstorm: true }), 100).worthTelling).toBe(false);
  });
});

describe("scores of another source or model version", () => {
  it.each([
    { told: { source: "met-norway" }, worth: true },
    { told: { modelVersion: "1" }, worth: true },
    { told: { source: "open-meteo", modelVersion: "2" }, worth: false },
    { told: {}, worth: false },
  ])("told by $told: a slightly different verdict far ahead is worth telling: $worth", ({ told, worth }) => {
    expect(verdictChange(toldOf(82, told), nowOf(78), 100).worthTelling).toBe(worth);
    expect(verdictChange(toldOf(82, told), nowOf(80), 100).worthTelling).toBe(false);
  });
});
