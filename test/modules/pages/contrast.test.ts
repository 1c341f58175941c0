// The contrast of the pages' colours with their backgrounds (WCAG 2.2, criteria 1.4.3 and 1.4.11).
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

type Colors = Readonly<Record<string, string | undefined>>;

const TEXT_MIN = 4.5;
const GRAPHICS_MIN = 3;

type Pair = readonly [front: string, back: string, min: number];

/** A colour in front of each of several backgrounds. */
const on = (front: string, min: number, ...backs: readonly string[]): readonly Pair[] =>
  backs.map((back) => [`--${front}`, `--${back}`, min]);

const PAIRS = [
  ...on("text", TEXT_MIN, "surface", "page", "danger-soft"),
  ...on("muted", TEXT_MIN, "surface", "page", "danger-soft"),
  ...on("danger", TEXT_MIN, "danger-soft"),
  ...on("accent", TEXT_MIN, "surface", "page"),
  ...on("on-accent", TEXT_MIN, "accent", "accent-strong"),
  ...on("accent-strong", TEXT_MIN, "accent-soft"),
  ...on("accent", GRAPHICS_MIN, "line"),
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
  colorsOf(readFileSync(new URL(`../../../web/pages/${path}`, import.meta.url), "utf8"));
const FRAME = sheet("frame.css");
const DASHBOARD = sheet("dashboard/dashboard.css");

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

describe("the icon, whose ground may be any colour", () => {
  const icon = readFileSync(new URL("../../../web/pages/icon.svg", import.meta.url), "utf8");
  const colorOf = (element: string, attribute: string) =>
    new RegExp(`<${element} [^>]*${attribute}="#([0-9a-f]{6})"`).exec(icon)?.[1];

  it.each([
    ["sun", "circle"],
    ["cloud", "path"],
  ])("has a %s whose inside or outline stands out from any ground", (_shape, element) => {
    // No ground is so close to both that neither has GRAPHICS_MIN with it.
    const min = GRAPHICS_MIN ** 2;
    expect(contrast(colorOf(element, "fill"), colorOf("g", "stroke"))).toBeGreaterThanOrEqual(min);
  });
});
