// How the sentence is put together: its band, one or two reasons, when, and what is left out where it grows too long.
// A limit has a case on each side: the last value of one text, the first of the other. Padel keeps 1 - 0.55 of the
// chance of slight rain.
import { chance, fine, type SummaryCases } from "./summary-case.ts";

export const SENTENCE_CASES: SummaryCases = {
  band: {
    "Great at a chance of 19 %": {
      hours: chance(19),
      expected: "Great weather for padel: a chance of showers (20%). About 20°C.",
    },
    "Good at a chance of 20 %": {
      hours: chance(20),
      expected: "Good weather for padel: a chance of showers (20%). About 20°C.",
    },
    "Good at a chance of 37 %": {
      hours: chance(37),
      expected: "Good weather for padel: a chance of showers (40%). About 20°C.",
    },
    "Fair at a chance of 38 %": {
      hours: chance(38),
      expected: "Fair weather for padel: a chance of showers (40%). About 20°C.",
    },
    "Fair at a chance of 64 %": {
      hours: chance(64),
      expected: "Fair weather for padel: light rain likely (60%). About 20°C.",
    },
    "Mixed at a chance of 65 %": {
      hours: chance(65),
      expected: "Mixed weather for padel: light rain likely (70%). About 20°C.",
    },
    "Mixed at a chance of 91 %": {
      hours: chance(91),
      expected: "Mixed weather for padel: light rain expected. About 20°C.",
    },
    "Poor at a chance of 92 %": {
      hours: chance(92),
      expected: "Poor weather for padel: light rain expected. About 20°C.",
    },
    "20 is poor": {
      hours: fine({ windKmh: 38 }),
      expected: "Poor weather for padel: a fresh wind (about 40 km/h). About 20°C.",
    },
    "19 is bad": {
      hours: fine({ windKmh: 38.5 }),
      expected: "Bad weather for padel: a fresh wind (about 40 km/h). About 20°C.",
    },
  },
  reason: {
    "7 points in the band Good are none": {
      hours: chance(13),
      expected: "Great weather for padel: dry and sunny with light wind. About 20°C.",
    },
    "8 points in the band Great are one": {
      hours: chance(14),
      expected: "Great weather for padel: a small chance of rain. About 20°C.",
    },
  },
  "second reason": {
    "a third of the first": {
      hours: fine({ precipProbPct: 50, windKmh: 20 }),
      expected:
        "Mixed weather for padel: light rain likely (50%) and a moderate breeze (about 20 km/h). About 20°C.",
    },
    "less than a third of the first": {
      hours: fine({ precipProbPct: 80, windKmh: 19 }),
      expected: "Poor weather for padel: light rain expected. About 20°C.",
    },
    "exactly a third of the first": {
      hours: fine({ precipProbPct: 14, windKmh: 21 }),
      expected:
        "Fair weather for padel: a moderate breeze (about 20 km/h) and a small chance of rain. About 20°C.",
    },
    "6 points below the score of 80": {
      hours: fine({ precipProbPct: 11, windKmh: 19 }),
      expected: "Fair weather for padel: light wind (about 20 km/h) and a small chance of rain. About 20°C.",
    },
    "5 points are too few at the score of 80": {
      hours: fine({ precipProbPct: 9, windKmh: 19 }),
      expected: "Good weather for padel: light wind (about 20 km/h). About 20°C.",
    },
    "8 points in the band Good": {
      hours: fine({ precipProbPct: 15, windKmh: 16 }),
      expected:
        "Good weather for padel: light wind (about 15 km/h) and a chance of showers (20%). About 20°C.",
    },
    "3 points are too few, even as a third of the first": {
      hours: fine({ precipProbPct: 5, windKmh: 16 }),
      expected: "Good weather for padel: light wind (about 15 km/h). About 20°C.",
    },
  },
  when: {
    "at the start": {
      hours: fine({ windKmh: 30 }, {}),
      expected: "Mixed weather for padel: a fresh wind (about 30 km/h) at the start. About 20°C.",
    },
    midway: {
      sport: "golf",
      hours: fine({}, { weatherCode: 45 }, {}),
      expected: "Mixed weather for golf: fog midway. About 20°C.",
    },
    "towards the end": {
      hours: fine({}, {}, { precipProbPct: 60 }),
      expected: "Fair weather for padel: light rain likely (60%) towards the end. About 20°C.",
    },
    "not under two hours": {
      hours: fine({}, { windKmh: 30 }),
      slot: { startMinute: 1, durationMinutes: 119 },
      expected: "Mixed weather for padel: a fresh wind (about 30 km/h). About 20°C.",
    },
    "not for a difference below 25": {
      hours: fine({}, { windKmh: 20 }),
      expected: "Good weather for padel: a moderate breeze (about 20 km/h). About 20°C.",
    },
    "not for heat": {
      hours: fine({}, { apparentC: 36 }),
      expected: "Mixed weather for padel: heat (feels like 36°C). About 20°C.",
    },
    "a third of the session is its middle": {
      hours: fine({}, { windKmh: 30 }, {}, {}),
      slot: { startMinute: 30, durationMinutes: 180 },
      expected: "Mixed weather for padel: a fresh wind (about 30 km/h) midway. About 20°C.",
    },
    "two thirds of the session are its middle": {
      hours: fine({}, {}, { windKmh: 30 }, {}),
      slot: { startMinute: 30, durationMinutes: 180 },
      expected: "Mixed weather for padel: a fresh wind (about 30 km/h) midway. About 20°C.",
    },
    "an hour without a score makes no difference": {
      hours: fine({}, { windKmh: undefined }, { windKmh: 20 }),
      expected: "Good weather for padel: a moderate breeze (about 20 km/h). About 20°C. Forecast incomplete.",
    },
  },
  forecast: {
    "that ends before the session": {
      hours: fine({}),
      slot: { startMinute: 0, durationMinutes: 90 },
      expected: "Great weather for padel: dry and sunny with light wind. About 20°C. Forecast incomplete.",
    },
  },
  length: {
    "the second reason goes first": {
      sport: "outdoor",
      hours: fine({ isDay: 0, precipProbPct: 70, rainMm: 4, windKmh: 40, gustKmh: 85, apparentC: 12 }),
      expected:
        "Bad weather for outdoor activities after dark: heavy rain likely (70%). About 20°C, feels like 12°C.",
    },
    "the feels-like temperature goes next": {
      sport: "outdoor",
      hours: fine({ isDay: 0, apparentC: 14 }, { isDay: 0, windKmh: 100, gustKmh: 150, apparentC: 14 }),
      expected:
        "Poor weather for outdoor activities after dark: very strong wind (about 100 km/h, gusts to 150) towards the end. About 20°C.",
    },
    "the part of the session goes last": {
      sport: "outdoor",
      hours: fine({ isDay: 0 }, { isDay: 0, windKmh: 100, gustKmh: 150 }),
      slot: { startMinute: 0, durationMinutes: 121 },
      expected:
        "Poor weather for outdoor activities after dark: very strong wind (about 100 km/h, gusts to 150). About 20°C. Forecast incomplete.",
    },
  },
};
