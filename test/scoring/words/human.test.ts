// What readers of some hundred answers found that no person would say, and what is said instead.
import { describe, expect, test } from "vitest";
import { summary } from "../../../src/scoring/words/summary.ts";
import { fineHour, type HourOfWeather } from "../columns-of.ts";
import { sessionOf, type Sport } from "../score-of.ts";

/** All of the hours, unless a slot is said. A sentence without its full stop is a part of what is said. */
type Case = [
  name: string,
  sport: Sport,
  hours: readonly HourOfWeather[],
  sentence: string,
  slot?: readonly [startMinute: number, durationMinutes: number],
];

const fine = (...changes: HourOfWeather[]) => changes.map(fineHour);
const times = (count: number, change: HourOfWeather) => Array.from({ length: count }, () => change);
const degrees = (tempC: number, apparentC = tempC) => ({ tempC, apparentC });
const rain = (precipProbPct: number, rainMm: number) => ({ precipProbPct, rainMm });

const FOG_IN_FROST = { ...degrees(-4), weatherCode: undefined, visibilityM: 200 };
const HIDDEN_SLOPE = { ...degrees(-4, -6), ...rain(80, 0.2), weatherCode: 71, visibilityM: 900 };
const STORMY = { weatherCode: 95 };
const HALL = { id: "hall", base: "padel", label: "the hall", covered: true } as const;

// A case on as few lines as it takes.
// prettier-ignore
const CASES: readonly Case[] = [
  ["golf in the hour before a storm is the storm", "golf", fine({}, STORMY),
    "Reasonable weather for golf, but a thunderstorm soon after. About 20°C.", [0, 60]],
  ["a session before a storm is the storm, whatever else there is to say", "padel",
    fine({ windKmh: 40, gustKmh: 70, ...rain(70, 2), apparentC: 8 }, STORMY), "a thunderstorm soon after", [0, 60]],
  ["skiing in snow that hides the slope is poor visibility, not fog", "skiing", fine(HIDDEN_SLOPE),
    "Poor weather for skiing: poor visibility in snow. About -4°C."],
  ["fog in frost without snow is fog, also where no code tells", "skiing", fine(FOG_IN_FROST),
    "Poor weather for skiing: fog. About -4°C."],
  ["fog in frost with snow is poor visibility", "skiing", fine({ ...FOG_IN_FROST, rainMm: 0.2 }),
    "poor visibility in snow"],
  ["running in rain that runners do not mind is not great", "running", fine({ ...degrees(12), ...rain(70, 0.2) }),
    "Good weather for running, but light rain likely (70%). About 12°C."],
  ["skiing while it snows is great: snow is no blemish there", "skiing",
    fine({ ...degrees(-4), weatherCode: 71, precipProbPct: 70 }),
    "Great weather for skiing: snow expected with light wind. About -4°C."],
  ["a court under a roof is dry", HALL, fine({ ...degrees(12), ...rain(70, 0.2) }),
    "Great weather for the hall: dry under the roof with light wind. About 12°C."],
  ["a court under a roof is rain, when that keeps people at home", HALL, fine(rain(100, 9)),
    "Good weather for the hall, but heavy rain expected. About 20°C."],
  ["a score of 76 is not fair, which means fine", "tennis", fine({ precipProbPct: 30 }),
    "Reasonable weather for tennis, but a chance of showers (30%). About 20°C."],
  ["heat is how hot it is, once", "football", fine(degrees(31, 30)),
    "Reasonable weather for football, but hot (31°C)."],
  ["heat that is worse than the thermometer says is how it feels", "football", fine(degrees(31, 35)),
    "Poor weather for football: hot (feels like 35°C). About 31°C."],
  ["cold that does not feel as cold is what the thermometer says", "beach", fine(degrees(12, 16)),
    "Bad weather for the beach: cool (12°C)."],
  ["heat that comes later tells the temperature at the start too", "football", fine(degrees(24), degrees(34)),
    "Not ideal for football: hot (34°C). About 24°C at the start."],
  ["a wind sport without wind is almost no wind", "sailing", fine({ windKmh: 1, gustKmh: 4 }),
    "Bad weather for sailing: almost no wind. About 20°C."],
  ["gusts in little wind are gusty wind", "padel", fine({ windKmh: 20, gustKmh: 60 }),
    "Poor weather for padel: gusty wind (gusts to 60 km/h). About 20°C."],
  ["golf from an hour before sunset is that it gets dark", "golf", fine({}, { isDay: 0 }),
    "Not recommended for golf: it gets dark midway. About 20°C."],
  ["a day's camping with a storm in the evening is when", "camping",
    fine(...times(18, {}), ...times(2, STORMY), ...times(4, {})),
    "Thunderstorms expected towards the end: not safe for camping. About 20°C."],
  ["a day's camping in storms is no time of it", "camping", fine(...times(24, STORMY)),
    "Thunderstorms expected: not safe for camping. About 20°C."],
  ["fog that lifts is fog at first", "padel", fine(...times(2, { weatherCode: 45 }), ...times(4, {})),
    "Good weather for padel, but fog at first. About 20°C."],
  ["climbing after rain is the rock", "climbing", fine(rain(100, 3), {}),
    "Poor weather for rock climbing: rock still wet. About 20°C.", [60, 60]],
  ["climbing with a small chance of rain is dry", "climbing", fine({ precipProbPct: 12 }),
    "Good weather for rock climbing: dry, with a small chance of rain. About 20°C."],
];

