// The words for rain, snow, wind and temperature.
import { chance, fine, type SummaryCases } from "./summary-case.ts";

export const WORD_CASES: SummaryCases = {
  rain: {
    "a chance of 15 %": {
      sport: "cricket",
      hours: chance(15),
      expected: "Good weather for cricket: a chance of showers (20%). About 20°C.",
    },
    "a chance of 49 %": {
      hours: chance(49),
      expected: "Fair weather for padel: a chance of showers (50%). About 20°C.",
    },
    "a chance of 50 %": {
      hours: chance(50),
      expected: "Fair weather for padel: light rain likely (50%). About 20°C.",
    },
    "a chance of 79 % of 0.5 mm": {
      hours: fine({ precipProbPct: 79, rainMm: 0.5 }),
      expected: "Poor weather for padel: rain likely (80%). About 20°C.",
    },
    "a chance of 80 % of 4 mm": {
      hours: fine({ precipProbPct: 80, rainMm: 4 }),
      expected: "Poor weather for padel: heavy rain expected. About 20°C.",
    },
    "an amount against the chance": {
      hours: fine({ precipProbPct: 0, rainMm: 1 }),
      expected: "Fair weather for padel: a chance of showers. About 20°C.",
    },
    "a small chance": {
      sport: "cricket",
      hours: chance(14),
      expected: "Good weather for cricket: a small chance of rain. About 20°C.",
    },
    "no chance known": {
      hours: fine({ precipProbPct: undefined, rainMm: 0.4 }),
      expected: "Poor weather for padel: light rain expected. About 20°C.",
    },
  },
  snow: {
    "a snow code": {
      hours: fine({ precipProbPct: 70, weatherCode: 71 }),
      expected: "Poor weather for padel: snow expected. About 20°C.",
    },
    "a heavy snow code": {
      hours: fine({ precipProbPct: 70, weatherCode: 86 }),
      expected: "Poor weather for padel: heavy snow expected. About 20°C.",
    },
    "frost without a code": {
      sport: "football",
      hours: fine({ tempC: -1, apparentC: 7, precipProbPct: 60, weatherCode: undefined }),
      expected: "Mixed weather for football: snow likely (60%). About -1°C, feels like 7°C.",
    },
    "a chance in frost without a code": {
      sport: "football",
      hours: fine({ tempC: -1, apparentC: 7, precipProbPct: 30, weatherCode: undefined }),
      expected: "Good weather for football: a chance of snow showers (30%). About -1°C, feels like 7°C.",
    },
    "a small chance in frost without a code": {
      sport: "tennis",
      hours: fine({ tempC: 0, apparentC: 12, precipProbPct: 13, weatherCode: undefined }),
      expected: "Good weather for tennis: a small chance of snow. About 0°C, feels like 12°C.",
    },
    "a code that nobody knows, in frost": {
      sport: "skiing",
      hours: fine({ tempC: -5, apparentC: -5, weatherCode: 142, precipProbPct: 60 }),
      expected: "Great weather for skiing: snow likely (60%) with light wind. About -5°C.",
    },
  },
  wind: {
    "a moderate breeze": {
      hours: fine({ windKmh: 24, gustKmh: 30 }),
      expected: "Fair weather for padel: a moderate breeze (about 25 km/h). About 20°C.",
    },
    "gusts that are worth a word": {
      hours: fine({ windKmh: 24, gustKmh: 33 }),
      expected: "Fair weather for padel: a moderate breeze (about 25 km/h, gusts to 35). About 20°C.",
    },
    "strong wind": {
      hours: fine({ windKmh: 40, gustKmh: undefined }),
      expected: "Bad weather for padel: strong wind (about 40 km/h). About 20°C.",
    },
    "very strong wind": {
      hours: fine({ windKmh: 50 }),
      expected: "Bad weather for padel: very strong wind (about 50 km/h). About 20°C.",
    },
    "gusts alone": {
      hours: fine({ windKmh: 8, gustKmh: 60 }),
      expected: "Poor weather for padel: a fresh wind (about 10 km/h, gusts to 60). About 20°C.",
    },
    "too little to sail": {
      sport: "sailing",
      hours: fine({ windKmh: 5, gustKmh: 30 }),
      expected: "Bad weather for sailing: too little wind (about 5 km/h). About 20°C.",
    },
    "too much to sail": {
      sport: "sailing",
      hours: fine({ windKmh: 46 }),
      expected: "Poor weather for sailing: strong wind (about 45 km/h). About 20°C.",
    },
    "gusts that are too much in too little wind": {
      sport: "sailing",
      hours: fine({ windKmh: 12, gustKmh: 90 }),
      expected: "Bad weather for sailing: very strong wind (about 10 km/h, gusts to 90). About 20°C.",
    },
    "6 km/h is light": {
      sport: "football",
      hours: fine({ windKmh: 6 }),
      expected: "Great weather for football: dry and sunny with light wind. About 20°C.",
    },
    "29 km/h is fresh": {
      hours: fine({ windKmh: 29 }),
      expected: "Poor weather for padel: a fresh wind (about 30 km/h). About 20°C.",
    },
    "39 km/h is strong": {
      hours: fine({ windKmh: 39 }),
      expected: "Bad weather for padel: strong wind (about 40 km/h). About 20°C.",
    },
    "gusts below 20 km/h are not worth a word": {
      sport: "paddling",
      hours: fine({ windKmh: 13.5, gustKmh: 19 }),
      expected: "Great weather for paddling: light wind (about 15 km/h). About 20°C.",
    },
    "gusts of 20 km/h are": {
      sport: "paddling",
      hours: fine({ windKmh: 15, gustKmh: 20 }),
      expected: "Good weather for paddling: light wind (about 15 km/h, gusts to 20). About 20°C.",
    },
    "gusts of 1.3 times the wind are": {
      sport: "paddling",
      hours: fine({ windKmh: 20, gustKmh: 26 }),
      expected: "Fair weather for paddling: a moderate breeze (about 20 km/h, gusts to 25). About 20°C.",
    },
    "too little to sail, without gusts": {
      sport: "sailing",
      hours: fine({ windKmh: 5, gustKmh: undefined }),
      expected: "Bad weather for sailing: too little wind (about 5 km/h). About 20°C.",
    },
  },
  temperature: {
    "bitter cold": {
      hours: fine({ tempC: -6, apparentC: -10 }),
      expected: "Bad weather for padel: bitter cold (feels like -10°C). About -6°C.",
    },
    cold: {
      hours: fine({ tempC: 6, apparentC: 5 }),
      expected: "Good weather for padel: cold (feels like 5°C). About 6°C.",
    },
    "cool air": {
      sport: "beach",
      hours: fine({ tempC: 21, apparentC: 20 }),
      expected: "Poor weather for the beach: cool air (feels like 20°C). About 21°C.",
    },
    warmth: {
      sport: "running",
      hours: fine({ tempC: 24, apparentC: 25 }),
      expected: "Fair weather for running: warmth (feels like 25°C). About 24°C.",
    },
    heat: {
      hours: fine({ tempC: 31, apparentC: 31 }),
      expected: "Fair weather for padel: heat (feels like 31°C). About 31°C.",
    },
    "extreme heat": {
      hours: fine({ tempC: 36, apparentC: 38 }),
      expected: "Poor weather for padel: extreme heat (feels like 38°C). About 36°C.",
    },
    "never minus nothing": {
      sport: "skiing",
      hours: fine({ tempC: -0.4, apparentC: -0.4 }),
      expected: "Great weather for skiing: dry and sunny with light wind. About 0°C.",
    },
    "half a degree rounds up, also below zero": {
      sport: "skiing",
      hours: fine({ tempC: -1.5, apparentC: -1.5 }),
      expected: "Great weather for skiing: dry and sunny with light wind. About -1°C.",
    },
    "rounds the decimal that the answer carries": {
      hours: fine({ tempC: 21.46 }),
      expected: "Great weather for padel: dry and sunny with light wind. About 22°C.",
    },
  },
  "feels like": {
    "a difference of 5": {
      hours: fine({ tempC: 20, apparentC: 15 }),
      expected: "Great weather for padel: dry and sunny with light wind. About 20°C, feels like 15°C.",
    },
    "a difference of 4": {
      hours: fine({ tempC: 20, apparentC: 24 }),
      expected: "Great weather for padel: dry and sunny with light wind. About 20°C.",
    },
    "at the start of the session": {
      hours: fine({ apparentC: 14 }, { apparentC: 20 }),
      slot: { startMinute: 30, durationMinutes: 30 },
      expected: "Great weather for padel: dry and sunny with light wind. About 20°C.",
    },
    "is not said twice": {
      hours: fine({ tempC: 0, apparentC: -10 }),
      expected: "Bad weather for padel: bitter cold (feels like -10°C). About 0°C.",
    },
    "is not said twice either where the second reason is left out for its length": {
      sport: "outdoor",
      hours: fine({ isDay: 0, tempC: -6, apparentC: -13, windKmh: 40, gustKmh: 85 }),
      expected: "Bad weather for outdoor activities after dark: bitter cold (feels like -13°C). About -6°C.",
    },
  },
};
