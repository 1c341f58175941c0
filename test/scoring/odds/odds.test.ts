import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  chances,
  type Chances,
  createOdds,
  inHundredths,
  stepChance,
} from "../../../src/scoring/odds/odds.ts";
import { oddsFitFromJson, type OddsFit, type OddsGroup } from "../../../src/scoring/odds/fit.ts";
import { SPORT_IDS } from "../../../src/scoring/sports/find-profile.ts";
import { FINE_HOUR, fineHour } from "../columns-of.ts";
import { sessionOf, type Sport } from "../score-of.ts";

const TEXT = readFileSync(
  new URL("../../../src/scoring/odds/open-meteo-nyc-2025.json", import.meta.url),
  "utf8",
);
const FIT = JSON.parse(TEXT) as OddsFit;
const oddsOf = createOdds(FIT);
const NOISE = 1e-12;

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const step = fc.record({
  steepness: number(-3, 5),
  fade: number(-2, 0),
  bend: number(-8, 8),
  middle: number(-1, 2),
  drift: number(-0.5, 0.5),
});
const group: fc.Arbitrary<Pick<OddsGroup, "playable" | "safe">> = fc.oneof(
  fc.constantFrom(...FIT.groups),
  fc.record({ playable: step, safe: step }),
);
const leadHours = fc.oneof(fc.integer({ min: 0, max: 168 }), number(0, 400));
const raw = number(0, 100);

const sum = ({ safeToBook, proceedWithCaution, notRecommended }: Chances) =>
  safeToBook + proceedWithCaution + notRecommended;

