import type { Variant } from "./profile.ts";
import type { Sport } from "./sport.ts";

/** Cold rock holds, and nobody is on a wall. */
// prettier-ignore
const BOULDERS: Variant = {
  temp: [[-8, 0.05], [-3, 0.5], [1, 0.9], [4, 1], [16, 1], [22, 0.75], [28, 0.4], [34, 0.1]],
  storm: { hours: 1, first: 75 },
};

/** A steel cable, which nobody is off within the hour. */
const STEEL_CABLE: Variant = { storm: { hours: 3, first: 45 } };

/** Wood and rope, not rock. */
const WOOD_AND_ROPE: Variant = {
  wet: { weight: 0.25, halfLifeH: 3, fullMm: 3 },
  storm: { hours: 1, first: 75 },
};

export const CLIMBING = {
  id: "climbing",
  label: "rock climbing",
  playedOn: "rock",
  venue: { covered: true, floodlit: true, surfaces: ["artificial", "rock"] },
  odds: "dry ground",
  terrain: "mountains",
  typedAs: ["climb"],

  // prettier-ignore
  numbers: {
    weight: { rain: 1, wind: 0.9, temp: 0.9, cloud: 0.03 },
    rain: [[0, 1], [0.1, 0.5], [0.3, 0.2], [1, 0.03], [2, 0]],
    wind: [[15, 1], [25, 0.8], [40, 0.4], [55, 0.1], [65, 0]],
    temp: [[-5, 0.05], [2, 0.45], [7, 0.9], [10, 1], [22, 1], [28, 0.7], [34, 0.3], [40, 0]],
    wet: { weight: 0.8, halfLifeH: 12, fullMm: 3 },
    storm: { hours: 3, first: 75 },
    ice: 0.8, snow: 0.1, fog: 0.7, night: 0.2,
  },

  aliases: {
    rock_climbing: { sameAs: "climbing" },
    bouldering: { typedAs: ["boulder"], numbers: BOULDERS },
    via_ferrata: { numbers: STEEL_CABLE },
    high_ropes: {
      label: "the high ropes course",
      playedOn: "equipment",
      typedAs: ["ropes_course"],
      numbers: WOOD_AND_ROPE,
    },
  },
} as const satisfies Sport;
