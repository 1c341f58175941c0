// Draws charts as SVG text for pages on GitHub, with a background and without external styles.

export interface Axis {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  /** The values with a grid line and a number. */
  readonly ticks: readonly number[];
  readonly text?: (tick: number) => string;
}

export interface Line {
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly color: string;
  /** Written beside the line's last point. */
  readonly name?: string;
  readonly isDashed?: boolean;
  readonly hasDots?: boolean;
  /** A vertical bar at a point, such as an interval. */
  readonly bars?: readonly (readonly [x: number, low: number, high: number])[];
}

export interface Plot {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly lines: readonly Line[];
  readonly width: number;
  readonly height: number;
}

const INK = "#24292f";
const FAINT = "#d0d7de";
const MARGIN = { left: 62, right: 14, top: 30, bottom: 42 };
const NAME_WIDTH = 74;

/** Plots side by side. */
export function svgOf(plots: readonly Plot[]): string {
  const width = plots.reduce((sum, plot) => sum + plot.width, 0);
  const height = Math.max(...plots.map((plot) => plot.height));
  let left = 0;
  const parts = plots.map((plot) => {
    const part = `<g transform="translate(${left} 0)">\n${plotText(plot)}\n</g>`;
    left += plot.width;
    return part;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="${INK}">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...parts,
    "</svg>\n",
  ].join("\n");
}

function plotText({ title, x, y, lines, width, height }: Plot): string {
  const right = width - MARGIN.right - (lines.some(({ name }) => name !== undefined) ? NAME_WIDTH : 0);
  const bottom = height - MARGIN.bottom;
  const xAt = (value: number) =>
    tidy(MARGIN.left + ((value - x.min) / (x.max - x.min)) * (right - MARGIN.left));
  const yAt = (value: number) => tidy(bottom - ((value - y.min) / (y.max - y.min)) * (bottom - MARGIN.top));
  const middle = (MARGIN.left + right) / 2;
  return [
    `<text x="${middle}" y="18" text-anchor="middle" font-weight="600">${escaped(title)}</text>`,
    ...x.ticks.map(
      (tick) =>
        `<path d="M${xAt(tick)} ${MARGIN.top}V${bottom}" stroke="${FAINT}"/><text x="${xAt(tick)}" y="${bottom + 16}" text-anchor="middle">${tickText(x, tick)}</text>`,
    ),
    ...y.ticks.map(
      (tick) =>
        `<path d="M${MARGIN.left} ${yAt(tick)}H${right}" stroke="${FAINT}"/><text x="${MARGIN.left - 6}" y="${yAt(tick) + 4}" text-anchor="end">${tickText(y, tick)}</text>`,
    ),
    `<text x="${middle}" y="${height - 8}" text-anchor="middle">${escaped(x.label)}</text>`,
    `<text transform="translate(12 ${(MARGIN.top + bottom) / 2}) rotate(-90)" text-anchor="middle">${escaped(y.label)}</text>`,
    ...lines.map((line) => lineText(line, { xAt, yAt })),
  ].join("\n");
}

function lineText(
  { points, color, name, isDashed = false, hasDots = false, bars = [] }: Line,
  { xAt, yAt }: Readonly<Record<"xAt" | "yAt", (value: number) => number>>,
): string {
  const path = points.map(([px, py], index) => `${index === 0 ? "M" : "L"}${xAt(px)} ${yAt(py)}`).join("");
  const [lastX, lastY] = points.at(-1) ?? [0, 0];
  return [
    ...bars.map(
      ([px, low, high]) =>
        `<path d="M${xAt(px)} ${yAt(low)}V${yAt(high)}" stroke="${color}" stroke-opacity="0.45"/>`,
    ),
    `<path d="${path}" fill="none" stroke="${color}" stroke-width="2"${isDashed ? ' stroke-dasharray="5 4"' : ""}/>`,
    ...(hasDots
      ? points.map(([px, py]) => `<circle cx="${xAt(px)}" cy="${yAt(py)}" r="3" fill="${color}"/>`)
      : []),
    ...(name === undefined
      ? []
      : [`<text x="${xAt(lastX) + 8}" y="${yAt(lastY) + 4}" fill="${color}">${escaped(name)}</text>`]),
  ].join("\n");
}

function tickText({ text = String }: Axis, tick: number): string {
  return escaped(text(tick));
}

function tidy(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
