// Properties of scores in all weather and sports. P1 … P14 are their numbers in the scoring model's list, whose other
// properties are tested in session-score.test.ts and sports/.
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { FACTORS, type Factor, pointsLost, type ScoredHours } from "../../src/scoring/hour-score.ts";
import type { SessionScore } from "../../src/scoring/session-score.ts";
import { rainChance } from "../../src/scoring/rain-chance.ts";
import { snowShare } from "../../src/scoring/snow-share.ts";
import { valueAt, weatherCodeKind } from "../../src/scoring/weather-columns.ts";
import { SPORT_NAMES } from "../../src/scoring/sports/find-profile.ts";
import type { SurfaceName } from "../../src/scoring/sports/profile.ts";
import { SURFACES } from "../../src/scoring/sports/profiles.ts";
import { profileAtVenue } from "../../src/scoring/sports/venue-facts.ts";
import { SPORTS } from "./arbitrary-definitions.ts";
import {
  mildSessions,
  patchySessions,
  scorableHour,
  scorableSessions,
  type ArbitrarySession,
} from "./arbitrary-sessions.ts";
import { columnsOf, type HourOfWeather } from "./columns-of.ts";
import { hoursOf, maybeSessionOf, profileOf, sessionOf } from "./score-of.ts";

/** `npm run test:all` tries each property with 10,000 sessions. */
const RUNS = { numRuns: process.env["FUZZ_RUNS"] === undefined ? 200 : 10_000 };
vi.setConfig({ testTimeout: 120_000 });
/** Binary noise; a millionth of a point would already be a bug. */
const NOISE = 1e-9;
const THUNDER_CODES = [95, 96, 99];

const someHour = fc.nat();
const amount = fc.double({ min: 0, max: 40, noNaN: true });

function scoreOf({ sport, hours, ...slot }: ArbitrarySession): SessionScore {
  return sessionOf(sport, hours, slot);
}

/** Undefined if too few hours are scorable. */
function maybeScoreOf({ sport, hours, ...slot }: ArbitrarySession): SessionScore | undefined {
  return maybeSessionOf(sport, hours, slot);
}

/** The session with one changed hour, which may be before, in or after the session. */
function withHour(
  session: ArbitrarySession,
  pick: number,
  change: (hour: HourOfWeather) => HourOfWeather,
): ArbitrarySession {
  const changed = pick % session.hours.length;
  return { ...session, hours: session.hours.map((hour, index) => (index === changed ? change(hour) : hour)) };
}

/** Makes an hour of weather worse; `by` is anything from 0 to 40. */
type Worsening = (hour: HourOfWeather, by: number) => HourOfWeather;

const moreWind: Worsening = (hour, by) => ({ ...hour, windKmh: (hour.windKmh ?? 0) + by });

/** Changes that never raise the score of any sport, with their numbers in the scoring model's list of properties. */
const WORSENINGS: readonly { readonly what: string; readonly change: Worsening }[] = [
  {
    what: "more rain, in the session or before it (P2)",
    change: (hour, by) => (hour.rainMm === undefined ? hour : { ...hour, rainMm: hour.rainMm + by / 4 }),
  },
  {
    what: "a higher chance of rain (P3)",
    change: ({ precipProbPct, ...hour }, by) =>
      precipProbPct === undefined ? hour : { ...hour, precipProbPct: precipProbPct + by },
  },
  {
    what: "a stronger gust, whatever the wind curve (P4)",
    change: ({ gustKmh, ...hour }, by) => (gustKmh === undefined ? hour : { ...hour, gustKmh: gustKmh + by }),
  },
  {
    what: "more cloud (P5)",
    change: ({ cloudPct, ...hour }, by) =>
      cloudPct === undefined ? hour : { ...hour, cloudPct: cloudPct + by },
  },
];

/** Checks a property, and fails with the smallest counterexample. */
function always<Values extends [unknown, ...unknown[]]>(
  ...property: [...{ [Key in keyof Values]: fc.Arbitrary<Values[Key]> }, (...values: Values) => void]
): void {
  fc.assert(fc.property(...property), RUNS);
}

