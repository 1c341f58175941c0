import type { Sport } from "./sport.ts";

export const TENNIS = {
  id: "tennis",
  label: "tennis",
  playedOn: "court",
  venue: { covered: true, floodlit: true, surfaces: ["hard", "clay", "grass", "artificial"] },
  odds: "courts",
  atNight: "lit",
  earlyDays: 4,
  typedAs: ["tennis_court"],

  // prettier-ignore
  numbers: {
    weight: { rain: 1, wind: 0.95, temp: 1, cloud: 0.04 },
    rain: [[0, 1], [0.1, 0.6], [0.3, 0.3], [1, 0.05], [2, 0]],
    wind: [[12, 1], [20, 0.88], [30, 0.5], [40, 0.2], [50, 0]],
    temp: [[-6, 0], [0, 0.45], [5, 0.75], [9, 0.92], [12, 1], [27, 1], [31, 0.75], [34, 0.45], [37, 0.2], [40, 0]],
    wet: { weight: 0.6, halfLifeH: 1, fullMm: 1.5 },
    surfaces: {
      grass: { weight: 0.85, halfLifeH: 3, fullMm: 1 },
    },
    ice: 0.9, snow: 0.1, fog: 0.8, night: 1,
  },

  aliases: {
    // On sand.
    beach_tennis: { numbers: { wet: { weight: 0.1, halfLifeH: 2, fullMm: 6 }, ice: 0 } },
    lawn_tennis: {},
  },
} as const satisfies Sport;
