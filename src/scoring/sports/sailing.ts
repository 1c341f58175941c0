import type { Sport } from "./sport.ts";

export const SAILING = {
  id: "sailing",
  label: "sailing",
  venue: { covered: false, floodlit: false, surfaces: [] },
  odds: "wind",
  terrain: "water",
  typedAs: ["sail", "boat", "boating"],

  // prettier-ignore
  numbers: {
    weight: { rain: 0.8, wind: 1, temp: 0.8, cloud: 0.05 },
    rain: [[0, 1], [0.5, 0.9], [2, 0.7], [5, 0.4], [10, 0.1], [15, 0]],
    wind: [[0, 0], [7, 0.15], [12, 0.6], [17, 0.95], [20, 1], [30, 1], [38, 0.75], [46, 0.3], [56, 0.05], [65, 0]],
    gustRatio: 1.3,
    temp: [[0, 0.1], [6, 0.5], [12, 0.85], [16, 1], [30, 1], [36, 0.6], [42, 0]],
    wet: { weight: 0, halfLifeH: 1, fullMm: 1 },
    storm: { hours: 2, first: 75 },
    ice: 0, snow: 0.4, fog: 0.3, night: 0.3,
  },

  aliases: {
    dinghy: { label: "dinghy sailing" },
    yachting: { typedAs: ["yacht"] },
    regatta: { label: "a regatta" },
  },
} as const satisfies Sport;
