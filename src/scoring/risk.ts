// A risk is the verdict a session would get if that factor were the only one. So a high risk always means
// not_recommended, and safe_to_book always means a low wind risk.
import { recommendationFor, roundedScore, type Recommendation } from "./recommendation.ts";

export type Risk = "low" | "medium" | "high";

const RISK_OF: Readonly<Record<Recommendation, Risk>> = {
  safe_to_book: "low",
  proceed_with_caution: "medium",
  not_recommended: "high",
};

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
