// The calendar's text in pages of all kinds: WCAG 2.2, criterion 1.4.3.
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, it } from "vitest";
import { WORDS } from "../../../src/modules/calendar/words/all-words.ts";
import { describeInChromium } from "../../support/programs/use-chromium.ts";
import { cellsOf } from "./calendar-page.ts";
import { useSite } from "./use-site.ts";

const TEXT_MIN = 4.5;

/** A style sheet of the page, and the browser that shows it. */
interface Look {
  readonly name: string;
  readonly css: string;
  readonly browser: BrowserContextOptions;
}

const DARK_TEXT = "body { background: #fff; color: #222 }";
const LIGHT_TEXT = "body { background: #14171f; color: #e8ecf4 }";
const BOTH = ":root { color-scheme: light dark }";
const LIGHT: BrowserContextOptions = { colorScheme: "light" };
const DARK: BrowserContextOptions = { colorScheme: "dark" };

const LOOKS: readonly Look[] = [
  { name: "a page without colours, in a dark browser", css: "", browser: DARK },
  { name: "a light page, in a dark browser", css: DARK_TEXT, browser: DARK },
  { name: "a dark page that sets no colour scheme, in a light browser", css: LIGHT_TEXT, browser: LIGHT },
  {
    name: "a page for dark browsers, in a dark browser",
    css: `:root { color-scheme: dark } ${LIGHT_TEXT}`,
    browser: DARK,
  },
  { name: "a page for light and dark, in a dark browser", css: BOTH, browser: DARK },
  {
    name: "a page for light and dark with dark text on white, in a dark browser",
    css: `${BOTH} ${DARK_TEXT}`,
    browser: DARK,
  },
  {
    name: "a page for light and dark with light text on black, in a light browser",
    css: `${BOTH} ${LIGHT_TEXT}`,
    browser: LIGHT,
  },
  {
    name: "a page that sets the surface below its dark text, in a dark browser",
    css: `${BOTH} ${DARK_TEXT} suitability-calendar { --suitability-surface: #fff8e7 }`,
    browser: DARK,
  },
  {
    name: "forced colours in a dark browser, with a surface",
    css: `${DARK_TEXT} suitability-calendar { --suitability-surface: #fff8e7 }`,
    browser: { ...DARK, forcedColors: "active" },
  },
];

/** The texts in the calendar whose contrast is lower than `TEXT_MIN`, with the contrast. */
const FAINT = `(() => {
  const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const rgba = (color) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a], back) => [r, g, b].map((each, i) => each * a + back[i] * (1 - a));
  const parentOf = (element) => element.assignedSlot ?? element.parentElement ?? element.getRootNode().host;
  const probe = document.body.appendChild(document.createElement("div"));
  probe.style.backgroundColor = "Canvas";
  const canvas = rgba(getComputedStyle(probe).backgroundColor);
  probe.remove();
  const backOf = (element) => {
    if (!element) return canvas;
    const own = rgba(getComputedStyle(element).backgroundColor);
    return own[3] === 1 ? own : over(own, backOf(parentOf(element)));
  };
  const luminance = (color) =>
    [0.2126, 0.7152, 0.0722].reduce((sum, weight, i) => {
      const share = color[i] / 255;
      return sum + weight * (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
    }, 0);
  const root = document.querySelector("suitability-calendar").shadowRoot;
  const texts = [...root.querySelectorAll(":not(option)")].filter(
    (each) => each.checkVisibility() && [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()),
  );
  return texts.flatMap((each) => {
    const back = backOf(each);
    const [a, b] = [luminance(over(rgba(getComputedStyle(each).color), back)), luminance(back)];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    return contrast < ${TEXT_MIN} ? [contrast.toFixed(1) + " " + each.textContent.trim().slice(0, 40)] : [];
  });
})()`;

describeInChromium("the text of <suitability-calendar>", (openPage) => {
  const { openWeek } = useSite(openPage);

  const faintIn = async (page: Page) => page.evaluate<readonly string[]>(FAINT);

  it.each(LOOKS)("is legible, details included, in $name", async ({ css, browser }) => {
    const { page } = await openWeek('details switches sport="tennis"', {
      viewport: { width: 390, height: 844 },
      ...browser,
    });
    await page.evaluate(
      `{ const sheet = new CSSStyleSheet(); sheet.replaceSync(${JSON.stringify(css)}); document.adoptedStyleSheets = [sheet]; }`,
    );
    await cellsOf(page).nth(30).click();
    await page.getByText(WORDS.get("en")?.howSure ?? "").waitFor();
    expect(await faintIn(page)).toEqual([]);
  });
});
