import type { Variant } from "./profile.ts";
import type { Sport } from "./sport.ts";

/** From 10 to 25 knots; a kite needs more. */
// prettier-ignore
const ON_A_BOARD: Variant = {
  wind: [[0, 0], [9, 0.15], [15, 0.6], [19, 0.85], [24, 1], [40, 1], [50, 0.6], [60, 0.25], [72, 0]],
};

export const KITESURFING = {
  id: "kitesurfing",
  label: "kitesurfing",
  venue: { covered: false, floodlit: false, surfaces: [] },
  odds: "wind",
  terrain: "water",
  typedAs: ["kitesurf"],

  // prettier-ignore
  numbers: {
    weight: { rain: 0.7, wind: 1, temp: 0.7, cloud: 0.04 },
    rain: [[0, 1], [0.5, 0.95], [2, 0.8], [5, 0.5], [10, 0.1], [15, 0]],
    wind: [[0, 0], [13, 0.05], [20, 0.45], [24, 0.75], [29, 1], [46, 1], [56, 0.5], [65, 0.15], [75, 0]],
    gustRatio: 1.3,
    temp: [[0, 0.1], [6, 0.55], [12, 0.9], [16, 1], [32, 1], [38, 0.6], [44, 0]],
    wet: { weight: 0, halfLifeH: 1, fullMm: 1 },
    storm: { hours: 2, first: 75 },
    ice: 0, snow: 0.4, fog: 0.3, night: 0.05,
  },

  aliases: {
    kiteboarding: { sameAs: "kitesurfing" },
    kite: { sameAs: "kitesurfing", label: "kitesurfing" },
    windsurfing: { typedAs: ["windsurf"], numbers: ON_A_BOARD },
    wing_foiling: { typedAs: ["wing", "wingfoil"], numbers: ON_A_BOARD },
  },
} as const satisfies Sport;
