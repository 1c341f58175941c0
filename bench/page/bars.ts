// The rows as bars in SVG: how much of what was wanted each has reached.
import type { Finding } from "../harness/bench-case.ts";
import { isMet } from "../harness/finding.ts";
import { figureText, wantedText } from "./figure-text.ts";
import type { Row } from "./rows.ts";

const ROW_HEIGHT = 26;
const BAR_HEIGHT = 14;
const TOP = 34;
const LABELS_WIDTH = 400;
const WANTED_WIDTH = 160;
/** Longer bars end here: twice what was wanted. */
const SHARE_MAX = 2;
const FIGURES_WIDTH = 200;
const WIDTH = LABELS_WIDTH + SHARE_MAX * WANTED_WIDTH + FIGURES_WIDTH;

const INK = "#24292f";
const REACHED = "#2e7d4f";
const SHORT = "#c77700";

export function bars(rows: readonly Row[]): string {
  const height = TOP + rows.length * ROW_HEIGHT + 10;
  const wantedX = LABELS_WIDTH + WANTED_WIDTH;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="13" fill="${INK}">`,
    `<title>How much of what was wanted each figure reaches</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    ...rows.map(bar),
    `<path d="M${wantedX} ${TOP - 8}V${height - 8}" stroke="${INK}" stroke-dasharray="4 3"/>`,
    `<text x="${wantedX}" y="${TOP - 14}" text-anchor="middle">as wanted</text>`,
    `</svg>`,
    "",
  ].join("\n");
}

function bar({ label, finding }: Row, index: number): string {
  const y = TOP + index * ROW_HEIGHT;
  const width = Math.min(shareOfWanted(finding), SHARE_MAX) * WANTED_WIDTH;
  const figures = `${figureText(finding)}, wanted ${wantedText(finding)}`;
  return [
    `<text x="${LABELS_WIDTH - 10}" y="${y + 12}" text-anchor="end">${label}</text>`,
    `<rect x="${LABELS_WIDTH}" y="${y}" width="${width.toFixed(1)}" height="${BAR_HEIGHT}" fill="${isMet(finding) ? REACHED : SHORT}"/>`,
    `<text x="${WIDTH - FIGURES_WIDTH + 8}" y="${y + 12}">${figures.replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</text>`,
  ].join("\n");
}

/** 1 is what was wanted, more is better, whichever way the figure is meant. */
function shareOfWanted({ value, target }: Finding): number {
  if (target === undefined) return 0;
  return target.kind === "at least" ? value / target.value : target.value / value;
}
