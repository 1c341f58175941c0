// Turns an unrounded score into the verdict and the risks.

/** Half a point rounds up. The 1e-9 absorbs binary noise: 79.49999999999999 stands for 79.5. */
export function roundedScore(raw: number): number {
  return Math.floor(raw + 0.5 + 1e-9);
}

/** The verdict, as callers read it. */
export type Recommendation = "safe_to_book" | "proceed_with_caution" | "not_recommended";

/** The bounds are part of the public contract; no profile may change them. */
export function recommendationFor(playabilityScore: number): Recommendation {
  if (playabilityScore >= 80) return "safe_to_book";
  return playabilityScore >= 50 ? "proceed_with_caution" : "not_recommended";
}

/**
 * The verdict that a session would get if that factor were the only one. So a high risk always means not_recommended, and
 * safe_to_book always means a low wind risk.
 */
export type Risk = "low" | "medium" | "high";

const RISK_OF = { safe_to_book: "low", proceed_with_caution: "medium", not_recommended: "high" } as const;

/** From this chance of rain up, the risk is at least medium, however little the sport minds. */
const RAIN_RISK_FLOOR = 0.4;

/**
 * The wind risk of a session from its aggregated wind multiplier, the rain risk (snow included) from its aggregated rain
 * multiplier and chance of rain, 0..1.
 */
export function riskOf(multiplier: number, rainChance = 0): Risk {
  const risk = RISK_OF[recommendationFor(roundedScore(100 * multiplier))];
  // The 1e-9 absorbs binary noise around 40 %.
  return risk === "low" && rainChance >= RAIN_RISK_FLOOR - 1e-9 ? "medium" : risk;
}
