import type { Sport } from "./sport.ts";

export const OUTDOOR = {
  id: "outdoor",
  label: "outdoor activities",
  venue: { covered: true, floodlit: true, surfaces: ["hard", "clay", "grass", "artificial", "rock"] },
  odds: "open air",
  atNight: "expected",
  earlyDays: 4,

  // prettier-ignore
  numbers: {
    weight: { rain: 1, wind: 0.9, temp: 0.9, cloud: 0.06 },
    rain: [[0, 1], [0.1, 0.8], [0.3, 0.5], [1, 0.25], [2.5, 0.08], [5, 0]],
    wind: [[20, 1], [30, 0.8], [40, 0.5], [55, 0.2], [75, 0]],
    temp: [[-18, 0], [-9, 0.4], [-3, 0.65], [4, 0.88], [9, 1], [26, 1], [31, 0.75], [36, 0.35], [41, 0]],
    wet: { weight: 0.1, halfLifeH: 2, fullMm: 4 },
    ice: 0.4, snow: 0.4, fog: 0.9, night: 1,
  },

  aliases: {
    general: { sameAs: "outdoor", label: "outdoor activities" },
    generic: { sameAs: "outdoor", label: "outdoor activities" },
    any: { sameAs: "outdoor", label: "outdoor activities" },
    default: { sameAs: "outdoor", label: "outdoor activities" },
  },
} as const satisfies Sport;
