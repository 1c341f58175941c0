import type { Sport } from "./sport.ts";

export const SKIING = {
  id: "skiing",
  label: "skiing",
  venue: { covered: false, floodlit: true, surfaces: [] },
  odds: "snow",
  terrain: "mountains",

  // prettier-ignore
  numbers: {
    weight: { rain: 1, wind: 0.9, temp: 1, cloud: 0.06 },
    rain: [[0, 1], [0.3, 0.6], [1, 0.3], [2.5, 0.1], [5, 0]],
    wind: [[20, 1], [35, 0.8], [48, 0.5], [65, 0.2], [80, 0]],
    gustRatio: 1.5,
    temp: [[-30, 0], [-24, 0.3], [-17, 0.75], [-12, 1], [4, 1], [8, 0.75], [12, 0.35], [16, 0]],
    warmBy: "air",
    wet: { weight: 0, halfLifeH: 1, fullMm: 1 },
    ice: 0, snow: 1, fog: 0.45, night: 0.5,
  },

  aliases: {
    ski: { sameAs: "skiing", label: "skiing" },
    snowboarding: {},
    snowboard: { sameAs: "snowboarding", label: "snowboarding" },
    cross_country_skiing: {
      label: "cross-country skiing",
      typedAs: ["cross_country", "nordic_skiing", "langlauf"],
    },
  },
} as const satisfies Sport;