/** Describes a session whose score rises when one of its hours is changed; undefined if none was found. */
function raisedBy(change: Worsening, sessions: fc.Arbitrary<ArbitrarySession>) {
  const neverRaises = fc.property(sessions, someHour, amount, (session, pick, by) => {
    const changed = withHour(session, pick, (hour) => change(hour, by));
    return scoreOf(changed).raw <= scoreOf(session).raw + NOISE;
  });
  return fc.defaultReportMessage(fc.check(neverRaises, RUNS));
}

function atFeelsLike(apparentC: number, session: ArbitrarySession): ArbitrarySession {
  return { ...session, hours: session.hours.map((hour) => Object.assign({}, hour, { apparentC })) };
}

/**
 * A small change of an hour, and the most points by which it moves an hour's score outside thunder, fog, night and freezing rain:
 * a little more than the most that a search by hill climbing found.
 */
const SMALL_CHANGES: readonly {
  readonly what: string;
  readonly change: (hour: HourOfWeather) => HourOfWeather;
  readonly points: number;
}[] = [
  // Where rain turns to snow, and water to ice, a tenth of a degree is a tenth or a twentieth of the way.
  { what: "0.1 °C near frost", change: (hour) => warmer(hour), points: 12 },
  { what: "0.1 °C above it", change: (hour) => ((hour.tempC ?? 0) < 2 ? hour : warmer(hour)), points: 2.5 },
  {
    what: "1 km/h of gust",
    change: ({ gustKmh, ...hour }) => (gustKmh === undefined ? hour : { ...hour, gustKmh: gustKmh + 1 }),
    points: 4.5,
  },
  {
    what: "1 % of chance",
    change: ({ precipProbPct, ...hour }) =>
      precipProbPct === undefined ? hour : { ...hour, precipProbPct: precipProbPct + 1 },
    points: 1 + NOISE,
  },
  {
    what: "0.1 mm beside a stated chance",
    change: (hour) =>
      hour.precipProbPct === undefined ? hour : { ...hour, rainMm: Math.max(0, hour.rainMm ?? 0) + 0.1 },
    points: 7,
  },
  {
    what: "0.1 mm without one",
    change: (hour) =>
      hour.precipProbPct === undefined ? { ...hour, rainMm: Math.max(0, hour.rainMm ?? 0) + 0.1 } : hour,
    points: 37,
  },
];

function warmer({ tempC, apparentC, ...hour }: HourOfWeather): HourOfWeather {
  return {
    ...hour,
    ...(tempC !== undefined && { tempC: tempC + 0.1 }),
    ...(apparentC !== undefined && { apparentC: apparentC + 0.1 }),
  };
}

/** Nothing of an hour is a yes or no that a small change could decide. */
function isGradual({ weatherCode = 0, isDay, visibilityM = Number.NaN }: HourOfWeather): boolean {
  const isYesOrNo = [...THUNDER_CODES, 45, 48, 56, 57, 66, 67].includes(weatherCode);
  return !isYesOrNo && isDay !== 0 && !(visibilityM < 1000);
}

const isCalm = ({ hours }: ArbitrarySession) => hours.every((hour) => !isThunder(hour));
/** With thunder, and a chance of rain that does not contradict it. */
const thundering = (hour: HourOfWeather, weatherCode: number): HourOfWeather => ({
  ...hour,
  weatherCode,
  precipProbPct: Math.max(10, hour.precipProbPct ?? 10),
});
const isThunder = ({ weatherCode = Number.NaN }: HourOfWeather) => THUNDER_CODES.includes(weatherCode);

