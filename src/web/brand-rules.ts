// Derives the accents of a page from an operator's colour, for light and dark. A colour that is too pale or too dark for
// its background is moved towards black or white until it is readable (WCAG 2.2, success criteria 1.4.3 and 1.4.11).

type Rgb = readonly [red: number, green: number, blue: number];

const TEXT_MIN = 4.5;
const GRAPHICS_MIN = 3;

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];

/** The backgrounds of accents, as in the pages' style sheets, and the colour towards which accents are moved. */
const SCHEMES = {
  light: {
    surfaces: ["#ffffff", "#f4f6fa"],
    line: "#dde3ec",
    on: "#ffffff",
    towards: BLACK,
    softShare: 0.88,
  },
  dark: { surfaces: ["#182030", "#0f141d"], line: "#2c374b", on: "#0d1526", towards: WHITE, softShare: 0.8 },
} as const;

/** The rules that override `--accent` and its relatives. */
export function brandRules(color: string): string {
  const light = accents(rgb(color), SCHEMES.light);
  const dark = accents(rgb(color), SCHEMES.dark);
  return `:root { ${light} }\n@media (prefers-color-scheme: dark) { :root { ${dark} } }`;
}

function accents(color: Rgb, scheme: (typeof SCHEMES)[keyof typeof SCHEMES]): string {
  const surfaces = scheme.surfaces.map(rgb);
  const soft = mixed(color, surfaces[0] ?? WHITE, scheme.softShare);
  const accent = moved(color, scheme.towards, (front) => {
    const isLegible = surfaces.every((surface) => contrast(front, surface) >= TEXT_MIN);
    return isLegible && contrast(front, rgb(scheme.line)) >= GRAPHICS_MIN;
  });
  const strong = moved(mixed(accent, scheme.towards, 0.2), scheme.towards, (front) => {
    return contrast(front, soft) >= TEXT_MIN;
  });
  return [
    `--accent: ${hex(accent)};`,
    `--accent-strong: ${hex(strong)};`,
    `--on-accent: ${scheme.on};`,
    `--accent-soft: ${hex(soft)};`,
  ].join(" ");
}

/** The nearest colour on the way to `towards` that is good enough. */
function moved(color: Rgb, towards: Rgb, isEnough: (color: Rgb) => boolean): Rgb {
  const steps = Array.from({ length: 51 }, (_, i) => mixed(color, towards, i / 50));
  return steps.find(isEnough) ?? towards;
}

function mixed(color: Rgb, other: Rgb, share: number): Rgb {
  const mix = (i: 0 | 1 | 2) => Math.round(color[i] + (other[i] - color[i]) * share);
  return [mix(0), mix(1), mix(2)];
}

function contrast(front: Rgb, back: Rgb): number {
  const [a, b] = [luminance(front), luminance(back)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function rgb(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function hex(color: Rgb): string {
  return `#${color.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
