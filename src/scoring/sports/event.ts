import type { Sport } from "./sport.ts";

export const EVENT = {
  id: "event",
  label: "outdoor events",
  venue: { covered: true, floodlit: true, surfaces: ["hard", "grass", "artificial"] },
  odds: "dry ground",
  atNight: "expected",

  // prettier-ignore
  numbers: {
    weight: { rain: 1, wind: 1, temp: 0.9, cloud: 0.08 },
    rain: [[0, 1], [0.1, 0.65], [0.3, 0.4], [0.8, 0.15], [2, 0]],
    wind: [[18, 1], [28, 0.82], [33, 0.6], [38, 0.35], [50, 0.1], [60, 0]],
    temp: [[0, 0], [7, 0.4], [12, 0.75], [16, 1], [28, 1], [32, 0.7], [37, 0.25], [41, 0]],
    wet: { weight: 0.3, halfLifeH: 3, fullMm: 3 },
    ice: 0.4, snow: 0.15, fog: 0.8, night: 1,
  },

  aliases: {
    picnic: { label: "a picnic" },
    wedding: { label: "a wedding" },
    party: { label: "a party" },
    bbq: { label: "a barbecue", typedAs: ["barbecue", "barbeque", "grill"] },
    concert: { label: "a concert" },
    festival: { label: "a festival" },
    market: { label: "a market" },
    // It is about light.
    photoshoot: { label: "a photo shoot", typedAs: ["photo", "photography"], numbers: { night: 0.1 } },
    outdoor_cinema: { label: "an outdoor cinema", typedAs: ["cinema"] },
  },
} as const satisfies Sport;
