import type { Sport } from "./sport.ts";

export const PADEL = {
  id: "padel",
  label: "padel",
  playedOn: "court",
  venue: { covered: true, floodlit: true, surfaces: ["hard", "artificial"] },
  odds: "courts",
  atNight: "lit",
  typedAs: ["paddle", "padle"],

  // prettier-ignore
  numbers: {
    weight: { rain: 1, wind: 1, temp: 0.95, cloud: 0.04 },
    rain: [[0, 1], [0.1, 0.75], [0.3, 0.45], [0.6, 0.25], [1.5, 0.05], [3, 0]],
    wind: [[12, 1], [20, 0.82], [28, 0.5], [38, 0.2], [48, 0]],
    temp: [[-8, 0.05], [-3, 0.45], [0, 0.6], [5, 0.82], [9, 0.95], [11, 1], [27, 1], [32, 0.7], [36, 0.35], [40, 0]],
    wet: { weight: 0.35, halfLifeH: 1, fullMm: 1.5 },
    ice: 0.7, snow: 0.1, fog: 0.8, night: 1,
  },

  aliases: {
    paddle_tennis: {},
    platform_tennis: {},
    pickleball: {},
  },
} as const satisfies Sport;
