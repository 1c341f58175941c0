import type { Variant } from "./profile.ts";
import type { Sport } from "./sport.ts";

/** Crews row all winter, but not on ice (British Rowing). */
// prettier-ignore
const IN_A_CREW: Variant = {
  temp: [[-3, 0.1], [0, 0.35], [4, 0.65], [8, 0.88], [12, 1], [28, 1], [33, 0.7], [38, 0.2], [42, 0]],
};

export const PADDLING = {
  id: "paddling",
  label: "paddling",
  venue: { covered: false, floodlit: false, surfaces: [] },
  odds: "camps and water",
  terrain: "water",

  // prettier-ignore
  numbers: {
    weight: { rain: 0.9, wind: 1, temp: 0.9, cloud: 0.06 },
    rain: [[0, 1], [0.3, 0.8], [1, 0.55], [2.5, 0.3], [5, 0.1], [10, 0]],
    wind: [[10, 1], [18, 0.8], [23, 0.55], [29, 0.25], [38, 0]],
    gustRatio: 1.3,
    temp: [[3, 0.1], [10, 0.6], [16, 0.95], [18, 1], [31, 1], [36, 0.6], [42, 0]],
    wet: { weight: 0, halfLifeH: 1, fullMm: 1 },
    storm: { hours: 2, first: 75 },
    ice: 0, snow: 0.3, fog: 0.4, night: 0.1,
  },

  aliases: {
    kayaking: { typedAs: ["kayak"] },
    canoeing: { typedAs: ["canoe"] },
    sup: {
      label: "stand-up paddling",
      typedAs: ["stand_up_paddle", "stand_up_paddling", "stand_up_paddleboarding"],
    },
    paddleboarding: { sameAs: "sup", typedAs: ["paddle_board", "paddle_boarding"] },
    rowing: { typedAs: ["row"], numbers: IN_A_CREW },
  },
} as const satisfies Sport;
