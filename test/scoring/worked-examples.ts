// Sessions worked out independently of this code: inputs, and everything that has to come out of them.
import type { Factor } from "../../src/scoring/factor.ts";
import type { Recommendation } from "../../src/scoring/recommendation.ts";
import type { Risk } from "../../src/scoring/risk.ts";
import type { HourOfWeather } from "./columns-of.ts";

export interface WorkedExample {
  readonly name: string;
  readonly sport: string;
  readonly hours: readonly HourOfWeather[];
  readonly startMinute: number;
  readonly durationMinutes: number;
  readonly expected: {
    readonly hourScores: readonly number[];
    /** To three decimals or better. */
    readonly raw: number;
    readonly playabilityScore: number;
    readonly recommendation: Recommendation;
    readonly rainRisk: Risk;
    readonly windRisk: Risk;
    readonly tempC: number;
    /** The costliest first. */
    readonly pointsLost: readonly (readonly [Factor, number])[];
    readonly summary: string;
  };
}

// An hour a line.
// prettier-ignore
export const WORKED_EXAMPLES: readonly WorkedExample[] = [
  {
    name: "Ideal summer evening",
    sport: "padel",
    hours: [
      { tempC: 22, rainMm: 0, precipProbPct: 2, windKmh: 9, gustKmh: 16, cloudPct: 25, weatherCode: 1, isDay: 1, apparentC: 21 },
      { tempC: 21, rainMm: 0, precipProbPct: 2, windKmh: 8, gustKmh: 14, cloudPct: 25, weatherCode: 1, isDay: 1, apparentC: 20.5 },
    ],
    startMinute: 30,
    durationMinutes: 90,
    expected: {
      hourScores: [99, 99], raw: 98.9, playabilityScore: 99, recommendation: "safe_to_book",
      rainRisk: "low", windRisk: "low", tempC: 21.5, pointsLost: [["rain", 1]],
      summary: "Great weather for padel: dry and sunny with light wind. About 22°C.",
    },
  },
  {
    name: "Default sport, fair spring day",
    sport: "outdoor",
    hours: [
      { tempC: 14, rainMm: 0, precipProbPct: 10, windKmh: 14, gustKmh: 26, cloudPct: 60, weatherCode: 2, isDay: 1, apparentC: 11.5 },
    ],
    startMinute: 0,
    durationMinutes: 60,
    expected: {
      hourScores: [93], raw: 93.1, playabilityScore: 93, recommendation: "safe_to_book",
      rainRisk: "low", windRisk: "low", tempC: 14, pointsLost: [["rain", 5], ["cloud", 2]],
      summary: "Great weather for outdoor activities: dry with light wind. About 14°C.",
    },
  },
  {
    name: "Light-rain chance, tennis",
    sport: "tennis",
    hours: [
      { tempC: 17, rainMm: 0, precipProbPct: 30, windKmh: 12, gustKmh: 22, cloudPct: 70, weatherCode: 3, isDay: 1, apparentC: 15 },
    ],
    startMinute: 0,
    durationMinutes: 60,
    expected: {
      hourScores: [76], raw: 76.3817, playabilityScore: 76, recommendation: "proceed_with_caution",
      rainRisk: "medium", windRisk: "low", tempC: 17, pointsLost: [["rain", 21], ["cloud", 2], ["wind", 1]],
      summary: "Fair weather for tennis: a chance of showers (30%). About 17°C.",
    },
  },
  {
    name: "Rain arrives in the last hour of a golf round",
    sport: "golf",
    hours: [
      { tempC: 18, rainMm: 0, precipProbPct: 5, windKmh: 12, gustKmh: 20, cloudPct: 50, weatherCode: 2, isDay: 1, apparentC: 16 },
      { tempC: 18, rainMm: 0, precipProbPct: 10, windKmh: 14, gustKmh: 24, cloudPct: 60, weatherCode: 2, isDay: 1, apparentC: 16 },
      { tempC: 17, rainMm: 0.1, precipProbPct: 25, windKmh: 16, gustKmh: 28, cloudPct: 80, weatherCode: 3, isDay: 1, apparentC: 15 },
      { tempC: 16, rainMm: 1.2, precipProbPct: 75, windKmh: 18, gustKmh: 32, cloudPct: 95, weatherCode: 61, isDay: 1, apparentC: 13 },
    ],
    startMinute: 0,
    durationMinutes: 240,
    expected: {
      hourScores: [97, 95, 88, 43], raw: 57.948, playabilityScore: 58, recommendation: "proceed_with_caution",
      rainRisk: "medium", windRisk: "low", tempC: 18, pointsLost: [["rain", 39], ["cloud", 2], ["wind", 1]],
      summary: "Mixed weather for golf: rain likely (80%) towards the end. About 18°C.",
    },
  },
  {
    name: "Windy padel",
    sport: "padel",
    hours: [
      { tempC: 16, rainMm: 0, precipProbPct: 5, windKmh: 30, gustKmh: 52, cloudPct: 50, weatherCode: 2, isDay: 1, apparentC: 10.5 },
      { tempC: 16, rainMm: 0, precipProbPct: 5, windKmh: 32, gustKmh: 55, cloudPct: 50, weatherCode: 2, isDay: 1, apparentC: 10 },
    ],
    startMinute: 0,
    durationMinutes: 90,
    expected: {
      hourScores: [40, 35], raw: 37.3943, playabilityScore: 37, recommendation: "not_recommended",
      rainRisk: "low", windRisk: "high", tempC: 16, pointsLost: [["wind", 60], ["rain", 2], ["temp", 1]],
      summary: "Poor weather for padel: a fresh wind (about 30 km/h, gusts to 55). About 16°C, feels like 11°C.",
    },
  },
  {
    name: "Same wind, good sailing",
    sport: "sailing",
    hours: [
      { tempC: 18, rainMm: 0, precipProbPct: 5, windKmh: 26, gustKmh: 38, cloudPct: 40, weatherCode: 2, isDay: 1, apparentC: 14 },
      { tempC: 18, rainMm: 0, precipProbPct: 5, windKmh: 27, gustKmh: 40, cloudPct: 40, weatherCode: 2, isDay: 1, apparentC: 14 },
      { tempC: 18, rainMm: 0, precipProbPct: 5, windKmh: 25, gustKmh: 37, cloudPct: 40, weatherCode: 2, isDay: 1, apparentC: 14 },
    ],
    startMinute: 0,
    durationMinutes: 180,
    expected: {
      hourScores: [94, 94, 94], raw: 93.7744, playabilityScore: 94, recommendation: "safe_to_book",
      rainRisk: "low", windRisk: "low", tempC: 18, pointsLost: [["temp", 6]],
      summary: "Great weather for sailing: dry with steady wind (about 25 km/h). About 18°C.",
    },
  },
  {
    name: "Kitesurfing sweet spot",
    sport: "kitesurfing",
    hours: [
      { tempC: 21, rainMm: 0, precipProbPct: 5, windKmh: 36, gustKmh: 50, cloudPct: 30, weatherCode: 1, isDay: 1, apparentC: 15 },
      { tempC: 21, rainMm: 0, precipProbPct: 5, windKmh: 38, gustKmh: 53, cloudPct: 30, weatherCode: 1, isDay: 1, apparentC: 15 },
    ],
    startMinute: 0,
    durationMinutes: 120,
    expected: {
      hourScores: [98, 98], raw: 98.1468, playabilityScore: 98, recommendation: "safe_to_book",
      rainRisk: "low", windRisk: "low", tempC: 21, pointsLost: [["temp", 2]],
      summary: "Great weather for kitesurfing: dry with steady wind (about 40 km/h). About 21°C, feels like 15°C.",
    },
  },
  {
    name: "Thunderstorm in the last minutes",
    sport: "football",
    hours: [
      { tempC: 25, rainMm: 0, precipProbPct: 20, windKmh: 12, gustKmh: 25, cloudPct: 60, weatherCode: 2, isDay: 1, apparentC: 26 },
      { tempC: 23, rainMm: 6, precipProbPct: 70, windKmh: 20, gustKmh: 60, cloudPct: 95, weatherCode: 95, isDay: 1, apparentC: 23 },
    ],
    startMinute: 0,
    durationMinutes: 65,
    expected: {
      hourScores: [90, 3], raw: 40, playabilityScore: 40, recommendation: "not_recommended",
      rainRisk: "low", windRisk: "low", tempC: 25, pointsLost: [["storm", 49], ["rain", 5], ["temp", 5], ["wind", 1]],
      summary: "Thunderstorms expected: not safe for football. About 25°C.",
    },
  },
  {
    name: "Heat: football",
    sport: "football",
    hours: [
      { tempC: 35, rainMm: 0, precipProbPct: 0, windKmh: 10, gustKmh: 18, cloudPct: 5, weatherCode: 0, isDay: 1, apparentC: 37 },
    ],
    startMinute: 0,
    durationMinutes: 60,
    expected: {
      hourScores: [17], raw: 16.6667, playabilityScore: 17, recommendation: "not_recommended",
      rainRisk: "low", windRisk: "low", tempC: 35, pointsLost: [["temp", 83]],
      summary: "Bad weather for football: heat (feels like 37°C). About 35°C.",
    },
  },
  {
    name: "Same heat: beach",
    sport: "beach",
    hours: [
      { tempC: 35, rainMm: 0, precipProbPct: 0, windKmh: 10, gustKmh: 18, cloudPct: 5, weatherCode: 0, isDay: 1, apparentC: 37 },
    ],
    startMinute: 0,
    durationMinutes: 60,
    expected: {
      hourScores: [64], raw: 63.75, playabilityScore: 64, recommendation: "proceed_with_caution",
      rainRisk: "low", windRisk: "low", tempC: 35, pointsLost: [["temp", 36]],
      summary: "Mixed weather for the beach: heat (feels like 37°C). About 35°C.",
    },
  },
  {
    name: "Cold clear ski morning",
    sport: "skiing",
    hours: [
      { tempC: -6, rainMm: 0, precipProbPct: 5, windKmh: 12, gustKmh: 22, cloudPct: 10, weatherCode: 0, isDay: 1, apparentC: -11 },
      { tempC: -5, rainMm: 0, precipProbPct: 5, windKmh: 14, gustKmh: 25, cloudPct: 10, weatherCode: 0, isDay: 1, apparentC: -10 },
      { tempC: -4, rainMm: 0, precipProbPct: 5, windKmh: 15, gustKmh: 27, cloudPct: 20, weatherCode: 1, isDay: 1, apparentC: -9 },
    ],
    startMinute: 0,
    durationMinutes: 180,
    expected: {
      hourScores: [98, 98, 98], raw: 98, playabilityScore: 98, recommendation: "safe_to_book",
      rainRisk: "low", windRisk: "low", tempC: -6, pointsLost: [["rain", 2]],
      summary: "Great weather for skiing: dry and sunny with light wind. About -6°C, feels like -11°C.",
    },
  },
  {
    name: "Golf after dark",
    sport: "golf",
    hours: [
      { tempC: 18, rainMm: 0, precipProbPct: 0, windKmh: 8, gustKmh: 14, cloudPct: 10, weatherCode: 0, isDay: 0, apparentC: 17 },
    ],
    startMinute: 0,
    durationMinutes: 60,
    expected: {
      hourScores: [10], raw: 10, playabilityScore: 10, recommendation: "not_recommended",
      rainRisk: "low", windRisk: "low", tempC: 18, pointsLost: [["dark", 90]],
      summary: "Not recommended for golf: it will be dark. About 18°C.",
    },
  },
  {
    name: "Padel after dark (floodlit)",
    sport: "padel",
    hours: [
      { tempC: 18, rainMm: 0, precipProbPct: 0, windKmh: 8, gustKmh: 14, cloudPct: 10, weatherCode: 0, isDay: 0, apparentC: 17 },
      { tempC: 17, rainMm: 0, precipProbPct: 0, windKmh: 8, gustKmh: 14, cloudPct: 10, weatherCode: 0, isDay: 0, apparentC: 16 },
    ],
    startMinute: 30,
    durationMinutes: 90,
    expected: {
      hourScores: [100, 100], raw: 100, playabilityScore: 100, recommendation: "safe_to_book",
      rainRisk: "low", windRisk: "low", tempC: 17.5, pointsLost: [],
      summary: "Great weather for padel after dark: dry with light wind. About 18°C.",
    },
  },
  {
    name: "Only the required inputs",
    sport: "event",
    hours: [
      { tempC: 20, rainMm: 0, windKmh: 10 },
    ],
    startMinute: 0,
    durationMinutes: 60,
    expected: {
      hourScores: [100], raw: 100, playabilityScore: 100, recommendation: "safe_to_book",
      rainRisk: "low", windRisk: "low", tempC: 20, pointsLost: [],
      summary: "Great weather for outdoor events: dry with light wind. About 20°C.",
    },
  },
  {
    name: "Exactly half a point: 79.5 rounds to 80",
    sport: "outdoor",
    hours: [
      { tempC: 20, rainMm: 0, precipProbPct: 0, windKmh: 10, gustKmh: 15, cloudPct: 40, weatherCode: 1, isDay: 1, apparentC: 20 },
      { tempC: 20, rainMm: 0.2, precipProbPct: 51.25, windKmh: 10, gustKmh: 15, cloudPct: 40, weatherCode: 1, isDay: 1, apparentC: 20 },
    ],
    startMinute: 0,
    durationMinutes: 120,
    expected: {
      hourScores: [100, 74], raw: 79.5, playabilityScore: 80, recommendation: "safe_to_book",
      rainRisk: "medium", windRisk: "low", tempC: 20, pointsLost: [["rain", 20]],
      summary: "Good weather for outdoor activities: light rain likely (50%) towards the end. About 20°C.",
    },
  },
  {
    name: "Strong gusts close the lifts",
    sport: "skiing",
    hours: [
      { tempC: -4, rainMm: 0, precipProbPct: 10, windKmh: 42, gustKmh: 85, cloudPct: 60, weatherCode: 2, isDay: 1, apparentC: -14 },
    ],
    startMinute: 0,
    durationMinutes: 60,
    expected: {
      hourScores: [44], raw: 43.88, playabilityScore: 44, recommendation: "not_recommended",
      rainRisk: "low", windRisk: "medium", tempC: -4, pointsLost: [["wind", 45], ["temp", 7], ["rain", 3], ["cloud", 1]],
      summary: "Poor weather for skiing: very strong wind (about 40 km/h, gusts to 85). About -4°C, feels like -14°C.",
    },
  },
];
