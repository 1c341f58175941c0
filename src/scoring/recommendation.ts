// From an unrounded score to the verdict and the risks.

/** Half a point rounds up; the 1e-9 absorbs binary noise, so that 79.49999999999999 is the 79.5 it stands for. */
export function roundedScore(raw: number): number {
  return Math.floor(raw + 0.5 + 1e-9);
}

/** The verdict, as callers read it. */
export type Recommendation = "safe_to_book" | "proceed_with_caution" | "not_recommended";

/** The limits are part of the public contract; no profile may move them. */
export function recommendationFor(playabilityScore: number): Recommendation {
  if (playabilityScore >= 80) return "safe_to_book";
  return playabilityScore >= 50 ? "proceed_with_caution" : "not_recommended";
}

/**
 * The verdict a session would get if that factor were the only one. So a high risk always means not_recommended, and
 * safe_to_book always means a low wind risk.
 */
export type Risk = "low" | "medium" | "high";

const RISK_OF = { safe_to_book: "low", proceed_with_caution: "medium", not_recommended: "high" } as const;

/** From this chance of rain on the risk is not low, however little the sport minds. */
const RAIN_RISK_FLOOR = 0.4;

/** The wind risk of a session, from its aggregated wind multiplier. */
export function windRisk(multiplier: number): Risk {
  return RISK_OF[recommendationFor(roundedScore(100 * multiplier))];
}

/** The rain risk (snow included) of a session, from its aggregated rain multiplier and chance of rain, 0..1. */
export function rainRisk(multiplier: number, chance: number): Risk {
  const risk = RISK_OF[recommendationFor(roundedScore(100 * multiplier))];
  // The 1e-9 is for a chance of 40 % that binary fractions made a hair less.
  return risk === "low" && chance >= RAIN_RISK_FLOOR - 1e-9 ? "medium" : risk;
}
