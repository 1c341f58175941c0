// Which other reasons there are, and what is said where there is none.
import { chance, fine, type SummaryCase } from "./summary-case.ts";

const OTHER_REASONS: readonly SummaryCase[] = [
  {
    rule: "storm",
    name: "nothing else is said",
    hours: fine({}, { weatherCode: 95, windKmh: 70, apparentC: 5 }),
    expected: "Thunderstorms expected: not safe for padel. About 20°C.",
  },
  {
    rule: "storm",
    name: "an hour after it",
    hours: fine({ weatherCode: 95 }, {}),
    slot: { startMinute: 60, durationMinutes: 60 },
    expected: "Mixed weather for padel: a thunderstorm shortly before. About 20°C.",
  },
  {
    rule: "ice",
    name: "freezing rain",
    hours: fine({ weatherCode: 66 }),
    expected: "Bad weather for padel: icy conditions. About 20°C.",
  },
  {
    rule: "fog",
    name: "a fog code",
    sport: "golf",
    hours: fine({ weatherCode: 45 }),
    expected: "Mixed weather for golf: fog. About 20°C.",
  },
  {
    rule: "wet",
    name: "rain before the session",
    sport: "climbing",
    hours: fine({ rainMm: 3, precipProbPct: 100 }, {}),
    slot: { startMinute: 60, durationMinutes: 60 },
    expected: "Poor weather for rock climbing: surfaces still wet from earlier rain. About 20°C.",
  },
  {
    rule: "cloud",
    name: "no sun for the beach",
    sport: "beach",
    hours: fine({ tempC: 28, apparentC: 28, cloudPct: 100 }),
    expected: "Mixed weather for the beach: overcast skies. About 28°C.",
  },
  {
    rule: "dark",
    name: "limits, and leaves less than 50",
    sport: "hiking",
    hours: fine({ isDay: 0 }),
    expected: "Not recommended for hiking: it will be dark. About 20°C.",
  },
  {
    rule: "dark",
    name: "limits, and leaves 50",
    sport: "cycling",
    hours: fine({ isDay: 0 }),
    expected: "Not ideal for cycling: it will be dark. About 20°C.",
  },
  {
    rule: "dark",
    name: "limits with something else",
    sport: "cycling",
    hours: fine({ isDay: 0, windKmh: 28 }),
    expected:
      "Not recommended for cycling: it will be dark and a moderate breeze (about 30 km/h). About 20°C.",
  },
  {
    rule: "dark",
    name: "is never a reason where it costs little",
    sport: "running",
    hours: fine({ isDay: 0, tempC: 12, apparentC: 12 }),
    expected: "Great weather for running after dark: dry with light wind. About 12°C.",
  },
  {
    rule: "after dark",
    name: "not before the last hour is dark",
    hours: fine({}, { isDay: 0 }),
    expected: "Great weather for padel: dry and sunny with light wind. About 20°C.",
  },
  {
    rule: "after dark",
    name: "with a reason",
    hours: fine({ isDay: 0, windKmh: 24 }),
    expected: "Fair weather for padel after dark: a moderate breeze (about 25 km/h). About 20°C.",
  },
];

const NO_REASON: readonly SummaryCase[] = [
  {
    rule: "no reason",
    name: "cloud of 30 %",
    hours: fine({ cloudPct: 30 }),
    expected: "Great weather for padel: dry with light wind. About 20°C.",
  },
  {
    rule: "no reason",
    name: "cloud of 70 %",
    hours: fine({ cloudPct: 70 }),
    expected: "Great weather for padel: dry with light wind. About 20°C.",
  },
  {
    rule: "no reason",
    name: "cloud of 71 %",
    hours: fine({ cloudPct: 71 }),
    expected: "Great weather for padel: dry but cloudy with light wind. About 20°C.",
  },
  {
    rule: "no reason",
    name: "the cloudiest hour of the day decides",
    hours: fine({ cloudPct: 10 }, { cloudPct: 35 }),
    expected: "Great weather for padel: dry with light wind. About 20°C.",
  },
  {
    rule: "no reason",
    name: "clouds at night do not",
    hours: fine({ cloudPct: 100, isDay: 0 }, { cloudPct: 10 }, { cloudPct: 20 }),
    expected: "Great weather for padel: dry and sunny with light wind. About 20°C.",
  },
  {
    rule: "no reason",
    name: "cloud not known",
    hours: fine({ cloudPct: undefined }),
    expected: "Great weather for padel: dry with light wind. About 20°C.",
  },
  {
    rule: "no reason",
    name: "calm air",
    hours: fine({ windKmh: 5 }),
    expected: "Great weather for padel: dry and sunny with calm air. About 20°C.",
  },
  {
    rule: "no reason",
    name: "the wind goes by its mean, not its gusts",
    sport: "football",
    hours: fine({ windKmh: 19, gustKmh: 36 }),
    expected: "Great weather for football: dry and sunny with light wind. About 20°C.",
  },
  {
    rule: "no reason",
    name: "a chance of 20 % is not dry",
    sport: "football",
    hours: chance(20),
    expected: "Great weather for football: a chance of showers (20%) with light wind. About 20°C.",
  },
  {
    rule: "no reason",
    name: "a chance of 19 % is dry",
    sport: "football",
    hours: chance(19),
    expected: "Great weather for football: dry and sunny with light wind. About 20°C.",
  },
  {
    rule: "no reason",
    name: "0.1 mm is not dry",
    sport: "football",
    hours: fine({ rainMm: 0.1 }),
    expected: "Great weather for football: a chance of showers with light wind. About 20°C.",
  },
  {
    rule: "no reason",
    name: "steady wind for a wind sport",
    sport: "kitesurfing",
    hours: fine({ windKmh: 33, gustKmh: 50 }),
    expected: "Great weather for kitesurfing: dry and sunny with steady wind (about 35 km/h). About 20°C.",
  },
];

export const REASON_CASES: readonly SummaryCase[] = [...OTHER_REASONS, ...NO_REASON];
