import { make } from "./make.js";
import { VERDICTS } from "./verdicts.js";

/**
 * A verdict's mark and a text on its colour.
 * @param {import("./verdicts.js").Recommendation} recommendation
 * @param {string | number} text
 */
export function badgeOf(recommendation, text) {
  const { name, mark } = VERDICTS[recommendation];
  return make("span", { class: `badge ${name}`, part: `badge badge-${name}` }, `${mark} ${text}`);
}
