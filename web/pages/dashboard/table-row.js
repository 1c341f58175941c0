import { make } from "../../make.js";
import { words } from "./words.js";

/** @param {HTMLElement[]} cells */
export function row(...cells) {
  return make("tr", {}, ...cells);
}

/**
 * @param {string} text
 * @param {"col" | "row"} scope
 */
export function heading(text, scope) {
  return make("th", { scope }, text);
}

/** @param {string} text */
export function numberHeading(text) {
  return make("th", { scope: "col", class: "number" }, text);
}

/**
 * @param {string} className
 * @param {Node | string} content
 */
export function cell(className, content) {
  return make("td", { class: className }, content);
}

/** @param {number} count */
export function number(count) {
  return cell("number", words.count(count));
}
