// The situations of sentences.txt. Together they say everything that a language has a word for.
import type { SportDefinition } from "../../../src/scoring/sports/definition.ts";
import type { SessionScore } from "../../../src/scoring/session-score.ts";
import { fineHour, type HourOfWeather } from "../columns-of.ts";
import { sessionOf } from "../score-of.ts";

/** All of the hours, unless a slot is said. */
export type Situation = readonly [
  title: string,
  sport: string | SportDefinition,
  hours: readonly HourOfWeather[],
  slot?: readonly [startMinute: number, durationMinutes: number],
];

const fine = (...changes: HourOfWeather[]) => changes.map(fineHour);
const times = (count: number, change: HourOfWeather) => Array.from({ length: count }, () => change);
const degrees = (tempC: number, apparentC = tempC) => ({ tempC, apparentC });
const rain = (precipProbPct: number, rainMm: number) => ({ precipProbPct, rainMm });

const NIGHT = { isDay: 0 };
const FROST = { ...degrees(-1, 7), weatherCode: undefined };
const CALM_MINDED: SportDefinition = {
  id: "own",
  base: "football",
  label: "Centre Court",
  weight: { wind: 0 },
};

// A situation a line.
// prettier-ignore
export const SITUATIONS: readonly Situation[] = [
  ["fine", "padel", fine({})],
  ["fine, no clouds known, hardly any wind", "running", fine({ ...degrees(12), cloudPct: undefined, windKmh: 2 })],
  ["fine at night, feels cooler", "tennis", fine({ ...NIGHT, ...degrees(18, 13), cloudPct: 90 })],
  ["cloudy with a breeze", "rugby", fine({ ...degrees(14), cloudPct: 90, windKmh: 21 })],
  ["an own sport that does not mind the wind: fresh", CALM_MINDED, fine({ windKmh: 31 })],
  ["an own sport that does not mind the wind: strong", CALM_MINDED, fine({ windKmh: 42 })],
  ["an own sport that does not mind the wind: very strong", CALM_MINDED, fine({ windKmh: 60 })],
  ["a good wind to sail", "sailing", fine({ windKmh: 26 })],
  ["under a roof in the rain", { id: "own", base: "padel", covered: true }, fine({ ...rain(70, 0.2), ...degrees(12) })],
  ["the forecast ends early", "picnic", fine({}), [0, 90]],

  ["a small chance of rain", "climbing", fine(rain(12, 0))],
  ["a small chance of rain and a breeze", "padel", fine({ ...rain(14, 0), windKmh: 21 })],
  ["a small chance of snow", "tennis", fine({ ...degrees(0, 12), weatherCode: undefined, precipProbPct: 14 })],
  ["a small chance of snow and a breeze", "padel", fine({ ...degrees(0, 12), weatherCode: undefined, precipProbPct: 14, windKmh: 21 })],
  ["a chance of showers", "tennis", fine(rain(30, 0))],
  ["rain that runners hardly mind", "running", fine({ ...rain(70, 0.2), ...degrees(12) })],
  ["light rain", "golf", fine(rain(95, 0.4))],
  ["rain", "baseball", fine(rain(95, 2))],
  ["heavy rain", "football", fine(rain(95, 6))],
  ["rain towards the end of a round", "golf", fine(...times(3, {}), rain(70, 1)), [0, 240]],
  ["heavy rain at first", "hiking", fine(rain(70, 5), ...times(3, {}))],
  ["snow on the slope", "skiing", fine({ ...degrees(-4), weatherCode: 71, precipProbPct: 90 })],
  ["heavy snow", "cycling", fine({ ...degrees(-2), weatherCode: 75, precipProbPct: 90 })],
  ["snow likely", "football", fine({ ...FROST, precipProbPct: 60 })],
  ["a chance of snow showers", "football", fine({ ...FROST, precipProbPct: 30 })],
  ["freezing rain", "walking", fine({ ...degrees(-1), weatherCode: 66, ...rain(90, 1) })],

  ["a breeze", "pickleball", fine({ windKmh: 24, gustKmh: 30 })],
  ["a fresh wind midway", "tennis", fine({}, { windKmh: 31, gustKmh: 45 }, {})],
  ["strong wind", "beach", fine({ ...degrees(28), windKmh: 42, gustKmh: 70 })],
  ["very strong wind", "wedding", fine({ windKmh: 55, gustKmh: 90 })],
  ["gusts", "padel", fine({ windKmh: 20, gustKmh: 60 })],
  ["too little wind", "sailing", fine({ windKmh: 11 })],
  ["not much wind", "sailing", fine({ windKmh: 14 })],
  ["no wind to speak of", "kitesurfing", fine({ windKmh: 1, gustKmh: 4 })],

  ["bitterly cold", "football", fine(degrees(-8, -14))],
  ["cold with a chance of showers", "tennis", fine({ ...degrees(4), ...rain(40, 0) })],
  ["cool", "golf", fine(degrees(7))],
  ["not warm enough", "swimming", fine(degrees(22))],
  ["too mild", "skiing", fine(degrees(8))],
  ["warm", "running", fine(degrees(24))],
  ["hot, and hotter than the thermometer says", "football", fine(degrees(31, 35))],
  ["extremely hot later", "event", fine(degrees(30), degrees(34), degrees(39))],

  ["overcast", "beach", fine({ ...degrees(28), cloudPct: 100 })],
  ["fog at first", "golf", fine(...times(2, { weatherCode: 45 }), ...times(4, {}))],
  ["snow that hides the slope", "skiing", fine({ ...degrees(-4), weatherCode: 71, visibilityM: 900 })],
  ["rock after rain", "climbing", fine(rain(100, 3), {}), [60, 60]],
  ["a court after rain", "tennis", fine(rain(100, 3), {}), [60, 60]],
  ["the ground after rain", "cricket", fine(rain(100, 4), {}), [60, 60]],

  ["dark", "golf", fine(NIGHT)],
  ["dark and cold", "hiking", fine({ ...NIGHT, ...degrees(-4) })],
  ["dark midway and hot", "golf", fine(degrees(38), { ...NIGHT, ...degrees(37) })],
  ["dark midway and not warm enough", "swimming", fine(degrees(22), { ...NIGHT, ...degrees(20) })],
  ["dark and windy", "cycling", fine({ ...NIGHT, windKmh: 28 })],
  ["rain in the dark", "cycling", fine({ ...NIGHT, ...rain(95, 2) })],
  ["rain, and dark from some point on", "hiking", fine(rain(95, 3), rain(95, 3), { ...NIGHT, ...rain(95, 3) })],
  ["dark soon", "hiking", fine({}, ...times(4, NIGHT))],
  ["dark midway", "golf", fine({}, NIGHT)],
  ["dark towards the end", "cycling", fine(...times(3, {}), NIGHT)],
  ["dark at first", "cycling", fine(NIGHT, ...times(3, {}))],
  ["dark for a night between two days", "camping", fine(...times(4, {}), ...times(3, NIGHT), ...times(4, {}))],
  ["dark for a night between two days, where it matters", "hiking", fine({}, ...times(2, NIGHT), {})],

  ["a thunderstorm", "football", fine({ weatherCode: 95 })],
  ["a thunderstorm in the evening of a day", "camping", fine(...times(18, {}), ...times(2, { weatherCode: 95 }), ...times(4, {}))],
  ["a thunderstorm before", "padel", fine({ weatherCode: 95 }, {}), [60, 60]],
  ["a thunderstorm soon after", "golf", fine({}, { weatherCode: 95 }), [0, 60]],
  ["a thunderstorm soon after, and wind", "padel", fine({ windKmh: 31 }, { weatherCode: 95 }), [0, 60]],
];

export function scoreOf([, sport, hours, slot]: Situation): SessionScore {
  const [startMinute, durationMinutes] = slot ?? [0, hours.length * 60];
  return sessionOf(sport, hours, { startMinute, durationMinutes });
}
