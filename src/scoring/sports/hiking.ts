import type { Variant } from "./profile.ts";
import type { Sport } from "./sport.ts";

/** Near a house, so that nobody is out for hours after the end. */
const NEAR_A_HOUSE: Variant = { storm: { hours: 1, first: 75 } };

export const HIKING = {
  id: "hiking",
  label: "hiking",
  playedOn: "path",
  venue: { covered: false, floodlit: false, surfaces: [] },
  odds: "through rain",
  terrain: "mountains",
  typedAs: ["hike"],

  // prettier-ignore
  numbers: {
    weight: { rain: 0.95, wind: 1, temp: 0.95, cloud: 0.06 },
    rain: [[0, 1], [0.3, 0.75], [1, 0.5], [2.5, 0.28], [5, 0.1], [8, 0]],
    wind: [[20, 1], [32, 0.82], [40, 0.6], [50, 0.3], [64, 0.05], [80, 0]],
    temp: [[-25, 0.05], [-12, 0.5], [-5, 0.82], [0, 0.92], [5, 0.98], [8, 1], [24, 1], [30, 0.7], [35, 0.3], [40, 0]],
    wet: { weight: 0.15, halfLifeH: 8, fullMm: 8 },
    storm: { hours: 3, first: 75 },
    ice: 0.3, snow: 0.6, fog: 0.6, night: 0.4,
  },

  aliases: {
    walking: { typedAs: ["stroll"], numbers: NEAR_A_HOUSE },
    trekking: { typedAs: ["trek"] },
    walk: { sameAs: "walking", label: "walking", numbers: NEAR_A_HOUSE },
    guided_tour: {
      label: "a guided tour",
      playedOn: "ground",
      typedAs: ["tour", "sightseeing"],
      numbers: NEAR_A_HOUSE,
    },
    horse_riding: { typedAs: ["horse", "riding", "equestrian", "horseback_riding"], numbers: NEAR_A_HOUSE },
  },
} as const satisfies Sport;
