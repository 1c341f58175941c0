// Weather icons of 24 by 24 units, drawn as lines in the colour of the text.
import { makeSvg } from "../make.js";

const CLOUD = "M7 15h10a3.7 3.7 0 0 0 .6-7.3A5.6 5.6 0 0 0 6.8 8 3.5 3.5 0 0 0 7 15z";

/** @type {Readonly<Record<import("./weather.js").Kind, string>>} */
const PATHS = {
  dry: "M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 1 0 0-9zM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M4.9 4.9l1.8 1.8M17.3 17.3l1.8 1.8M4.9 19.1l1.8-1.8M17.3 6.7l1.8-1.8",
  cloudy: "M6.5 18.5h11a4.2 4.2 0 0 0 .7-8.3 6.3 6.3 0 0 0-12.1.4 4 4 0 0 0 .4 7.9z",
  rain: `${CLOUD}M8 18l-1 3.5M12.5 18l-1 3.5M17 18l-1 3.5`,
  snow: `${CLOUD}M7.5 18.5v.1M12 18.5v.1M16.5 18.5v.1M9.7 21.8v.1M14.3 21.8v.1`,
  storm: `${CLOUD}M12.8 15l-2.6 4h3.4l-2.2 4`,
  fog: "M4 7.5h12M8 11.5h12M4 15.5h13M9 19.5h9",
  wind: "M3 9h11.5a2.8 2.8 0 1 0-2.7-3.6M3 13h15.5a2.8 2.8 0 1 1-2.7 3.6M3 17h8.5a2.3 2.3 0 1 1-2.2 3",
  dark: "M19.5 14.3A8 8 0 1 1 9.7 4.5a6.4 6.4 0 0 0 9.8 9.8z",
};

/** @param {import("./weather.js").Kind} kind */
export function iconOf(kind) {
  const attributes = { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" };
  return makeSvg("svg", attributes, makeSvg("path", { d: PATHS[kind] }));
}
