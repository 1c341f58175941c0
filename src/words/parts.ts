/**
 * The parts of a summary that can be left out, in the order in which they are left out until it fits. `figure` is what a reason has in
 * brackets, `waterWind` the wind of sports that live of it or are on the water, `always` the second of two reasons that are
 * both always said.
 */
export const LEFT_OUT = [
  "feelsLike",
  "checkAgain",
  "temperature",
  "better",
  "throughout",
  "wind",
  "roof",
  "second",
  "figure",
  "inTheDark",
  "missing",
  "when",
  "waterWind",
  "always",
] as const;

export type Part = (typeof LEFT_OUT)[number];

export const WHOLE: Readonly<Record<Part, boolean>> = {
  feelsLike: true,
  checkAgain: true,
  temperature: true,
  better: true,
  throughout: true,
  wind: true,
  roof: true,
  second: true,
  figure: true,
  inTheDark: true,
  missing: true,
  when: true,
  waterWind: true,
  always: true,
};
