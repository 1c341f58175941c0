// Reasons that are not about rain, wind or temperature, what is said where there is none, and the hour that words are
// taken from.
import { chance, fine, type SummaryCases } from "./summary-case.ts";

export const REASON_CASES: SummaryCases = {
  storm: {
    "nothing else is said": {
      hours: fine({}, { weatherCode: 95, windKmh: 70, apparentC: 5 }),
      expected: "Thunderstorms expected: not safe for padel. About 20°C.",
    },
    "an hour after it": {
      hours: fine({ weatherCode: 95 }, {}),
      slot: { startMinute: 60, durationMinutes: 60 },
      expected: "Mixed weather for padel: a thunderstorm shortly before. About 20°C.",
    },
  },
  ice: {
    "freezing rain": {
      hours: fine({ weatherCode: 66 }),
      expected: "Bad weather for padel: icy conditions. About 20°C.",
    },
  },
  fog: {
    "a fog code": {
      sport: "golf",
      hours: fine({ weatherCode: 45 }),
      expected: "Mixed weather for golf: fog. About 20°C.",
    },
  },
  wet: {
    "rain before the session": {
      sport: "climbing",
      hours: fine({ rainMm: 3, precipProbPct: 100 }, {}),
      slot: { startMinute: 60, durationMinutes: 60 },
      expected: "Poor weather for rock climbing: surfaces still wet from earlier rain. About 20°C.",
    },
  },
  cloud: {
    "no sun for the beach": {
      sport: "beach",
      hours: fine({ tempC: 28, apparentC: 28, cloudPct: 100 }),
      expected: "Mixed weather for the beach: overcast skies. About 28°C.",
    },
  },
  dark: {
    "limits, and leaves less than 50": {
      sport: "hiking",
      hours: fine({ isDay: 0 }),
      expected: "Not recommended for hiking: it will be dark. About 20°C.",
    },
    "limits, and leaves 50": {
      sport: "cycling",
      hours: fine({ isDay: 0 }),
      expected: "Not ideal for cycling: it will be dark. About 20°C.",
    },
    "limits with something else": {
      sport: "cycling",
      hours: fine({ isDay: 0, windKmh: 28 }),
      expected:
        "Not recommended for cycling: it will be dark and a moderate breeze (about 30 km/h). About 20°C.",
    },
    "is never a reason where it costs little": {
      sport: "running",
      hours: fine({ isDay: 0, tempC: 12, apparentC: 12 }),
      expected: "Great weather for running after dark: dry with light wind. About 12°C.",
    },
    "limits, and leaves exactly 50": {
      sport: "cycling",
      hours: fine({ isDay: 0, windKmh: 15.5, precipProbPct: 38 }),
      expected: "Not ideal for cycling: it will be dark. About 20°C.",
    },
    "is no comfort where it matters and something else limits": {
      sport: "cycling",
      hours: fine({ isDay: 0, windKmh: 60 }),
      expected: "Bad weather for cycling: very strong wind (about 60 km/h). About 20°C.",
    },
  },
  "after dark": {
    "not before the last hour is dark": {
      hours: fine({}, { isDay: 0 }),
      expected: "Great weather for padel: dry and sunny with light wind. About 20°C.",
    },
    "with a reason": {
      hours: fine({ isDay: 0, windKmh: 24 }),
      expected: "Fair weather for padel after dark: a moderate breeze (about 25 km/h). About 20°C.",
    },
  },
  "no reason": {
    "cloud of 30 %": {
      hours: fine({ cloudPct: 30 }),
      expected: "Great weather for padel: dry with light wind. About 20°C.",
    },
    "cloud of 70 %": {
      hours: fine({ cloudPct: 70 }),
      expected: "Great weather for padel: dry with light wind. About 20°C.",
    },
    "cloud of 71 %": {
      hours: fine({ cloudPct: 71 }),
      expected: "Great weather for padel: dry but cloudy with light wind. About 20°C.",
    },
    "the cloudiest hour of the day decides": {
      hours: fine({ cloudPct: 10 }, { cloudPct: 35 }),
      expected: "Great weather for padel: dry with light wind. About 20°C.",
    },
    "clouds at night do not": {
      hours: fine({ cloudPct: 100, isDay: 0 }, { cloudPct: 10 }, { cloudPct: 20 }),
      expected: "Great weather for padel: dry and sunny with light wind. About 20°C.",
    },
    "cloud not known": {
      hours: fine({ cloudPct: undefined }),
      expected: "Great weather for padel: dry with light wind. About 20°C.",
    },
    "calm air": {
      hours: fine({ windKmh: 5 }),
      expected: "Great weather for padel: dry and sunny with calm air. About 20°C.",
    },
    "the wind goes by its mean, not its gusts": {
      sport: "football",
      hours: fine({ windKmh: 19, gustKmh: 36 }),
      expected: "Great weather for football: dry and sunny with light wind. About 20°C.",
    },
    "a chance of 20 % is not dry": {
      sport: "football",
      hours: chance(20),
      expected: "Great weather for football: a chance of showers (20%) with light wind. About 20°C.",
    },
    "a chance of 19 % is dry": {
      sport: "football",
      hours: chance(19),
      expected: "Great weather for football: dry and sunny with light wind. About 20°C.",
    },
    "0.1 mm is not dry": {
      sport: "football",
      hours: fine({ rainMm: 0.1 }),
      expected: "Great weather for football: a chance of showers with light wind. About 20°C.",
    },
    "steady wind for a wind sport": {
      sport: "kitesurfing",
      hours: fine({ windKmh: 33, gustKmh: 50 }),
      expected: "Great weather for kitesurfing: dry and sunny with steady wind (about 35 km/h). About 20°C.",
    },
  },
  "worst hour": {
    "needs ten minutes in the session": {
      hours: fine({ precipProbPct: 30 }, { precipProbPct: 100, rainMm: 5 }),
      slot: { startMinute: 0, durationMinutes: 69 },
      expected: "Fair weather for padel: a chance of showers (30%). About 20°C.",
    },
    "counts from ten minutes on": {
      hours: fine({ precipProbPct: 30 }, { precipProbPct: 60 }),
      slot: { startMinute: 0, durationMinutes: 70 },
      expected: "Good weather for padel: light rain likely (60%). About 20°C.",
    },
    "may be shorter if it alone costs something": {
      hours: fine({}, { precipProbPct: 100, rainMm: 5 }),
      slot: { startMinute: 0, durationMinutes: 69 },
      expected: "Fair weather for padel: heavy rain expected. About 20°C.",
    },
    "may be shorter if all are": {
      hours: fine({}, { windKmh: 30 }),
      slot: { startMinute: 55, durationMinutes: 10 },
      expected: "Mixed weather for padel: a fresh wind (about 30 km/h). About 20°C.",
    },
    "is the later one where that is worse, also where there is nothing to complain of": {
      sport: "football",
      hours: fine({}, { precipProbPct: 20 }),
      expected: "Great weather for football: a chance of showers (20%) with light wind. About 20°C.",
    },
    "is the one of the higher chance where snow costs nothing": {
      sport: "skiing",
      hours: [10, 60].flatMap((precipProbPct) =>
        fine({ tempC: -5, apparentC: -5, weatherCode: undefined, precipProbPct }),
      ),
      expected: "Great weather for skiing: snow likely (60%) with light wind. About -5°C.",
    },
    "is the first of two that cost the same, whatever the clouds": {
      hours: fine({ tempC: -15, apparentC: -20, cloudPct: 0 }, { tempC: -15, apparentC: -30, cloudPct: 100 }),
      expected: "Bad weather for padel: bitter cold (feels like -20°C). About -15°C.",
    },
    "is the first of two equal ones": {
      hours: fine({ windKmh: 30 }, {}, { windKmh: 30 }),
      expected: "Mixed weather for padel: a fresh wind (about 30 km/h) at the start. About 20°C.",
    },
    "of the sky is one of the day, however clear": {
      hours: fine({ cloudPct: 100, isDay: 0 }, { cloudPct: 0 }),
      expected: "Great weather for padel: dry and sunny with light wind. About 20°C.",
    },
    "of the sky is one that is known, however clear": {
      hours: fine({ cloudPct: 0 }, { cloudPct: undefined }),
      expected: "Great weather for padel: dry and sunny with light wind. About 20°C.",
    },
    "needs ten minutes where it costs next to nothing": {
      sport: "football",
      hours: fine({}, { windKmh: 22 }),
      slot: { startMinute: 0, durationMinutes: 65 },
      expected: "Great weather for football: dry and sunny with light wind. About 20°C.",
    },
  },
};
