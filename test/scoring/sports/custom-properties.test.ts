// What holds for all weather holds for every sport an operator may define. The numbers are those of properties.test.ts.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scoreHours } from "../../../src/scoring/hour-score.ts";
import { pointsLost } from "../../../src/scoring/points-lost.ts";
import { scoreSession, type SessionScore } from "../../../src/scoring/session-score.ts";
import type { SportDefinition } from "../../../src/scoring/sports/definition.ts";
import { validDefinition } from "./arbitrary-definitions.ts";
import { scorableSession, type ArbitrarySession } from "../arbitrary-sessions.ts";
import { columnsOf, type HourOfWeather } from "../columns-of.ts";
import { compiledOf } from "../compiled-of.ts";
import { moreWind, WORSENINGS, type Worsening } from "../worse-weather.ts";

const RUNS = { numRuns: 300 };
/** Binary noise; a millionth of a point would already be a bug. */
const NOISE = 1e-9;

const someHour = fc.nat();
const amount = fc.double({ min: 0, max: 40, noNaN: true });

function scoreOf(
  definition: SportDefinition,
  { hours, startMinute, durationMinutes }: ArbitrarySession,
): SessionScore {
  const profile = compiledOf(definition);
  const score = scoreSession({ weather: columnsOf(hours), profile, startMinute, durationMinutes });
  if (score === undefined) throw new Error("the session is not scorable");
  return score;
}

/** A sport and a session whose score the change to one of its hours raises, in words; undefined if none was found. */
function raisedBy(
  change: Worsening,
  {
    definitions = validDefinition,
    sessions = scorableSession,
  }: { definitions?: fc.Arbitrary<SportDefinition>; sessions?: fc.Arbitrary<ArbitrarySession> } = {},
) {
  const neverRaises = fc.property(
    definitions,
    sessions,
    someHour,
    amount,
    (definition, session, pick, by) => {
      const changed = pick % session.hours.length;
      const hours = session.hours.map((hour, index) => (index === changed ? change(hour, by) : hour));
      return scoreOf(definition, { ...session, hours }).raw <= scoreOf(definition, session).raw + NOISE;
    },
  );
  return fc.defaultReportMessage(fc.check(neverRaises, RUNS));
}

/** Little enough is wrong that a good part of such sessions is safe to book. */
function isMild({ hours }: ArbitrarySession): boolean {
  return hours.every(({ precipProbPct = 0, weatherCode = 0 }) => precipProbPct < 60 && weatherCode < 4);
}

describe("scores of a custom sport", () => {
  test("are whole numbers from 0 to 100, the same for the same weather (P1)", () => {
    fc.assert(
      fc.property(validDefinition, scorableSession, (definition, session) => {
        const { playabilityScore, raw } = scoreOf(definition, session);
        expect(Number.isInteger(playabilityScore)).toBe(true);
        expect(playabilityScore).toBeGreaterThanOrEqual(0);
        expect(playabilityScore).toBeLessThanOrEqual(100);
        expect(scoreOf(definition, session).raw).toBe(raw);
      }),
      RUNS,
    );
  });

  test.each(WORSENINGS)("are never raised by $what", ({ change }) => {
    expect(raisedBy(change)).toBeUndefined();
  });

  test("are never raised by more wind, but for sports that need it (P6)", () => {
    const definitions = validDefinition.filter((definition) => !compiledOf(definition).isWindSport);
    const sessions = scorableSession.map((session) => ({
      ...session,
      hours: session.hours.map((hour) => Object.assign({}, hour, { apparentC: 18 })),
    }));
    expect(raisedBy(moreWind, { definitions, sessions })).toBeUndefined();
  });
});

describe("a session of a custom sport", () => {
  test("lies between its worst and its best hour, unless a storm caps it (P9)", () => {
    fc.assert(
      fc.property(validDefinition, scorableSession, (definition, session) => {
        const { raw, hours, isStormy } = scoreOf(definition, session);
        fc.pre(!isStormy);
        expect(raw).toBeGreaterThanOrEqual(Math.min(...hours.score) - NOISE);
        expect(raw).toBeLessThanOrEqual(Math.max(...hours.score) + NOISE);
      }),
      RUNS,
    );
  });

  test("that is exactly one hour has that hour's score (P10)", () => {
    fc.assert(
      fc.property(validDefinition, scorableSession, someHour, (definition, { sport, hours }, pick) => {
        const hour = pick % hours.length;
        const session = { sport, hours, startMinute: hour * 60, durationMinutes: 60 };
        const profile = compiledOf(definition);
        const { score } = scoreHours({ weather: columnsOf(hours), profile, first: 0, count: hours.length });
        expect(scoreOf(definition, session).raw).toBe(score[hour]);
      }),
      RUNS,
    );
  });

  test("with a high rain or wind risk is not recommended (P12)", () => {
    fc.assert(
      fc.property(validDefinition, scorableSession, (definition, session) => {
        const { rainRisk, windRisk, recommendation } = scoreOf(definition, session);
        fc.pre(rainRisk === "high" || windRisk === "high");
        expect(recommendation).toBe("not_recommended");
      }),
      RUNS,
    );
  });

  test("that is safe to book has a low wind risk, and a low rain risk below a chance of 40 % (P12)", () => {
    fc.assert(
      fc.property(validDefinition, scorableSession.filter(isMild), (definition, session) => {
        const { rainRisk, windRisk, recommendation, hours } = scoreOf(definition, session);
        fc.pre(recommendation === "safe_to_book");
        expect(windRisk).toBe("low");
        const isLikelyWet = hours.rainChance.some((chance) => chance >= 0.4 - NOISE);
        expect(isLikelyWet || rainRisk === "low").toBe(true);
      }),
      RUNS,
    );
  });

  test("loses points, one at least to each factor named, that add up to what is missing from 100 (P13)", () => {
    fc.assert(
      fc.property(validDefinition, scorableSession, (definition, session) => {
        const score = scoreOf(definition, session);
        const lost = pointsLost(score);
        expect(lost.reduce((sum, { points }) => sum + points, 0)).toBe(100 - score.playabilityScore);
        expect(lost.every(({ points }) => Number.isInteger(points) && points > 0)).toBe(true);
      }),
      RUNS,
    );
  });
});

/** The hours with this share of their wind and gusts, and a feels-like temperature that does not depend on them. */
function withWindShare(hours: readonly HourOfWeather[], share: number): readonly HourOfWeather[] {
  return hours.map(({ windKmh = 0, gustKmh, ...hour }) =>
    Object.assign(hour, {
      apparentC: 15,
      windKmh: windKmh * share,
      ...(gustKmh !== undefined && { gustKmh: gustKmh * share }),
    }),
  );
}

test("taking 0.7 of wind and gusts is what sheltered does, whatever the sport", () => {
  fc.assert(
    fc.property(validDefinition, scorableSession, (definition, session) => {
      const open = { ...session, hours: withWindShare(session.hours, 0.7) };
      const sheltered = { ...session, hours: withWindShare(session.hours, 1) };
      const expected = scoreOf({ ...definition, sheltered: false }, open);
      const actual = scoreOf({ ...definition, sheltered: true }, sheltered);
      expect(actual.raw).toBeCloseTo(expected.raw, 6);
      expect(actual.multiplier.wind).toBeCloseTo(expected.multiplier.wind, 8);
    }),
    RUNS,
  );
});
