// A small picture of how the score depends on one factor.
import { make, makeSvg } from "../../make.js";

/** @typedef {import("./fetch-usage.js").SportCurve} SportCurve */

/**
 * The range of each axis, the same for every sport, so that sports can be compared; as in docs/scoring.md.
 * @type {Readonly<Record<string, { ticks: readonly number[], title: string }>>}
 */
const RANGES = {
  rain: { ticks: [0, 2, 4, 6, 8], title: "Rain, if it does rain" },
  wind: { ticks: [0, 20, 40, 60, 80], title: "Wind" },
  temperature: { ticks: [-30, -15, 0, 15, 30, 45], title: "Temperature, as it feels" },
};

/** The verdicts change at these scores. */
export const LEVELS = [80, 50];

/** The plot, in the picture's own units. There is room for numbers left of it and below it. */
const PLOT = { left: 30, top: 8, width: 210, height: 110 };

/** @param {SportCurve} curve */
export function curvePicture(curve) {
  const { factor, unit, points } = curve;
  const { ticks, title } = RANGES[factor] ?? { ticks: [0, points.at(-1)?.value ?? 1], title: factor };
  const from = ticks[0] ?? 0;
  const to = ticks.at(-1) ?? 1;
  const x = (/** @type {number} */ value) => PLOT.left + ((value - from) / (to - from)) * PLOT.width;
  const y = (/** @type {number} */ score) => PLOT.top + (1 - score / 100) * PLOT.height;
  const right = PLOT.left + PLOT.width;

  const values = [from, ...points.map(({ value }) => value).filter((each) => each > from && each < to), to];
  const label = description(curve, title);
  const svg = makeSvg("svg", { viewBox: "0 0 252 144", role: "img", "aria-label": label });
  for (const score of [0, ...LEVELS, 100]) {
    const className = LEVELS.includes(score) ? "level" : "edge";
    svg.append(makeSvg("path", { d: `M${PLOT.left} ${y(score)}H${right}`, class: className }));
    svg.append(makeSvg("text", { x: PLOT.left - 6, y: y(score) + 4, "text-anchor": "end" }, String(score)));
  }
  for (const tick of ticks) {
    svg.append(
      makeSvg("text", { x: x(tick), y: PLOT.top + PLOT.height + 18, "text-anchor": "middle" }, String(tick)),
    );
  }
  const path = values
    .map((value, i) => `${i === 0 ? "M" : "L"}${x(value)} ${y(scoreAt(points, value))}`)
    .join("");
  svg.append(makeSvg("path", { d: path, class: "curve" }));

  return make("figure", {}, make("figcaption", {}, `${title} (${unit})`), svg);
}

/**
 * The score at a value: a straight line between two points, and constant beyond the first and the last.
 * @param {SportCurve["points"]} points
 * @param {number} value
 */
function scoreAt(points, value) {
  const after = points.findIndex((point) => point.value >= value);
  const next = points[after] ?? points.at(-1);
  const previous = points[after - 1];
  if (next === undefined || previous === undefined || after < 0) return next?.score ?? 0;
  const share = (value - previous.value) / (next.value - previous.value);
  return previous.score + share * (next.score - previous.score);
}

/**
 * @param {SportCurve} curve
 * @param {string} title
 */
function description({ unit, points }, title) {
  const told = points.map(
    ({ value, score }) => `${Math.round(score)} at ${Math.round(value * 10) / 10} ${unit}`,
  );
  return `${title}: score ${told.join(", ")}.`;
}