describe.each(SPORTS)("of $whose", ({ sport }) => {
  const scorableSession = scorableSessions(sport);
  const patchySession = patchySessions(sport);

  describe("scores", () => {
    test.each(WORSENINGS)("are never raised by $what", ({ change }) => {
      expect(raisedBy(change, scorableSession)).toBeUndefined();
    });

    test("are never raised by more wind, except in sports that need it (P6)", () => {
      const sessions = scorableSession.filter(({ sport }) => !profileOf(sport).isWindSport);
      expect(
        raisedBy(
          moreWind,
          sessions.map((session) => atFeelsLike(18, session)),
        ),
      ).toBeUndefined();
    });

    test("are never raised by a thunder code in place of a dry or rain code (P7)", () => {
      const thunder: Worsening = (hour, by) => {
        const stormy = { ...hour, weatherCode: THUNDER_CODES[by > 20 ? 0 : 2] };
        const [before, after] = [hour, stormy].map((each) => weatherCodeKind(columnsOf([each]), 0));
        // Thunder that its own hour contradicts names nothing.
        return (before === "plain" || before === "rain") && after === "thunder" ? stormy : hour;
      };
      expect(raisedBy(thunder, scorableSession)).toBeUndefined();
    });

    test("are never lowered by missing gusts, cloud or visibility (P8)", () => {
      always(scorableSession, someHour, (session, pick) => {
        const before = scoreOf(session).raw;
        for (const missing of [{ gustKmh: undefined }, { cloudPct: undefined }, { visibilityM: undefined }]) {
          const after = scoreOf(withHour(session, pick, (hour) => ({ ...hour, ...missing }))).raw;
          expect(after).toBeGreaterThanOrEqual(before - NOISE);
        }
      });
    });

    test("are never lowered by a missing weather code, unless it decides between rain and snow (P8)", () => {
      always(scorableSession, someHour, (session, pick) => {
        const after = withHour(session, pick, (hour) => {
          const withoutCode = { ...hour, weatherCode: undefined };
          const [share, without] = [hour, withoutCode].map((each) => snowShare(columnsOf([each]), 0));
          return share === without ? withoutCode : hour;
        });
        expect(scoreOf(after).raw).toBeGreaterThanOrEqual(scoreOf(session).raw - NOISE);
      });
    });
  });

  describe("a thunderstorm", () => {
    test("leaves at most 10 points to its hour and 40 to any session it touches (P7)", () => {
      always(scorableSession, fc.constantFrom(...THUNDER_CODES), someHour, (session, weatherCode, pick) => {
        const first = Math.floor(session.startMinute / 60);
        const touched = Math.ceil((session.startMinute + session.durationMinutes) / 60) - first;
        const stormy = withHour(session, first + (pick % touched), (hour) => thundering(hour, weatherCode));
        expect(scoreOf(stormy).raw).toBeLessThanOrEqual(40);
        const { score } = hoursOf(session.sport, stormy.hours);
        expect(valueAt(score, first + (pick % touched))).toBeLessThanOrEqual(10 + NOISE);
      });
    });

    test("in the hour after a session keeps it from being safe to book, and is a main reason if it lowers the score", () => {
      always(mildSessions(sport), fc.constantFrom(...THUNDER_CODES), (session, weatherCode) => {
        fc.pre(session.hours.length > 1);
        const calm = { ...session, startMinute: 0, durationMinutes: 60 };
        const score = scoreOf(withHour(calm, 1, (hour) => thundering(hour, weatherCode)));
        expect(score.raw).toBeLessThanOrEqual(75);
        fc.pre(scoreOf(calm).raw > 75);
        expect(score.raw).toBe(75);
        const mainReasons = pointsLost(score).slice(0, 2);
        expect(mainReasons.map(({ factor }) => factor)).toContain("storm");
      });
    });
  });

  describe("a session", () => {
    test("lies between its worst and its best hour, unless a storm caps it (P9)", () => {
      always(patchySession, (session) => {
        const score = maybeScoreOf(session);
        if (score === undefined || score.isStormy || score.stormAfter !== undefined) return;
        const scores = score.hours.score.filter((value) => !Number.isNaN(value));
        expect(score.raw).toBeGreaterThanOrEqual(Math.min(...scores) - NOISE);
        expect(score.raw).toBeLessThanOrEqual(Math.max(...scores) + NOISE);
      });
    });

    test("changes by a bounded number of points when it starts a minute later (P11)", () => {
      always(scorableSession.filter(isCalm), ({ sport, hours, startMinute, durationMinutes }) => {
        fc.pre(startMinute + durationMinutes < hours.length * 60);
        const sooner = sessionOf(sport, hours, { startMinute, durationMinutes }).raw;
        const later = sessionOf(sport, hours, { startMinute: startMinute + 1, durationMinutes }).raw;
        const bound = 100 * (0.4 / durationMinutes + 0.6 / Math.min(60, durationMinutes / 2));
        expect(Math.abs(later - sooner)).toBeLessThanOrEqual(bound + NOISE);
      });
    });

    test("with a high rain or wind risk is not recommended (P12)", () => {
      always(scorableSession, (session) => {
        const { rainRisk, windRisk, recommendation } = scoreOf(session);
        fc.pre(rainRisk === "high" || windRisk === "high");
        expect(recommendation).toBe("not_recommended");
      });
    });

    test("that is safe to book has a low wind risk, and a low rain risk if the chance of rain is below 40 % (P12)", () => {
      always(mildSessions(sport), (session) => {
        const score = scoreOf(session);
        fc.pre(score.recommendation === "safe_to_book");
        expect(score.windRisk).toBe("low");
        const isLikelyWet = score.hours.rainChance.some((chance) => chance >= 0.4 - NOISE);
        expect(isLikelyWet || score.rainRisk === "low").toBe(true);
      });
    });

    test("loses points that add up to what is missing from 100, at least one to each factor named (P1, P13)", () => {
      always(patchySession, (session) => {
        const score = maybeScoreOf(session);
        if (score === undefined) return;
        expect(score.playabilityScore).toBeGreaterThanOrEqual(0);
        const lost = pointsLost(score);
        expect(lost.reduce((sum, { points }) => sum + points, 0)).toBe(100 - score.playabilityScore);
        expect(lost.every(({ points }) => Number.isInteger(points) && points > 0)).toBe(true);
        expect(lost).toEqual(lost.toSorted((a, b) => b.points - a.points));
      });
    });
  });

  test("an hour that is no worse in any factor has no lower score (P14)", () => {
    const improvement = { rainMm: 0, cloudPct: 0, gustKmh: 0 };
    always(sport, scorableHour, (sport, hour) => {
      const [before, after] = [hoursOf(sport, [hour]), hoursOf(sport, [{ ...hour, ...improvement }])];
      const left = (scored: ScoredHours, factor: Factor) => valueAt(scored.multiplier[factor], 0);
      fc.pre(FACTORS.every((factor) => left(after, factor) >= left(before, factor)));
      expect(valueAt(after.score, 0)).toBeGreaterThanOrEqual(valueAt(before.score, 0));
    });
  });
});

