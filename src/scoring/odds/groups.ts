/**
 * Each group has sports whose scores are equally reliable, as a fit for each sport showed: sports that rain stops at once,
 * sports played through rain, sports in between, and three groups that depend on one thing. In New York a fit for each group
 * has less than 0.001 more error (RPS) than a fit for each sport.
 */
export const ODDS_GROUPS = [
  "courts",
  "dry ground",
  "through rain",
  "open air",
  "camps and water",
  "wind",
  "beach",
  "snow",
] as const;

export type OddsGroupName = (typeof ODDS_GROUPS)[number];
