// The colours of the dashboard's style sheets against what they stand on (WCAG 2.2, success criteria 1.4.3 and 1.4.11).
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** The blocks of colours of a sheet, in light and in dark. */
const blocksOf = (path: string): readonly string[] => {
  const css = readFileSync(new URL(`../../../src/${path}`, import.meta.url), "utf8");
  const [, light = "", dark = ""] = css.split(":root {");
  return [light, dark].map((text) => text.slice(0, text.indexOf("}")));
};
const [light = "", dark = ""] = blocksOf("web/frame.css");
const [ownLight = "", ownDark = ""] = blocksOf("web/dashboard/page/dashboard.css");

const TEXT_MIN = 4.5;
const GRAPHICS_MIN = 3;

const PAIRS = [
  ["--text", "--surface", TEXT_MIN],
  ["--text", "--page", TEXT_MIN],
  ["--text", "--danger-soft", TEXT_MIN],
  ["--muted", "--surface", TEXT_MIN],
  ["--muted", "--page", TEXT_MIN],
  ["--muted", "--danger-soft", TEXT_MIN],
  ["--danger", "--danger-soft", TEXT_MIN],
  ["--accent", "--surface", TEXT_MIN],
  ["--on-accent", "--accent", TEXT_MIN],
  ["--on-accent", "--accent-strong", TEXT_MIN],
  ["--accent-strong", "--accent-soft", TEXT_MIN],
  ["--accent", "--line", GRAPHICS_MIN],
  ["--warning", "--line", GRAPHICS_MIN],
  ["--danger", "--line", GRAPHICS_MIN],
  ["--series-1", "--surface", GRAPHICS_MIN],
  ["--series-2", "--surface", GRAPHICS_MIN],
  ["--series-3", "--surface", GRAPHICS_MIN],
  ["--series-4", "--surface", GRAPHICS_MIN],
] as const;

function luminance(block: string, name: string): number {
  const [, hex = ""] = new RegExp(`${name}: #([0-9a-f]{6});`).exec(block) ?? [];
  const [r = Number.NaN, g = 0, b = 0] = (hex.match(/../g) ?? []).map((pair) => {
    const share = Number.parseInt(pair, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

describe.each([
  ["light", light + ownLight],
  ["dark", dark + ownDark],
])("in %s", (_scheme, block) => {
  it.each(PAIRS)("%s on %s has a contrast of %d or more", (front, back, min) => {
    const [brighter = 0, darker = 0] = [luminance(block, front), luminance(block, back)].sort(
      (a, b) => b - a,
    );
    expect((brighter + 0.05) / (darker + 0.05)).toBeGreaterThanOrEqual(min);
  });
});
