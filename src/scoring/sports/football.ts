import type { Variant } from "./profile.ts";
import type { Sport } from "./sport.ts";

/** On asphalt, which is slippery when wet: rain stops it as it stops tennis. */
// prettier-ignore
const ON_ASPHALT: Variant = {
  rain: [[0, 1], [0.1, 0.6], [0.3, 0.3], [1, 0.05], [2, 0]],
  wet: { weight: 0.8, halfLifeH: 1, fullMm: 1 },
  flood: undefined,
  ice: 0.9,
  surface: "hard",
};

/** On turf that drains. */
const ON_TURF: Variant = {
  wet: { weight: 0.1, halfLifeH: 2, fullMm: 6 },
  flood: undefined,
  surface: "artificial",
};

export const FOOTBALL = {
  id: "football",
  label: "football",
  playedOn: "pitch",
  venue: { covered: true, floodlit: true, surfaces: ["grass", "artificial"] },
  odds: "through rain",
  atNight: "lit",
  typedAs: ["futbol", "fútbol", "futebol", "fussball", "fußball", "calcio", "voetbal", "fotboll"],

  // prettier-ignore
  numbers: {
    weight: { rain: 1, wind: 0.9, temp: 1, cloud: 0.02 },
    rain: [[0, 1], [0.5, 0.9], [1, 0.8], [2, 0.6], [4, 0.3], [8, 0]],
    wind: [[20, 1], [35, 0.8], [50, 0.5], [65, 0.2], [80, 0]],
    temp: [[-14, 0.05], [-6, 0.6], [0, 0.88], [4, 0.97], [7, 1], [24, 1], [30, 0.75], [33, 0.5], [36, 0.25], [39, 0]],
    wet: { weight: 0.15, halfLifeH: 8, fullMm: 10 },
    flood: { weight: 0.7, fromMm: 8, fullMm: 28 },
    surfaces: {
      grass: { weight: 0.15, halfLifeH: 8, fullMm: 10, flood: { weight: 0.7, fromMm: 8, fullMm: 28 } },
      artificial: { weight: 0.1, halfLifeH: 2, fullMm: 6 },
    },
    ice: 0.6, snow: 0.4, fog: 0.8, night: 1,
  },

  aliases: {
    soccer: { sameAs: "football" },
    futsal: { playedOn: "ballCourt", numbers: ON_ASPHALT },
    five_a_side: { label: "five-a-side football", typedAs: ["5_a_side"], numbers: ON_TURF },
    rugby: { typedAs: ["touch_rugby", "rugby_union", "rugby_league"] },
    hockey: { typedAs: ["field_hockey"], numbers: ON_TURF },
    american_football: { label: "American football", typedAs: ["gridiron"] },
    ultimate: { label: "ultimate frisbee", typedAs: ["frisbee", "ultimate_frisbee"] },
    lacrosse: {},
    gaelic_football: { label: "Gaelic football" },
  },
} as const satisfies Sport;
