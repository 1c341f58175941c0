import { words } from "./words.js";

/** @param {HTMLElement[]} cells */
export function row(...cells) {
  const element = document.createElement("tr");
  element.append(...cells);
  return element;
}

/**
 * @param {string} text
 * @param {"col" | "row"} scope
 */
export function heading(text, scope) {
  const element = document.createElement("th");
  element.scope = scope;
  element.textContent = text;
  return element;
}

/** @param {string} text */
export function numberHeading(text) {
  const element = heading(text, "col");
  element.className = "number";
  return element;
}

/**
 * @param {string} text
 * @param {string} className
 */
export function cell(text, className) {
  const element = document.createElement("td");
  element.className = className;
  element.textContent = text;
  return element;
}

/** @param {number} count */
export function number(count) {
  return cell(words.count(count), "number");
}
