// From an unrounded score to the verdict.

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
