// The contrast of the pages' colours, and of an operator's colour, with their backgrounds (WCAG 2.2, criteria 1.4.3 and
// 1.4.11).
import fc from "fast-check";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { brandRules } from "../../src/web/brand-rules.ts";

type Colors = Readonly<Record<string, string | undefined>>;

const TEXT_MIN = 4.5;
const GRAPHICS_MIN = 3;

type Pair = readonly [front: string, back: string, min: number];

/** A colour in front of each of several backgrounds. */
const on = (front: string, min: number, ...backs: readonly string[]): readonly Pair[] =>
  backs.map((back) => [`--${front}`, `--${back}`, min]);

/** The pairs that the rules of a brand's colour change. */
const ACCENT_PAIRS = [
  ...on("accent", TEXT_MIN, "surface", "page"),
  ...on("on-accent", TEXT_MIN, "accent", "accent-strong"),
  ...on("accent-strong", TEXT_MIN, "accent-soft"),
  ...on("accent", GRAPHICS_MIN, "line"),
];

const PAIRS = [
  ...on("text", TEXT_MIN, "surface", "page", "danger-soft"),
  ...on("muted", TEXT_MIN, "surface", "page", "danger-soft"),
  ...on("danger", TEXT_MIN, "danger-soft"),
  ...ACCENT_PAIRS,
  ...["warning", "danger"].flatMap((name) => on(name, GRAPHICS_MIN, "line")),
  ...[1, 2, 3, 4].flatMap((series) => on(`series-${series}`, GRAPHICS_MIN, "surface")),
];

/** The colours of a style sheet's `:root` rules, light and dark. */
function colorsOf(css: string): readonly Colors[] {
  const [, light = "", dark = ""] = css.split(/:root \{/);
  return [light, dark].map((block) => {
    const rule = block.slice(0, block.indexOf("}"));
    return Object.fromEntries(
      [...rule.matchAll(/(--[\w-]+): #([0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
    );
  });
}

const sheet = (path: string) =>
  colorsOf(readFileSync(new URL(`../../src/web/${path}`, import.meta.url), "utf8"));
const FRAME = sheet("frame.css");
const DASHBOARD = sheet("dashboard/page/dashboard.css");

function luminance(hex = ""): number {
  const [r = Number.NaN, g = 0, b = 0] = (hex.match(/../g) ?? []).map((pair) => {
    const share = Number.parseInt(pair, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(front: string | undefined, back: string | undefined): number {
  const [a, b] = [luminance(front), luminance(back)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

describe.each([
  ["light", 0],
  ["dark", 1],
])("in %s", (_scheme, i) => {
  const colors: Colors = { ...FRAME[i], ...DASHBOARD[i] };

  it.each(PAIRS)("%s on %s has a contrast of %d or more", (front, back, min) => {
    expect(contrast(colors[front], colors[back])).toBeGreaterThanOrEqual(min);
  });
});

describe("the rules of a brand's colour", () => {
  it("make it legible on every page, in light and dark, whatever the colour is", () => {
    const color = fc
      .integer({ min: 0, max: 0xffffff })
      .map((value) => `#${value.toString(16).padStart(6, "0")}`);
    const isLegible = (given: string) => {
      const rules = colorsOf(brandRules(given));
      for (const [i, own] of FRAME.entries()) {
        const colors: Colors = { ...own, ...rules[i] };
        for (const [front, back, min] of ACCENT_PAIRS) {
          const found = contrast(colors[front], colors[back]);
          expect(found, `${given}: ${front} on ${back}`).toBeGreaterThanOrEqual(min);
        }
      }
    };
    const extremes = ["#000000", "#ffffff", "#ffff00", "#0000ff", "#808080"];
    fc.assert(fc.property(color, isLegible), { examples: extremes.map((extreme) => [extreme]) });
  });

  it("keep the colour as it is if it is legible", () => {
    expect(brandRules("#2557d6")).toContain(":root { --accent: #2557d6;");
    expect(brandRules("#7fa2ff")).toContain("{ :root { --accent: #7fa2ff;");
  });
});
