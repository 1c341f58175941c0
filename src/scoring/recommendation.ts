/** The verdict, as callers read it. */
export type Recommendation = "safe_to_book" | "proceed_with_caution" | "not_recommended";

/** The limits are part of the public contract; no profile may move them. */
export function recommendationFor(playabilityScore: number): Recommendation {
  if (playabilityScore >= 80) return "safe_to_book";
  return playabilityScore >= 50 ? "proceed_with_caution" : "not_recommended";
}