describe("the chances", () => {
  test("rise with the score: safe never falls, not recommended never rises, whatever the coefficients", () => {
    fc.assert(
      fc.property(group, leadHours, raw, raw, (group, lead, one, other) => {
        const worse = chances(group, Math.min(one, other), lead);
        const better = chances(group, Math.max(one, other), lead);
        expect(better.safeToBook).toBeGreaterThanOrEqual(worse.safeToBook - NOISE);
        expect(better.notRecommended).toBeLessThanOrEqual(worse.notRecommended + NOISE);
      }),
      { numRuns: 500 },
    );
  });

  test("add up to 1, none below 0", () => {
    fc.assert(
      fc.property(group, leadHours, raw, (group, lead, raw) => {
        const told = chances(group, raw, lead);
        expect(sum(told)).toBeCloseTo(1, 12);
        expect(Math.min(...Object.values(told))).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test.each(FIT.groups)("of $name depend less on the score the older the forecast is", (group) => {
    const span = (lead: number) => chances(group, 100, lead).safeToBook - chances(group, 0, lead).safeToBook;
    for (let lead = 1; lead <= 168; lead += 1) expect(span(lead)).toBeLessThan(span(lead - 1));
    expect(span(168)).toBeGreaterThan(0.3);
  });

  test.each(FIT.groups)("of $name are never certain, nor do they change beyond hour 0 or 168", (group) => {
    expect(chances(group, 80, 0).safeToBook).toBeLessThan(0.9);
    expect(chances(group, 100, 0).safeToBook).toBeLessThan(1);
    expect(chances(group, 100, 500)).toEqual(chances(group, 100, 168));
    expect(chances(group, 100, -5)).toEqual(chances(group, 100, 0));
  });
});

describe("hundredths", () => {
  const told = fc.tuple(number(0, 1), number(0, 1)).map(([a, b]): Chances => {
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    return { safeToBook: low, notRecommended: 1 - high, proceedWithCaution: high - low };
  });

  test("add up to 1, are never 0 or 1, and are close to the exact chances", () => {
    fc.assert(
      fc.property(told, (exact) => {
        const shown = inHundredths(exact);
        const counts = Object.values(shown).map((share) => share * 100);
        expect(Math.round(sum(shown) * 100)).toBe(100);
        for (const count of counts) {
          expect(Math.abs(count - Math.round(count))).toBeLessThan(1e-9);
          expect(Math.round(count)).toBeGreaterThanOrEqual(1);
          expect(Math.round(count)).toBeLessThanOrEqual(98);
        }
        for (const outer of ["safeToBook", "notRecommended"] as const)
          expect(Math.abs(shown[outer] - exact[outer])).toBeLessThanOrEqual(0.02 + NOISE);
      }),
      { numRuns: 500 },
    );
  });

  test("fall by no more than 0.01 when the score rises", () => {
    fc.assert(
      fc.property(fc.constantFrom(...FIT.groups), leadHours, raw, raw, (group, lead, one, other) => {
        const worse = inHundredths(chances(group, Math.min(one, other), lead));
        const better = inHundredths(chances(group, Math.max(one, other), lead));
        expect(better.safeToBook).toBeGreaterThanOrEqual(worse.safeToBook - 0.01 - NOISE);
        expect(better.notRecommended).toBeLessThanOrEqual(worse.notRecommended + 0.01 + NOISE);
      }),
      { numRuns: 500 },
    );
  });
});

describe("the chance of a step", () => {
  // A slope of 10, a middle of 0.6 that is 0.8 after four days.
  const step = { steepness: Math.log(10), fade: 0, bend: 0, middle: 0.6, drift: 0.1 };

  test("is a half at its middle, which drifts with the root of the days", () => {
    expect(stepChance(step, 0.6, 0)).toBeCloseTo(0.5, 12);
    expect(stepChance(step, 0.8, 2)).toBeCloseTo(0.5, 12);
  });

  test("rises with the score by its slope, and with what a place's past adds to its log-odds", () => {
    expect(stepChance(step, 0.7, 0)).toBeCloseTo(Math.E / (1 + Math.E), 12);
    expect(stepChance(step, 0.6, 0, Math.log(3))).toBeCloseTo(0.75, 12);
  });
});

describe("the odds of a session", () => {
  const session = (sport: Sport, ...hours: (typeof FINE_HOUR)[]) => sessionOf(sport, hours);

  test("exist for every sport, with their basis and their lead in whole hours", () => {
    for (const sport of SPORT_IDS) {
      expect(oddsOf(session(sport, FINE_HOUR), 50.6)).toMatchObject({
        leadHours: 51,
        basis: "open-meteo-nyc-2025",
      });
    }
  });

  test("have a lead of at least 0", () => {
    expect(oddsOf(session("golf", FINE_HOUR), -3)).toMatchObject({ leadHours: 0 });
  });

  test("of an account's own sport equal the odds of its base for the same score", () => {
    const own = session({ id: "centre_court", base: "tennis", wind_tolerance: 1.5 }, FINE_HOUR);
    expect(oddsOf(own, 30)).toEqual(oddsOf(session("tennis", FINE_HOUR), 30));
  });

  test("are left out if an hour's chance of rain is not known", () => {
    const unknown = fineHour({ precipProbPct: undefined });
    expect(oddsOf(session("padel", FINE_HOUR, unknown), 30)).toBeUndefined();
    const slot = { startMinute: 120, durationMinutes: 120 };
    const hours = [FINE_HOUR, FINE_HOUR, FINE_HOUR, unknown, FINE_HOUR];
    expect(oddsOf(sessionOf("padel", hours, slot), 30)).toBeUndefined();
  });

  test("need no chance of rain for an hour outside the session", () => {
    const unknown = fineHour({ precipProbPct: undefined });
    const slot = { startMinute: 0, durationMinutes: 60 };
    expect(oddsOf(sessionOf("padel", [FINE_HOUR, unknown], slot), 30)).toBeDefined();
    const hours = [unknown, unknown, FINE_HOUR, FINE_HOUR, unknown];
    expect(oddsOf(sessionOf("padel", hours, { startMinute: 120, durationMinutes: 120 }), 30)).toBeDefined();
  });

  test("need no chance of rain for an hour without a score", () => {
    const gap = fineHour({ tempC: undefined, apparentC: undefined, precipProbPct: undefined });
    const slot = { startMinute: 120, durationMinutes: 120 };
    expect(oddsOf(sessionOf("padel", [FINE_HOUR, FINE_HOUR, FINE_HOUR, gap], slot), 30)).toBeDefined();
  });

  test("are left out if the sport was not fitted", () => {
    const groups = FIT.groups.map((group) => Object.assign({}, group, { sports: ["golf"] }));
    const onlyGolf = createOdds({ ...FIT, groups });
    expect(onlyGolf(session("padel", FINE_HOUR), 30)).toBeUndefined();
  });
});

describe("a fit", () => {
  test("as committed is accepted as it is, and has every sport once", () => {
    expect(oddsFitFromJson(TEXT)).toEqual({ fit: FIT });
    expect(FIT.groups.flatMap(({ sports }) => sports).toSorted()).toEqual(SPORT_IDS.toSorted());
    expect(FIT.about).toContain("CC BY 4.0");
  });

  const [first] = FIT.groups;
  const grouped = (change: object) => ({ groups: [{ ...first, ...change }] });
  const steepen = (steepness: unknown) => grouped({ safe: { ...first?.safe, steepness } });
  const steepness = "The group courts needs safe.steepness from -5 to 10.";

  test.each([
    ["made for another model version", { model_version: "1" }, "model version 1, these are of 3: refit."],
    ["without a basis", { basis: undefined }, "basis has to be"],
    ["with a basis that is no name", { basis: "New York" }, "basis has to be"],
    ["without its source", { about: 7 }, "about has to say"],
    ["without groups", { groups: [] }, "groups has to be a list."],
    ["with an unknown sport", grouped({ sports: ["chess"] }), "has no known sport chess."],
    ["with a group without sports", grouped({ sports: "golf" }), "has no known sport undefined."],
    ["with a sport in two groups", { groups: [first, first] }, "tennis is in two groups."],
    ["without a coefficient", steepen(undefined), steepness],
    ["with a coefficient above its range", steepen(10.1), steepness],
    ["with a coefficient below its range", steepen(-5.1), steepness],
    [
      "with changes of an unknown sport",
      { safe_often_changes: { chess: 1 } },
      "a built-in sport and its days",
    ],
    [
      "with changes from no day on",
      { safe_often_changes: { golf: "1" } },
      "days ahead from 0 to 7, not golf.",
    ],
    ["with changes that are a list", { safe_often_changes: ["golf"] }, "has to be an object of sports"],
  ])("is refused: %s", (_name, change, problem) => {
    const read = oddsFitFromJson(JSON.stringify({ ...FIT, ...change }));
    expect("problems" in read ? read.problems.join(" ") : "accepted").toContain(problem);
  });

  test("that is not JSON, or is null, is refused", () => {
    expect(oddsFitFromJson("{")).toEqual({ problems: ["It is not JSON."] });
    expect(oddsFitFromJson("null")).toMatchObject({
      problems: expect.arrayContaining(["groups has to be a list."]),
    });
  });
});
