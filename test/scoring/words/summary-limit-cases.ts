// Where one text gives way to another: each case is the last value on its side, or the first on the other.
import { chance, fine, type SummaryCase } from "./summary-case.ts";

const REASONS: readonly SummaryCase[] = [
  {
    rule: "reason",
    name: "8 points in the band Great are one",
    hours: chance(14),
    expected: "Great weather for padel: a small chance of rain. About 20°C.",
  },
  {
    rule: "second reason",
    name: "exactly a third of the first",
    hours: fine({ precipProbPct: 14, windKmh: 21 }),
    expected:
      "Fair weather for padel: a moderate breeze (about 20 km/h) and a small chance of rain. About 20°C.",
  },
  {
    rule: "second reason",
    name: "6 points below the score of 80",
    hours: fine({ precipProbPct: 11, windKmh: 19 }),
    expected: "Fair weather for padel: light wind (about 20 km/h) and a small chance of rain. About 20°C.",
  },
  {
    rule: "second reason",
    name: "5 points are too few at the score of 80",
    hours: fine({ precipProbPct: 9, windKmh: 19 }),
    expected: "Good weather for padel: light wind (about 20 km/h). About 20°C.",
  },
  {
    rule: "second reason",
    name: "8 points in the band Good",
    hours: fine({ precipProbPct: 15, windKmh: 16 }),
    expected: "Good weather for padel: light wind (about 15 km/h) and a chance of showers (20%). About 20°C.",
  },
  {
    rule: "second reason",
    name: "3 points are too few, even as a third of the first",
    hours: fine({ precipProbPct: 5, windKmh: 16 }),
    expected: "Good weather for padel: light wind (about 15 km/h). About 20°C.",
  },
  {
    rule: "dark",
    name: "limits, and leaves exactly 50",
    sport: "cycling",
    hours: fine({ isDay: 0, windKmh: 15.5, precipProbPct: 38 }),
    expected: "Not ideal for cycling: it will be dark. About 20°C.",
  },
  {
    rule: "dark",
    name: "is no comfort where it matters and something else limits",
    sport: "cycling",
    hours: fine({ isDay: 0, windKmh: 60 }),
    expected: "Bad weather for cycling: very strong wind (about 60 km/h). About 20°C.",
  },
];

const WORDS: readonly SummaryCase[] = [
  {
    rule: "wind",
    name: "6 km/h is light",
    sport: "football",
    hours: fine({ windKmh: 6 }),
    expected: "Great weather for football: dry and sunny with light wind. About 20°C.",
  },
  {
    rule: "wind",
    name: "29 km/h is fresh",
    hours: fine({ windKmh: 29 }),
    expected: "Poor weather for padel: a fresh wind (about 30 km/h). About 20°C.",
  },
  {
    rule: "wind",
    name: "39 km/h is strong",
    hours: fine({ windKmh: 39 }),
    expected: "Bad weather for padel: strong wind (about 40 km/h). About 20°C.",
  },
  {
    rule: "wind",
    name: "gusts below 20 km/h are not worth a word",
    sport: "paddling",
    hours: fine({ windKmh: 13.5, gustKmh: 19 }),
    expected: "Great weather for paddling: light wind (about 15 km/h). About 20°C.",
  },
  {
    rule: "wind",
    name: "gusts of 20 km/h are",
    sport: "paddling",
    hours: fine({ windKmh: 15, gustKmh: 20 }),
    expected: "Good weather for paddling: light wind (about 15 km/h, gusts to 20). About 20°C.",
  },
  {
    rule: "wind",
    name: "gusts of 1.3 times the wind are",
    sport: "paddling",
    hours: fine({ windKmh: 20, gustKmh: 26 }),
    expected: "Fair weather for paddling: a moderate breeze (about 20 km/h, gusts to 25). About 20°C.",
  },
  {
    rule: "wind",
    name: "too little to sail, without gusts",
    sport: "sailing",
    hours: fine({ windKmh: 5, gustKmh: undefined }),
    expected: "Bad weather for sailing: too little wind (about 5 km/h). About 20°C.",
  },
  {
    rule: "feels like",
    name: "is not said twice",
    hours: fine({ tempC: 0, apparentC: -10 }),
    expected: "Bad weather for padel: bitter cold (feels like -10°C). About 0°C.",
  },
  {
    rule: "feels like",
    name: "is not said twice either where the second reason is left out for its length",
    sport: "outdoor",
    hours: fine({ isDay: 0, tempC: -6, apparentC: -13, windKmh: 40, gustKmh: 85 }),
    expected: "Bad weather for outdoor activities after dark: bitter cold (feels like -13°C). About -6°C.",
  },
  {
    rule: "snow",
    name: "a code that nobody knows, in frost",
    sport: "skiing",
    hours: fine({ tempC: -5, apparentC: -5, weatherCode: 142, precipProbPct: 60 }),
    expected: "Great weather for skiing: snow likely (60%) with light wind. About -5°C.",
  },
];

