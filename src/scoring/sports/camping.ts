import type { Sport } from "./sport.ts";

export const CAMPING = {
  id: "camping",
  label: "camping",
  venue: { covered: false, floodlit: false, surfaces: [] },
  odds: "camps and water",
  atNight: "expected",
  typedAs: ["camp", "tent"],

  // prettier-ignore
  numbers: {
    weight: { rain: 1, wind: 1, temp: 0.9, cloud: 0.05 },
    rain: [[0, 1], [0.3, 0.55], [1, 0.3], [2.5, 0.08], [5, 0]],
    wind: [[20, 1], [30, 0.8], [40, 0.5], [50, 0.2], [65, 0]],
    temp: [[-6, 0], [2, 0.4], [7, 0.75], [11, 1], [27, 1], [32, 0.65], [37, 0.25], [41, 0]],
    wet: { weight: 0.25, halfLifeH: 6, fullMm: 6 },
    flood: { weight: 0.4, fromMm: 8, fullMm: 28 },
    ice: 0.3, snow: 0.3, fog: 0.9, night: 1,
  },

  aliases: {
    glamping: {},
    campsite: { sameAs: "camping", label: "camping" },
  },
} as const satisfies Sport;
