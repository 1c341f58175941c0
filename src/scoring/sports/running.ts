import type { Sport } from "./sport.ts";

export const RUNNING = {
  id: "running",
  label: "running",
  playedOn: "path",
  venue: { covered: false, floodlit: true, surfaces: [] },
  odds: "through rain",
  typedAs: ["marathon", "parkrun", "race"],

  // prettier-ignore
  numbers: {
    weight: { rain: 0.9, wind: 0.8, temp: 1, cloud: 0.02 },
    rain: [[0, 1], [0.5, 0.9], [1, 0.8], [2.5, 0.5], [5, 0.2], [10, 0]],
    wind: [[15, 1], [25, 0.85], [40, 0.5], [55, 0.2], [70, 0]],
    temp: [[-27, 0.05], [-15, 0.5], [-6, 0.87], [0, 0.97], [3, 1], [15, 1], [20, 0.9], [25, 0.75], [30, 0.5], [35, 0.2], [39, 0]],
    wet: { weight: 0.1, halfLifeH: 2, fullMm: 4 },
    ice: 0.45, snow: 0.5, fog: 0.9, night: 0.9,
  },

  aliases: {
    jogging: { typedAs: ["jog"] },
    run: { sameAs: "running", label: "running" },
    athletics: { playedOn: "ground" },
    // As hiking: far from a roof.
    trail_running: { numbers: { storm: { hours: 3, first: 75 } } },
  },
} as const satisfies Sport;
