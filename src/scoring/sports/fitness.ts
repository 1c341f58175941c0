import type { Variant } from "./profile.ts";
import type { Sport } from "./sport.ts";

/** On asphalt, which is slippery when wet: rain stops it as it stops tennis. */
// prettier-ignore
const ON_ASPHALT: Variant = {
  rain: [[0, 1], [0.1, 0.6], [0.3, 0.3], [1, 0.05], [2, 0]],
  wet: { weight: 0.8, halfLifeH: 1, fullMm: 1 },
  ice: 0.9,
  surface: "hard",
  // Its asphalt, so that naming it changes nothing.
  surfaces: { hard: { weight: 0.8, halfLifeH: 1, fullMm: 1 } },
};

export const FITNESS = {
  id: "fitness",
  label: "outdoor fitness",
  venue: { covered: true, floodlit: true, surfaces: ["hard", "grass", "artificial"] },
  odds: "camps and water",
  typedAs: ["workout", "exercise", "crossfit"],

  // prettier-ignore
  numbers: {
    weight: { rain: 1, wind: 0.8, temp: 1, cloud: 0.04 },
    rain: [[0, 1], [0.3, 0.6], [1, 0.35], [2.5, 0.1], [5, 0]],
    wind: [[20, 1], [30, 0.82], [40, 0.5], [55, 0.2], [70, 0]],
    temp: [[-8, 0.1], [0, 0.65], [4, 0.85], [7, 1], [25, 1], [30, 0.7], [34, 0.35], [38, 0]],
    wet: { weight: 0.25, halfLifeH: 1.5, fullMm: 2 },
    ice: 0.6, snow: 0.3, fog: 0.9, night: 0.95,
  },

  aliases: {
    outdoor_fitness: { sameAs: "fitness" },
    bootcamp: { label: "boot camp" },
    yoga: {},
    gym: { sameAs: "fitness", label: "an outdoor workout" },
    calisthenics: {},
    basketball: { playedOn: "ballCourt", typedAs: ["basket", "streetball"], numbers: ON_ASPHALT },
    skateboarding: { typedAs: ["skate", "skatepark"], numbers: ON_ASPHALT },
  },
} as const satisfies Sport;