test.each(SMALL_CHANGES)(
  "$what moves an hour's score by at most $points points (P19)",
  ({ change, points }) => {
    const names = fc.constantFrom(...SPORT_NAMES);
    always(
      names,
      scorableHour,
      scorableHour,
      fc.integer({ min: 0, max: 180 }),
      (sport, before, hour, leadHours) => {
        fc.pre(isGradual(before) && isGradual(hour));
        const scoreAt = (last: HourOfWeather) => valueAt(hoursOf(sport, [before, last], leadHours).score, 1);
        expect(Math.abs(scoreAt(change(hour)) - scoreAt(hour))).toBeLessThanOrEqual(points);
      },
    );
  },
);

test("a later lead never raises the chance of an amount of 0.2 mm or more (P17)", () => {
  const chance = fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined });
  const leads = fc.tuple(fc.nat({ max: 200 }), fc.nat({ max: 200 }));
  always(
    fc.double({ min: 0.2, max: 40, noNaN: true }),
    chance,
    leads,
    (rainMm, precipProbPct, [lead, later]) => {
      const hour: HourOfWeather = { rainMm, ...(precipProbPct !== undefined && { precipProbPct }) };
      const chanceAt = (leadHours: number) => rainChance(columnsOf([hour], leadHours), 0);
      expect(chanceAt(lead + later)).toBeLessThanOrEqual(chanceAt(lead) + NOISE);
    },
  );
});

test("a surface or a roof never makes ice where the sport has none, nor more of it (P18)", () => {
  for (const name of SPORT_NAMES) {
    const profile = profileOf(name);
    for (const facts of [
      { covered: true },
      ...Object.keys(SURFACES).map((surface) => ({ surface: surface as SurfaceName })),
    ]) {
      expect(profileAtVenue(profile, undefined, facts).ice).toBeLessThanOrEqual(profile.ice);
    }
  }
});
