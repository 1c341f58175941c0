import type { Sport } from "./sport.ts";

export const CYCLING = {
  id: "cycling",
  label: "cycling",
  playedOn: "road",
  venue: { covered: false, floodlit: true, surfaces: [] },
  odds: "open air",
  typedAs: ["bicycle", "bicycling"],

  // prettier-ignore
  numbers: {
    weight: { rain: 1, wind: 1, temp: 0.95, cloud: 0.03 },
    rain: [[0, 1], [0.3, 0.6], [1, 0.35], [2.5, 0.12], [5, 0]],
    wind: [[15, 1], [25, 0.82], [35, 0.5], [45, 0.25], [60, 0]],
    temp: [[-10, 0.05], [-4, 0.4], [0, 0.6], [5, 0.82], [9, 0.95], [12, 1], [26, 1], [31, 0.7], [36, 0.3], [41, 0]],
    wet: { weight: 0.25, halfLifeH: 2, fullMm: 2 },
    ice: 0.75, snow: 0.2, fog: 0.6, night: 0.6,
  },

  aliases: {
    biking: { sameAs: "cycling", label: "cycling" },
    bike: { sameAs: "cycling", label: "cycling" },
    road_cycling: {},
    // As hiking: far from a roof.
    mountain_biking: { playedOn: "path", typedAs: ["mtb"], numbers: { storm: { hours: 3, first: 75 } } },
    e_bike: { label: "e-biking" },
  },
} as const satisfies Sport;