const KITES = {
  id: "lab",
  base: "kitesurfing",
  label: "kite racing for veterans",
  floodlit: true,
  weight: { rain: 0, temp: 0 },
};
const COLD_NIGHT = { ...degrees(-10, -16), isDay: 0, windKmh: 33, precipProbPct: 20, weatherCode: undefined };
// prettier-ignore
const WINDY: Sport = { id: "lab", base: "padel", label: "lab", wind: [[10, 1], [20, 0.95], [30, 0.5]] };

/** Sports of an account's own, whose numbers can be chosen to lie exactly on a limit. */
// prettier-ignore
const LIMITS: readonly Case[] = [
  ["fair weather of many words leaves out the feels-like temperature first", KITES, fine(COLD_NIGHT),
    "Great weather for kite racing for veterans after dark: a chance of snow showers (20%) with a good wind " +
    "(about 35 km/h). About -10°C."],
  ["fair weather of many words leaves out the wind next", KITES, fine(COLD_NIGHT),
    "Great weather for kite racing for veterans after dark: a chance of snow showers (20%). About -10°C. " +
    "Forecast incomplete.", [0, 90]],
  ["a difference of 25 tells when", { id: "lab", base: "golf", label: "lab", fog: 0.75 },
    fine({}, { weatherCode: 45 }), "Good weather for lab, but fog towards the end. About 20°C."],
  ["a few minutes that cost 5 points are told of", WINDY, fine({}, { windKmh: 20 }),
    "Great weather for lab: dry and sunny with a moderate breeze. About 20°C.", [0, 65]],
  ["the longer hours are told of where those cost 5 points", WINDY, fine({ windKmh: 20 }, { windKmh: 30 }),
    "Good weather for lab, but a breeze (about 20 km/h). About 20°C.", [0, 65]],
];

describe("what is said", () => {
  test.each([...CASES, ...LIMITS])("of %s", (_name, sport, hours, sentence, slot) => {
    const [startMinute, durationMinutes] = slot ?? [0, hours.length * 60];
    const said = summary(sessionOf(sport, hours, { startMinute, durationMinutes }));
    const isPart = !sentence.endsWith(".") && said.includes(sentence);
    expect(isPart ? sentence : said).toBe(sentence);
  });

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
  ])("of %s is of %s", (sport, label) => {
    expect(summary(sessionOf(sport, fine(degrees(28))))).toContain(` for ${label}`);
  });
});
