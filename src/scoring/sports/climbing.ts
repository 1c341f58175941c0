import type { Sport } from "./sport.ts";

export const CLIMBING = {
  id: "climbing",
  label: "rock climbing",
  playedOn: "rock",
  venue: { covered: true, floodlit: true, surfaces: ["artificial", "rock"] },
  odds: "dry ground",
  typedAs: ["climb"],

  // prettier-ignore
  numbers: {
    weight: { rain: 1, wind: 0.9, temp: 0.9, cloud: 0.03 },
    rain: [[0, 1], [0.1, 0.5], [0.3, 0.2], [1, 0.03], [2, 0]],
    wind: [[15, 1], [25, 0.8], [40, 0.4], [55, 0.1], [65, 0]],
    temp: [[-5, 0.05], [2, 0.45], [7, 0.9], [10, 1], [22, 1], [28, 0.7], [34, 0.3], [40, 0]],
    wet: { weight: 0.8, halfLifeH: 12, fullMm: 3 },
    storm: { hours: 3, first: 75 },
    ice: 0.8, snow: 0.1, fog: 0.7, night: 0.2,
  },

  aliases: {
    rock_climbing: { sameAs: "climbing" },
    bouldering: { typedAs: ["boulder"] },
    via_ferrata: {},
    high_ropes: { label: "the high ropes", playedOn: "equipment", typedAs: ["ropes_course"] },
  },
} as const satisfies Sport;
