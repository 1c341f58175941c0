// The account's own sports, each with its curves.
import { curvePicture } from "./curve-picture.js";
import { element } from "./element.js";

/** @typedef {import("./fetch-usage.js").OwnSport} OwnSport */

/** @param {readonly OwnSport[]} sports */
export function showSports(sports) {
  element("sports", HTMLElement).hidden = sports.length === 0;
  element("sports-list", HTMLElement).replaceChildren(...sports.map(sportSection));
}

/** @param {OwnSport} sport */
function sportSection({ id, label, base, curves, problems }) {
  const section = document.createElement("section");
  section.className = "sport";
  const title = textElement("h3", label === "" ? id : label);
  const name = base === "" ? `sport=${id}` : `sport=${id}, based on ${base}`;
  section.append(title, textElement("p", name, "muted"));
  section.append(...problems.map((problem) => textElement("p", `Not used as it is written. ${problem}`)));
  const pictures = document.createElement("div");
  pictures.className = "curves";
  pictures.append(...curves.map(curvePicture));
  section.append(pictures);
  return section;
}

/**
 * @param {string} name
 * @param {string} text
 * @param {string} [className]
 */
function textElement(name, text, className = "") {
  const element = document.createElement(name);
  element.textContent = text;
  element.className = className;
  return element;
}
