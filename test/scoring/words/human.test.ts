// What readers of some hundred answers found that no person would say, and what is said instead.
import { describe, expect, test } from "vitest";
import { summary } from "../../../src/scoring/words/summary.ts";
import { fineHour, type HourOfWeather } from "../columns-of.ts";
import { sessionOf, type Sport } from "../score-of.ts";

const fine = (...changes: HourOfWeather[]) => changes.map(fineHour);
const times = (count: number, change: HourOfWeather) => Array.from({ length: count }, () => change);

function said(
  sport: Sport,
  hours: readonly HourOfWeather[],
  slot?: readonly [start: number, minutes: number],
) {
  const [startMinute, durationMinutes] = slot ?? [0, hours.length * 60];
  return summary(sessionOf(sport, hours, { startMinute, durationMinutes }));
}

describe("what is said of", () => {
  test.each([
    ["rugby", "rugby"],
    ["hockey", "hockey"],
    ["soccer", "soccer"],
    ["five-a-side", "five-a-side football"],
    ["American football", "American football"],
    ["baseball", "baseball"],
    ["bowls", "bowls"],
    ["pickleball", "pickleball"],
    ["horse riding", "horse riding"],
    ["swimming", "swimming"],
    ["pool", "the pool"],
    ["wedding", "a wedding"],
    ["bbq", "a barbecue"],
    ["run", "running"],
    ["default", "outdoor activities"],
    ["beach", "the beach"],
  ])("%s is of %s", (sport, label) => {
    const warm = fine({ tempC: 28, apparentC: 28 });
    expect(said(sport, warm)).toContain(` for ${label}`);
  });

  test("golf in the hour before a storm is the storm", () => {
    expect(said("golf", fine({}, { weatherCode: 95 }), [0, 60])).toBe(
      "Reasonable weather for golf, but a thunderstorm soon after. About 20°C.",
    );
  });

  test("a session before a storm is the storm, whatever else there is to say", () => {
    const weather = { windKmh: 40, gustKmh: 70, precipProbPct: 70, rainMm: 2, apparentC: 8 };
    expect(said("padel", fine(weather, { weatherCode: 95 }), [0, 60])).toContain("a thunderstorm soon after");
  });

  test("skiing in snow that hides the slope is poor visibility, not fog", () => {
    const snow = {
      tempC: -4,
      apparentC: -6,
      weatherCode: 71,
      visibilityM: 900,
      rainMm: 0.2,
      precipProbPct: 80,
    };
    expect(said("skiing", fine(snow))).toBe("Poor weather for skiing: poor visibility in snow. About -4°C.");
  });

  test("fog in frost without snow is fog, also where no code tells", () => {
    const fog = { tempC: -4, apparentC: -4, weatherCode: undefined, visibilityM: 200 };
    expect(said("skiing", fine(fog))).toBe("Poor weather for skiing: fog. About -4°C.");
    expect(said("skiing", fine({ ...fog, rainMm: 0.2 }))).toContain("poor visibility in snow");
  });

  test("running in rain that runners do not mind is not great", () => {
    const rain = { tempC: 12, apparentC: 12, precipProbPct: 70, rainMm: 0.2 };
    expect(said("running", fine(rain))).toBe(
      "Good weather for running, but light rain likely (70%). About 12°C.",
    );
  });

  test("skiing while it snows is great: snow is no blemish there", () => {
    const snow = { tempC: -4, apparentC: -4, weatherCode: 71, precipProbPct: 70 };
    expect(said("skiing", fine(snow))).toBe(
      "Great weather for skiing: snow expected with light wind. About -4°C.",
    );
  });

  test("a court under a roof is dry, until the rain keeps people at home", () => {
    const covered = { id: "hall", base: "padel", label: "the hall", covered: true };
    const drizzle = fine({ tempC: 12, apparentC: 12, precipProbPct: 70, rainMm: 0.2 });
    expect(said(covered, drizzle)).toBe(
      "Great weather for the hall: dry under the roof with light wind. About 12°C.",
    );
    expect(said(covered, fine({ precipProbPct: 100, rainMm: 9 }))).toBe(
      "Good weather for the hall, but heavy rain expected. About 20°C.",
    );
  });

  test("a score of 76 is not fair, which means fine", () => {
    expect(said("tennis", fine({ precipProbPct: 30 }))).toBe(
      "Reasonable weather for tennis, but a chance of showers (30%). About 20°C.",
    );
  });

  test("heat is how hot it is, once", () => {
    expect(said("football", fine({ tempC: 31, apparentC: 30 }))).toBe(
      "Reasonable weather for football, but hot (31°C).",
    );
  });

  test("heat that is worse than the thermometer says is how it feels", () => {
    expect(said("football", fine({ tempC: 31, apparentC: 35 }))).toBe(
      "Poor weather for football: hot (feels like 35°C). About 31°C.",
    );
  });

  test("cold that does not feel as cold is what the thermometer says", () => {
    expect(said("beach", fine({ tempC: 12, apparentC: 16 }))).toBe("Bad weather for the beach: cool (12°C).");
  });

  test("heat that comes later tells the temperature at the start too", () => {
    expect(said("football", fine({ tempC: 24, apparentC: 24 }, { tempC: 34, apparentC: 34 }))).toBe(
      "Not ideal for football: hot (34°C). About 24°C at the start.",
    );
  });

  test("a wind sport without wind is almost no wind", () => {
    expect(said("sailing", fine({ windKmh: 1, gustKmh: 4 }))).toBe(
      "Bad weather for sailing: almost no wind. About 20°C.",
    );
  });

  test("gusts in little wind are gusty wind", () => {
    expect(said("padel", fine({ windKmh: 20, gustKmh: 60 }))).toBe(
      "Poor weather for padel: gusty wind (gusts to 60 km/h). About 20°C.",
    );
  });

  test("golf from an hour before sunset is that it gets dark", () => {
    expect(said("golf", fine({}, { isDay: 0 }))).toBe(
      "Not recommended for golf: it gets dark midway. About 20°C.",
    );
  });

  test("a day's camping with a storm in the evening is when", () => {
    const day = fine(...times(18, {}), ...times(2, { weatherCode: 95 }), ...times(4, {}));
    expect(said("camping", day)).toBe(
      "Thunderstorms expected towards the end: not safe for camping. About 20°C.",
    );
    const stormy = fine(...times(24, { weatherCode: 95 }));
    expect(said("camping", stormy)).toBe("Thunderstorms expected: not safe for camping. About 20°C.");
  });

  test("fog that lifts is fog at first", () => {
    const morning = fine(...times(2, { weatherCode: 45 }), ...times(4, {}));
    expect(said("padel", morning)).toBe("Good weather for padel, but fog at first. About 20°C.");
  });

  test("climbing after rain is the rock", () => {
    expect(said("climbing", fine({ rainMm: 3, precipProbPct: 100 }, {}), [60, 60])).toBe(
      "Poor weather for rock climbing: rock still wet. About 20°C.",
    );
  });

  test("climbing with a small chance of rain is dry", () => {
    expect(said("climbing", fine({ precipProbPct: 12 }))).toBe(
      "Good weather for rock climbing: dry, with a small chance of rain. About 20°C.",
    );
  });
});
