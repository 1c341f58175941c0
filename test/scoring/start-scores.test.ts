// Many starts at once have the very numbers that each has alone.
import fc from "fast-check";
import { expect, test } from "vitest";
import { scoreHours } from "../../src/scoring/hour-score.ts";
import { scoreSession } from "../../src/scoring/session-score.ts";
import { SPORT_IDS } from "../../src/scoring/sports/find-profile.ts";
import { scoreStarts } from "../../src/scoring/start-scores.ts";
import type { WeatherColumns } from "../../src/scoring/weather-columns.ts";
import { placeAt } from "../../src/weather/place.ts";
import { createSimulatedSource } from "../../src/weather/simulated/source.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { patchySessions } from "./arbitrary-sessions.ts";
import { columnsOf } from "./columns-of.ts";
import { profileOf, type Sport } from "./score-of.ts";

interface Starts {
  readonly weather: WeatherColumns;
  readonly sport: Sport;
  readonly startMinutes: readonly number[];
  readonly durationMinutes: number;
}

/** Of scoreStarts, and of scoreSession one by one. */
function both({ sport, ...starts }: Starts) {
  const { weather, durationMinutes } = starts;
  const profile = profileOf(sport);
  const hours = scoreHours({ weather, profile, first: 0, count: weather.hours + 26 });
  const alone = starts.startMinutes.map(
    (startMinute) => scoreSession({ weather, profile, startMinute, durationMinutes })?.raw ?? Number.NaN,
  );
  return { together: [...scoreStarts({ ...starts, hours })], alone };
}

test("in any weather, also where some of it is not known, and past its end", () => {
  const starts = fc.array(fc.nat({ max: 27 * 60 }), { maxLength: 8 });
  const holds = fc.property(
    patchySessions(fc.constantFrom(...SPORT_IDS)),
    starts,
    ({ sport, hours, durationMinutes }, startMinutes) => {
      const { together, alone } = both({ weather: columnsOf(hours), sport, startMinutes, durationMinutes });
      expect(together).toEqual(alone);
    },
  );
  fc.assert(holds, { numRuns: 1000 });
});

test.each(SPORT_IDS)("over weeks of simulated weather, for every start and length: %s", async (sport) => {
  const clock = createManualClock("2026-11-21T14:25:00Z");
  for (const [place, durationMinutes] of [
    [placeAt(51.5, -0.13), 90],
    [placeAt(-3, 102), 240],
    [placeAt(64, 21), 1440],
    [placeAt(40, -74), 7],
  ] as const) {
    const weather = await createSimulatedSource({ clock }).forecast(place, new AbortController().signal);
    const startMinutes = Array.from({ length: 96 * 7 }, (_, quarter) => 720 + quarter * 15);
    const { together, alone } = both({ weather, sport, startMinutes, durationMinutes });
    expect(together).toEqual(alone);
  }
});
