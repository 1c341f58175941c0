import type { Sport } from "./sport.ts";

export const CRICKET = {
  id: "cricket",
  label: "cricket",
  playedOn: "pitch",
  venue: { covered: true, floodlit: true, surfaces: ["hard", "grass", "artificial"] },
  odds: "dry ground",

  // prettier-ignore
  numbers: {
    weight: { rain: 1, wind: 0.8, temp: 0.95, cloud: 0.1 },
    rain: [[0, 1], [0.1, 0.5], [0.3, 0.2], [0.8, 0.03], [1.5, 0]],
    wind: [[20, 1], [30, 0.8], [40, 0.55], [55, 0.2], [70, 0]],
    temp: [[2, 0.1], [8, 0.6], [13, 0.95], [16, 1], [30, 1], [34, 0.75], [38, 0.3], [41, 0]],
    wet: { weight: 0.5, halfLifeH: 4, fullMm: 4 },
    flood: { weight: 0.9, fromMm: 8, fullMm: 24 },
    // Its grass, so that naming it changes nothing.
    surfaces: {
      grass: { weight: 0.5, halfLifeH: 4, fullMm: 4, flood: { weight: 0.9, fromMm: 8, fullMm: 24 } },
    },
    ice: 0.9, snow: 0.1, fog: 0.5, night: 0.3,
  },

  aliases: {
    baseball: { playedOn: "ground" },
    softball: { playedOn: "ground" },
    bowls: {
      playedOn: "ground",
      typedAs: ["boules", "petanque", "pétanque", "bocce", "bowling", "lawn_bowls", "croquet"],
    },
  },
} as const satisfies Sport;
