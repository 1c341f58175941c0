// How the sentence is put together: its band, one or two reasons, which hour and which part they are about.
import { chance, fine, type SummaryCase } from "./summary-case.ts";

// Padel keeps 1 - 0.55 of the chance of slight rain.
const BANDS: readonly SummaryCase[] = [
  {
    rule: "band",
    name: "Great at a chance of 19 %",
    hours: chance(19),
    expected: "Great weather for padel: a chance of showers (20%). About 20°C.",
  },
  {
    rule: "band",
    name: "Good at a chance of 20 %",
    hours: chance(20),
    expected: "Good weather for padel: a chance of showers (20%). About 20°C.",
  },
  {
    rule: "band",
    name: "Good at a chance of 37 %",
    hours: chance(37),
    expected: "Good weather for padel: a chance of showers (40%). About 20°C.",
  },
  {
    rule: "band",
    name: "Fair at a chance of 38 %",
    hours: chance(38),
    expected: "Fair weather for padel: a chance of showers (40%). About 20°C.",
  },
  {
    rule: "band",
    name: "Fair at a chance of 64 %",
    hours: chance(64),
    expected: "Fair weather for padel: light rain likely (60%). About 20°C.",
  },
  {
    rule: "band",
    name: "Mixed at a chance of 65 %",
    hours: chance(65),
    expected: "Mixed weather for padel: light rain likely (70%). About 20°C.",
  },
  {
    rule: "band",
    name: "Mixed at a chance of 91 %",
    hours: chance(91),
    expected: "Mixed weather for padel: light rain expected. About 20°C.",
  },
  {
    rule: "band",
    name: "Poor at a chance of 92 %",
    hours: chance(92),
    expected: "Poor weather for padel: light rain expected. About 20°C.",
  },
  {
    rule: "band",
    name: "20 is poor",
    hours: fine({ windKmh: 38 }),
    expected: "Poor weather for padel: a fresh wind (about 40 km/h). About 20°C.",
  },
  {
    rule: "band",
    name: "19 is bad",
    hours: fine({ windKmh: 38.5 }),
    expected: "Bad weather for padel: a fresh wind (about 40 km/h). About 20°C.",
  },
];

const HOURS_AND_LENGTH: readonly SummaryCase[] = [
  {
    rule: "second reason",
    name: "a third of the first",
    hours: fine({ precipProbPct: 50, windKmh: 20 }),
    expected:
      "Mixed weather for padel: light rain likely (50%) and a moderate breeze (about 20 km/h). About 20°C.",
  },
  {
    rule: "second reason",
    name: "less than a third of the first",
    hours: fine({ precipProbPct: 80, windKmh: 19 }),
    expected: "Poor weather for padel: light rain expected. About 20°C.",
  },
  {
    rule: "reason",
    name: "7 points in the band Good are none",
    hours: chance(13),
    expected: "Great weather for padel: dry and sunny with light wind. About 20°C.",
  },
  {
    rule: "when",
    name: "at the start",
    hours: fine({ windKmh: 30 }, {}),
    expected: "Mixed weather for padel: a fresh wind (about 30 km/h) at the start. About 20°C.",
  },
  {
    rule: "when",
    name: "midway",
    sport: "golf",
    hours: fine({}, { weatherCode: 45 }, {}),
    expected: "Mixed weather for golf: fog midway. About 20°C.",
  },
  {
    rule: "when",
    name: "towards the end",
    hours: fine({}, {}, { precipProbPct: 60 }),
    expected: "Fair weather for padel: light rain likely (60%) towards the end. About 20°C.",
  },
  {
    rule: "when",
    name: "not under two hours",
    hours: fine({}, { windKmh: 30 }),
    slot: { startMinute: 1, durationMinutes: 119 },
    expected: "Mixed weather for padel: a fresh wind (about 30 km/h). About 20°C.",
  },
  {
    rule: "when",
    name: "not for a difference below 25",
    hours: fine({}, { windKmh: 20 }),
    expected: "Good weather for padel: a moderate breeze (about 20 km/h). About 20°C.",
  },
  {
    rule: "when",
    name: "not for heat",
    hours: fine({}, { apparentC: 36 }),
    expected: "Mixed weather for padel: heat (feels like 36°C). About 20°C.",
  },
  {
    rule: "worst hour",
    name: "needs ten minutes in the session",
    hours: fine({ precipProbPct: 30 }, { precipProbPct: 100, rainMm: 5 }),
    slot: { startMinute: 0, durationMinutes: 69 },
    expected: "Fair weather for padel: a chance of showers (30%). About 20°C.",
  },
  {
    rule: "worst hour",
    name: "counts from ten minutes on",
    hours: fine({ precipProbPct: 30 }, { precipProbPct: 60 }),
    slot: { startMinute: 0, durationMinutes: 70 },
    expected: "Good weather for padel: light rain likely (60%). About 20°C.",
  },
  {
    rule: "worst hour",
    name: "may be shorter if it alone costs something",
    hours: fine({}, { precipProbPct: 100, rainMm: 5 }),
    slot: { startMinute: 0, durationMinutes: 69 },
    expected: "Fair weather for padel: heavy rain expected. About 20°C.",
  },
  {
    rule: "worst hour",
    name: "may be shorter if all are",
    hours: fine({}, { windKmh: 30 }),
    slot: { startMinute: 55, durationMinutes: 10 },
    expected: "Mixed weather for padel: a fresh wind (about 30 km/h). About 20°C.",
  },
  {
    rule: "forecast",
    name: "that ends before the session",
    hours: fine({}),
    slot: { startMinute: 0, durationMinutes: 90 },
    expected: "Great weather for padel: dry and sunny with light wind. About 20°C. Forecast incomplete.",
  },
  {
    rule: "length",
    name: "the second reason goes first",
    sport: "outdoor",
    hours: fine({ isDay: 0, precipProbPct: 70, rainMm: 4, windKmh: 40, gustKmh: 85, apparentC: 12 }),
    expected:
      "Bad weather for outdoor activities after dark: heavy rain likely (70%). About 20°C, feels like 12°C.",
  },
  {
    rule: "length",
    name: "the feels-like temperature goes next",
    sport: "outdoor",
    hours: fine({ isDay: 0, apparentC: 14 }, { isDay: 0, windKmh: 100, gustKmh: 150, apparentC: 14 }),
    expected:
      "Poor weather for outdoor activities after dark: very strong wind (about 100 km/h, gusts to 150) towards the end. About 20°C.",
  },
  {
    rule: "length",
    name: "the part of the session goes last",
    sport: "outdoor",
    hours: fine({ isDay: 0 }, { isDay: 0, windKmh: 100, gustKmh: 150 }),
    slot: { startMinute: 0, durationMinutes: 121 },
    expected:
      "Poor weather for outdoor activities after dark: very strong wind (about 100 km/h, gusts to 150). About 20°C. Forecast incomplete.",
  },
];

export const SENTENCE_CASES: readonly SummaryCase[] = [...BANDS, ...HOURS_AND_LENGTH];
