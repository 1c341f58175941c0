import type { Variant } from "./profile.ts";
import type { Sport } from "./sport.ts";

/** A game on sand, not sunbathing. */
// prettier-ignore
const A_GAME: Variant = {
  weight: { cloud: 0.05 },
  rain: [[0, 1], [0.3, 0.6], [1, 0.35], [2.5, 0.1], [5, 0]],
  wind: [[12, 1], [20, 0.88], [30, 0.5], [40, 0.2], [50, 0]],
  temp: [[8, 0.1], [14, 0.55], [18, 0.85], [21, 1], [30, 1], [34, 0.7], [38, 0.25], [42, 0]],
  wet: { weight: 0.1, halfLifeH: 2, fullMm: 6 },
};

export const BEACH = {
  id: "beach",
  label: "the beach",
  venue: { covered: false, floodlit: true, surfaces: [] },
  odds: "beach",

  // prettier-ignore
  numbers: {
    weight: { rain: 1, wind: 0.85, temp: 1, cloud: 0.36 },
    rain: [[0, 1], [0.1, 0.6], [0.3, 0.35], [1, 0.1], [2, 0]],
    wind: [[15, 1], [25, 0.8], [35, 0.5], [45, 0.2], [60, 0]],
    temp: [[14, 0], [18, 0.25], [22, 0.6], [25, 0.9], [27, 1], [33, 1], [36, 0.75], [40, 0.3], [44, 0]],
    wet: { weight: 0.2, halfLifeH: 2, fullMm: 2 },
    ice: 0, snow: 0.1, fog: 0.6, night: 0.3,
  },

  aliases: {
    swimming: { typedAs: ["swim"] },
    pool: { label: "the pool" },
    sunbathing: { typedAs: ["sunbathe"] },
    beach_volleyball: { playedOn: "ballCourt", typedAs: ["volleyball"], numbers: A_GAME },
  },
} as const satisfies Sport;
