import { make } from "../make.js";
import { VERDICTS } from "./verdicts.js";

/**
 * A verdict's mark and a text on its colour.
 * @param {import("./verdicts.js").Recommendation} recommendation
 * @param {string | number} text
 * @param {string} [ownMark] In place of the verdict's.
 */
export function badgeOf(recommendation, text, ownMark) {
  const { name, mark } = VERDICTS[recommendation];
  const shown = `${ownMark ?? mark} ${text}`.trimEnd();
  return make("span", { class: `badge ${name}`, part: `badge badge-${name}` }, shown);
}
