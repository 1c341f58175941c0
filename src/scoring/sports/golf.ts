import type { Sport } from "./sport.ts";

export const GOLF = {
  id: "golf",
  label: "golf",
  playedOn: "course",
  // The roof covers the bays of a driving range.
  venue: { covered: true, floodlit: true, surfaces: [] },
  odds: "open air",

  // prettier-ignore
  numbers: {
    weight: { rain: 1, wind: 1, temp: 0.9, cloud: 0.04 },
    rain: [[0, 1], [0.3, 0.6], [1, 0.3], [2.5, 0.08], [4, 0]],
    wind: [[18, 1], [28, 0.78], [38, 0.45], [48, 0.12], [58, 0]],
    temp: [[-8, 0.05], [-2, 0.45], [3, 0.68], [8, 0.9], [12, 1], [28, 1], [33, 0.7], [38, 0.3], [42, 0]],
    wet: { weight: 0.15, halfLifeH: 6, fullMm: 8 },
    flood: { weight: 0.7, fromMm: 8, fullMm: 28 },
    ice: 0.7, snow: 0.1, fog: 0.5, night: 0.1,
  },

  aliases: {
    tee_time: { sameAs: "golf", label: "golf" },
    driving_range: { label: "the driving range", playedOn: "ground" },
    disc_golf: { typedAs: ["frisbee_golf", "frolf"] },
  },
} as const satisfies Sport;
