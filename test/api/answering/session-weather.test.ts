// The weather of a session agrees with the hours that are listed beside it.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sessionExplanation } from "../../../src/api/answering/explanation.ts";
import { HOUR_MS } from "../../../src/lib/time/clock.ts";
import { SPORT_IDS } from "../../../src/scoring/sports/find-profile.ts";
import { columnsFrom, type HourlyWeather } from "../../../src/weather/hourly-weather.ts";
import { patchySessions } from "../../scoring/arbitrary-sessions.ts";
import { fineHour, type HourOfWeather, STORMY_HOUR } from "../../scoring/columns-of.ts";
import { profileOf, type Sport } from "../../scoring/score-of.ts";
import { scoreSession } from "../../../src/scoring/session-score.ts";

const NOON_MS = Date.parse("2026-11-21T12:00:00Z");

interface Question {
  readonly sport?: Sport;
  readonly startMinute?: number;
  readonly durationMinutes?: number;
  readonly leadHours?: number;
}

/** Undefined if the session has no score. */
function explained(
  hours: readonly HourOfWeather[],
  { sport = "padel", startMinute = 0, durationMinutes = hours.length * 60, leadHours = 0 }: Question = {},
) {
  // Like those of providers, in 32-bit floats.
  const columns = columnsFrom((name) => Float32Array.from(hours, (hour) => hour[name] ?? Number.NaN));
  const generatedAtMs = NOON_MS - leadHours * HOUR_MS;
  const weather: HourlyWeather = {
    source: "simulated",
    generatedAtMs,
    startMs: NOON_MS,
    hours: hours.length,
    ...columns,
  };
  const session = scoreSession({ weather, profile: profileOf(sport), startMinute, durationMinutes });
  return session && sessionExplanation(session, weather, undefined);
}

const known = (values: readonly (number | undefined)[]) => values.filter((value) => value !== undefined);

const tenths = (value: number) => Math.round(value * 10) / 10 + 0;

/** The minutes of the session in each listed hour. */
function minutesIn(
  listed: NonNullable<ReturnType<typeof explained>>["hours"],
  { startMinute, durationMinutes }: Required<Pick<Question, "startMinute" | "durationMinutes">>,
): readonly number[] {
  return listed.map(({ time }) => {
    const from = Number(time?.seconds ?? 0) / 60 - NOON_MS / 60_000;
    return Math.min(from + 60, startMinute + durationMinutes) - Math.max(from, startMinute);
  });
}

describe("the weather of a session", () => {
  it("has the extremes of the listed hours, and the amount that falls in its minutes", () => {
    fc.assert(
      fc.property(patchySessions(fc.constantFrom(...SPORT_IDS)), ({ hours, ...question }) => {
        const { session, hours: listed = [] } = explained(hours, question) ?? {};
        if (session === undefined) return;
        const minutes = minutesIn(listed, question);
        const winds = known(listed.map(({ windKmh }) => windKmh));
        const gusts = known(listed.map(({ gustKmh }) => gustKmh));
        const temps = known(listed.map(({ tempC }) => tempC));
        const amounts = listed.map(({ rainMm }) => rainMm);
        const isUnknown = amounts.includes(undefined);
        const sum = amounts.reduce<number>(
          (all, mm = 0, i) => all + (Math.max(0, mm) * (minutes[i] ?? 0)) / 60,
          0,
        );
        expect(session).toMatchObject({
          windKmhMax: winds.length > 0 ? tenths(Math.max(...winds)) : undefined,
          gustKmhMax: gusts.length > 0 ? tenths(Math.max(...gusts)) : undefined,
          tempCMin: temps.length > 0 ? tenths(Math.min(...temps)) : undefined,
          tempCMax: temps.length > 0 ? tenths(Math.max(...temps)) : undefined,
        });
        expect([session.rainMm, session.wetMinutes].includes(undefined)).toBe(isUnknown);
        expect(isUnknown ? 0 : Math.abs((session.rainMm ?? Number.NaN) - sum)).toBeLessThanOrEqual(0.051);
      }),
      { numRuns: 1000 },
    );
  });

  it("has the chance and the wet minutes of the listed hours, where they are to come and state both", () => {
    fc.assert(
      fc.property(patchySessions(fc.constantFrom(...SPORT_IDS)), ({ hours, ...question }) => {
        const { session, hours: listed = [] } = explained(hours, question) ?? {};
        const stated = listed.map(({ precipProbPct, rainMm }) => [precipProbPct, rainMm] as const);
        if (session === undefined || question.leadHours < 0 || stated.flat().includes(undefined)) return;
        const minutes = minutesIn(listed, question);
        const wet = stated.map(([pct = 0, mm = 0], i) => (pct >= 50 && mm >= 0.1 ? (minutes[i] ?? 0) : 0));
        expect(session.wetMinutes).toBe(wet.reduce((all, each) => all + each, 0));
        const likeliest = Math.round(Math.max(0, ...stated.map(([pct = 0]) => Math.min(100, pct))));
        expect(session.rainChancePct).toBeGreaterThanOrEqual(likeliest);
        // Beside a stated chance, an amount is worth less than 50 %.
        expect(session.rainChancePct).toBeLessThanOrEqual(
          stated.some(([, mm = 0]) => mm > 0) ? Math.max(50, likeliest) : likeliest,
        );
      }),
      { numRuns: 1000 },
    );
  });

  it("counts an hour that is partly in the session in part", () => {
    const rainy = fineHour({ rainMm: 2, precipProbPct: 80 });
    const { session } =
      explained([rainy, fineHour({}), rainy], { startMinute: 45, durationMinutes: 90 }) ?? {};
    expect(session).toMatchObject({ rainChancePct: 80, rainMm: 1, wetMinutes: 30 });
  });

  it.each([
    ["in its last hour", [fineHour({}), STORMY_HOUR], 120, true],
    ["only after it", [fineHour({}), STORMY_HOUR], 60, false],
  ])("says whether a thunderstorm is forecast: one %s", (_when, hours, durationMinutes, storm) => {
    expect(explained(hours, { durationMinutes })?.session).toMatchObject({ storm });
  });
});
