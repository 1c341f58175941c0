// The account's own sports, each with its curves.
import { make } from "../../make.js";
import { element } from "../element.js";
import { curvePicture } from "./curve-picture.js";

/** @typedef {import("./fetch-usage.js").OwnSport} OwnSport */

/** @param {readonly OwnSport[]} sports */
export function showSports(sports) {
  element("sports", HTMLElement).hidden = sports.length === 0;
  element("sports-list", HTMLElement).replaceChildren(...sports.map(sportSection));
}

/** @param {OwnSport} sport */
function sportSection({ id, label, base, curves, problems }) {
  const name = base === "" ? `sport=${id}` : `sport=${id}, based on ${base}`;
  return make(
    "section",
    { class: "sport" },
    make("h3", {}, label === "" ? id : label),
    make("p", { class: "muted" }, name),
    ...problems.map((problem) => make("p", {}, `Not used as it is written. ${problem}`)),
    make("div", { class: "curves" }, ...curves.map(curvePicture)),
  );
}
