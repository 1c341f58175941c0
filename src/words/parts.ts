/**
 * The parts of a summary that can be left out, in the order in which they are left out until it fits. What names nothing goes
 * first, since languages of different length should name the same things. Where two reasons, their times and their figures do
 * not fit, the figures go first, then the second reason: a reason without its time could contradict the hours.
 *
 * `figure` is what a reason has in brackets, `waterWind` the wind of sports that live of it or are on the water with its figure,
 * of which `waterFigure` leaves one number, `before` the sentence with the earlier verdict, `always` the second of two reasons
 * that are both always said.
 */
export const LEFT_OUT = [
  "feelsLike",
  "checkAgain",
  "temperature",
  "better",
  "figure",
  "inTheDark",
  "missing",
  "throughout",
  "roof",
  "wind",
  "waterFigure",
  "second",
  "when",
  "before",
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
  before: true,
  waterFigure: true,
  waterWind: true,
  always: true,
};
