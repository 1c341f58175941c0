/**
 * @typedef {"safe_to_book" | "proceed_with_caution" | "not_recommended"} Recommendation
 *
 * @typedef {object} Verdict
 * @property {string} name The end of the names of parts and colours, as in `cell-safe` and `--suitability-safe`.
 * @property {string} mark Distinguishes the verdicts without colour.
 * @property {string} band The scores that get this verdict.
 */

/** @type {Readonly<Record<Recommendation, Verdict>>} */
export const VERDICTS = {
  safe_to_book: { name: "safe", mark: "✓", band: "80–100" },
  proceed_with_caution: { name: "caution", mark: "!", band: "50–79" },
  not_recommended: { name: "poor", mark: "✕", band: "0–49" },
};

/** @type {readonly Recommendation[]} */
export const RECOMMENDATIONS = ["safe_to_book", "proceed_with_caution", "not_recommended"];