const HOURS: readonly SummaryCase[] = [
  {
    rule: "worst hour",
    name: "is the later one where that is worse, also where there is nothing to complain of",
    sport: "football",
    hours: fine({}, { precipProbPct: 20 }),
    expected: "Great weather for football: a chance of showers (20%) with light wind. About 20°C.",
  },
  {
    rule: "worst hour",
    name: "is the one of the higher chance where snow costs nothing",
    sport: "skiing",
    hours: [10, 60].flatMap((precipProbPct) =>
      fine({ tempC: -5, apparentC: -5, weatherCode: undefined, precipProbPct }),
    ),
    expected: "Great weather for skiing: snow likely (60%) with light wind. About -5°C.",
  },
  {
    rule: "worst hour",
    name: "is the first of two that cost the same, whatever the clouds",
    hours: fine({ tempC: -15, apparentC: -20, cloudPct: 0 }, { tempC: -15, apparentC: -30, cloudPct: 100 }),
    expected: "Bad weather for padel: bitter cold (feels like -20°C). About -15°C.",
  },
  {
    rule: "worst hour",
    name: "is the first of two equal ones",
    hours: fine({ windKmh: 30 }, {}, { windKmh: 30 }),
    expected: "Mixed weather for padel: a fresh wind (about 30 km/h) at the start. About 20°C.",
  },
  {
    rule: "worst hour",
    name: "of the sky is one of the day, however clear",
    hours: fine({ cloudPct: 100, isDay: 0 }, { cloudPct: 0 }),
    expected: "Great weather for padel: dry and sunny with light wind. About 20°C.",
  },
  {
    rule: "worst hour",
    name: "of the sky is one that is known, however clear",
    hours: fine({ cloudPct: 0 }, { cloudPct: undefined }),
    expected: "Great weather for padel: dry and sunny with light wind. About 20°C.",
  },
  {
    rule: "worst hour",
    name: "needs ten minutes where it costs next to nothing",
    sport: "football",
    hours: fine({}, { windKmh: 22 }),
    slot: { startMinute: 0, durationMinutes: 65 },
    expected: "Great weather for football: dry and sunny with light wind. About 20°C.",
  },
  {
    rule: "when",
    name: "a third of the session is its middle",
    hours: fine({}, { windKmh: 30 }, {}, {}),
    slot: { startMinute: 30, durationMinutes: 180 },
    expected: "Mixed weather for padel: a fresh wind (about 30 km/h) midway. About 20°C.",
  },
  {
    rule: "when",
    name: "two thirds of the session are its middle",
    hours: fine({}, {}, { windKmh: 30 }, {}),
    slot: { startMinute: 30, durationMinutes: 180 },
    expected: "Mixed weather for padel: a fresh wind (about 30 km/h) midway. About 20°C.",
  },
  {
    rule: "when",
    name: "an hour without a score makes no difference",
    hours: fine({}, { windKmh: undefined }, { windKmh: 20 }),
    expected: "Good weather for padel: a moderate breeze (about 20 km/h). About 20°C. Forecast incomplete.",
  },
];

export const LIMIT_CASES: readonly SummaryCase[] = [...REASONS, ...WORDS, ...HOURS];
