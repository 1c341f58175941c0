import fc from "fast-check";
import { expect, test } from "vitest";
import { forecastColumns, groundColumns } from "../../src/scoring/forecast-columns.ts";
import { scoreHours } from "../../src/scoring/hour-score.ts";
import { SPORT_IDS } from "../../src/scoring/sports/find-profile.ts";
import { patchySessions } from "./arbitrary-sessions.ts";
import { columnsOf, FINE_HOUR } from "./columns-of.ts";
import { profileOf } from "./score-of.ts";

test("what scores share of a forecast is made once, and only as far as it is asked for", () => {
  const weather = columnsOf(Array.from({ length: 240 }, () => FINE_HOUR));
  const columns = groundColumns(weather, 100);
  expect(columns.groundHours).toBe(100);
  expect(columns.snowShare.every(Number.isNaN)).toBe(true);
  expect(forecastColumns(weather, 20, 23)).toBe(columns);
  expect(columns.groundHours).toBe(100);
  expect(columns.snowShare.filter((share) => !Number.isNaN(share))).toHaveLength(3);
  expect(groundColumns(weather, 1000).groundHours).toBe(240);
  expect(groundColumns({ ...weather }, 1)).not.toBe(columns);
});

test("hours have the same scores, whichever were scored before them and for which sport", () => {
  const ranges = fc.array(fc.tuple(fc.nat({ max: 30 }), fc.nat({ max: 8 }), fc.constantFrom(...SPORT_IDS)));
  const sessions = patchySessions(fc.constantFrom(...SPORT_IDS));
  const holds = fc.property(sessions, ranges, ({ sport, hours }, before) => {
    const shared = columnsOf(hours, -3);
    for (const [first, count, name] of before) {
      scoreHours({ weather: shared, profile: profileOf(name), first: first - 2, count });
    }
    const all = { profile: profileOf(sport), first: -1, count: hours.length + 2 };
    expect(scoreHours({ ...all, weather: shared })).toEqual(
      scoreHours({ ...all, weather: columnsOf(hours, -3) }),
    );
  });
  fc.assert(holds, { numRuns: 200 });
});
