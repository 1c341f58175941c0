// What would make a session safe: put into the weather, it does, and one step less does not.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coldSideC } from "../../src/scoring/felt-temperature.ts";
import { type Limiting, limitingOf } from "../../src/scoring/limiting.ts";
import { scoreSession } from "../../src/scoring/session-score.ts";
import { SPORT_IDS } from "../../src/scoring/sports/find-profile.ts";
import { feelsLikeC } from "../../src/scoring/weather-columns.ts";
import { type ArbitrarySession, patchySessions } from "./arbitrary-sessions.ts";
import { columnsOf, fineHour, type HourOfWeather, STORMY_HOUR } from "./columns-of.ts";
import { profileOf, sessionOf, type Sport } from "./score-of.ts";

/** The hours with a value in place of each that is beyond it. */
function moved(
  hours: readonly HourOfWeather[],
  { measure, value, needed }: Limiting,
  { startMinute, durationMinutes, leadHours }: Omit<ArbitrarySession, "hours" | "sport">,
): readonly HourOfWeather[] {
  const isDown = needed < value;
  const isBeyond = (of: number) => (isDown ? of > needed : of < needed);
  const weather = columnsOf(hours, leadHours);
  return hours.map((hour, i) => {
    if (i < Math.floor(startMinute / 60) || i * 60 >= startMinute + durationMinutes) return hour;
    const windKmh = Math.max(0, hour.windKmh ?? Number.NaN);
    const gustKmh = hour.gustKmh ?? Number.NaN;
    switch (measure) {
      case "meanWind":
      case "gusts": {
        const of = measure === "meanWind" || Number.isNaN(gustKmh) ? windKmh : gustKmh;
        const factor = isBeyond(of) ? needed / of : 1;
        return { ...hour, windKmh: windKmh * factor, gustKmh: gustKmh * factor };
      }
      case "feltTemperature": {
        const of = isDown ? feelsLikeC(weather, i) : coldSideC(weather, i);
        return isBeyond(of) ? { ...hour, apparentC: needed } : hour;
      }
      case "rainChance":
        return isBeyond(hour.precipProbPct ?? Number.NaN) ? { ...hour, precipProbPct: needed } : hour;
    }
  });
}

type Case = readonly [
  what: string,
  sport: Sport,
  hours: readonly HourOfWeather[],
  limiting: Limiting | undefined,
];

const CASES: readonly Case[] = [
  [
    "too strong a wind",
    "padel",
    [fineHour({ windKmh: 31, gustKmh: 40 })],
    { factor: "wind", measure: "meanWind", value: 31, needed: 20 },
  ],
  [
    "the gusts of a steady wind",
    "padel",
    [fineHour({ windKmh: 15, gustKmh: 60 })],
    { factor: "wind", measure: "gusts", value: 60, needed: 35 },
  ],
  [
    "too little wind for a sport that needs it",
    "sailing",
    [fineHour({ windKmh: 6, gustKmh: 8 })],
    { factor: "wind", measure: "meanWind", value: 6, needed: 15 },
  ],
  [
    "the cold",
    "tennis",
    [fineHour({ tempC: 3, apparentC: 1 })],
    { factor: "temp", measure: "feltTemperature", value: 1, needed: 7 },
  ],
  [
    "the chance of rain",
    "padel",
    [fineHour({ rainMm: 0.5, precipProbPct: 70 })],
    { factor: "rain", measure: "rainChance", value: 70, needed: 30 },
  ],
  [
    "too strong a wind that also cools",
    "padel",
    [fineHour({ windKmh: 31, gustKmh: 40, tempC: 15, apparentC: undefined })],
    { factor: "wind", measure: "meanWind", value: 31, needed: 20 },
  ],
  [
    "the chance of rain that also wets the court",
    "tennis",
    [fineHour({ rainMm: 0.5, precipProbPct: 50 }), fineHour({})],
    { factor: "rain", measure: "rainChance", value: 50, needed: 32 },
  ],
  ["nothing, if it is safe", "padel", [fineHour({})], undefined],
  ["nothing, if it is dark", "golf", [fineHour({ isDay: 0 })], undefined],
  ["nothing, in a thunderstorm", "padel", [STORMY_HOUR], undefined],
  [
    "nothing, if two factors are too bad each",
    "padel",
    [fineHour({ windKmh: 40, gustKmh: 60, rainMm: 2, precipProbPct: 90 })],
    undefined,
  ],
];

describe("what limits a session", () => {
  it("makes it safe if it becomes what is needed, and not one step before that", () => {
    const found = new Map<string, number>();
    fc.assert(
      fc.property(patchySessions(fc.constantFrom(...SPORT_IDS)), ({ sport, hours, ...slot }) => {
        const profile = profileOf(sport);
        const { startMinute, durationMinutes, leadHours } = slot;
        const scored = (of: readonly HourOfWeather[]) =>
          scoreSession({ weather: columnsOf(of, leadHours), profile, startMinute, durationMinutes });
        const score = scored(hours);
        const limiting = score && limitingOf(score);
        if (limiting === undefined) return;
        const { measure, value, needed } = limiting;
        found.set(measure, (found.get(measure) ?? 0) + 1);
        const withNeeded = (is: number) =>
          scored(moved(hours, { ...limiting, needed: is }, slot))?.recommendation;
        expect(withNeeded(needed)).toBe("safe_to_book");
        expect(needed).toBe(Math.round(needed));
        const back = needed < value ? Math.min(value, needed + 1) : Math.max(value, needed - 1);
        expect(withNeeded(back)).not.toBe("safe_to_book");
      }),
      { numRuns: 6000 },
    );
    // Each kind of change was among them.
    expect([...found.keys()].sort()).toEqual(["feltTemperature", "gusts", "meanWind", "rainChance"]);
  });

  it.each(CASES)("is %s", (_what, sport, hours, limiting) => {
    expect(limitingOf(sessionOf(sport, hours))).toEqual(limiting);
  });

  it.each(CASES)("is %s, after two days of forecast too", (_what, sport, hours, limiting) => {
    const before = Array.from({ length: 48 }, () => fineHour({}));
    const later = { startMinute: before.length * 60, durationMinutes: hours.length * 60 };
    expect(limitingOf(sessionOf(sport, [...before, ...hours], later))).toEqual(limiting);
  });

  it("is not wind that would have to come from none at all, in however short a part of the session", () => {
    const hours = [
      fineHour({ windKmh: 0, gustKmh: undefined }),
      fineHour({ windKmh: 8, gustKmh: undefined }),
    ];
    const session = { startMinute: 57, durationMinutes: 60 };
    expect(limitingOf(sessionOf("sailing", hours, session))).toBeUndefined();
  });
});
