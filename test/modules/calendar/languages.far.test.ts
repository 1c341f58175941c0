// The calendar in the language of its reader: what it says, what screen readers hear, what it asks for and how it writes dates.
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { WORDS } from "../../../src/modules/calendar/words/all-words.ts";
import { type Tag, TAGS } from "../../../src/words/language-tags.ts";
import { axeFaults } from "../../support/programs/axe-faults.ts";
import { describeInChromium } from "../../support/programs/use-chromium.ts";
import { calendar, cellsOf } from "./calendar-page.ts";
import { useSite } from "./use-site.ts";

const CONFIDENCE = "**/weather/v1/booking-confidence?*";
const FORECAST = "**/weather/v1/forecast?*";

/** Every text in the calendar that can be read or heard, hidden or not. */
const SAID = `(() => {
  const root = document.querySelector("suitability-calendar").shadowRoot;
  const texts = [];
  for (const each of root.querySelectorAll("*")) {
    for (const name of ["aria-label", "title", "alt", "placeholder", "aria-description"]) texts.push(each.getAttribute(name));
    for (const node of each.childNodes) if (node.nodeType === Node.TEXT_NODE) texts.push(node.data);
  }
  return texts.filter(Boolean).join(" | ");
})()`;

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/\p{L}{4,}/gu) ?? []);
const table = (tag: Tag) => {
  const { cities = {}, ...words } = WORDS.get(tag) ?? {};
  return wordsOf(JSON.stringify([Object.values(words), Object.values(cities)]));
};

/** The words of a language's summaries. Some of them exist in another language too. */
function sentenceWords(tag: string): ReadonlySet<string> {
  const sentences = readFileSync(new URL("../../words/sentences.txt", import.meta.url), "utf8");
  const own = sentences.split("\n").filter((line) => line.startsWith(`${tag} `));
  return wordsOf(own.join("\n"));
}

/**
 * Words on the page that are in another language's table, but neither in the table nor in the summaries of its own language.
 */
async function foreignWords(page: Page, tag: Tag): Promise<readonly string[]> {
  // Names are the same in every language.
  const said = String(await page.evaluate(SAID)).replaceAll("Weather Suitability Service", "");
  const own = table(tag).union(sentenceWords(tag));
  const shown = [...wordsOf(said)].filter((word) => !own.has(word));
  const others = TAGS.filter((other) => other.slice(0, 2) !== tag.slice(0, 2));
  return others.flatMap((other) => {
    const foreign = table(other);
    return shown.filter((word) => foreign.has(word)).map((word) => `${other}: ${word}`);
  });
}

describeInChromium("<suitability-calendar> in its reader's language", (openPage) => {
  const { open, asked } = useSite(openPage);
  const page = (tag: string, attributes = "") => `<main lang="${tag}">${calendar(attributes)}</main>`;

  it.each(TAGS.filter((tag) => tag.slice(0, 2) !== "en"))(
    "shows no foreign word to a reader of %s: while it loads, without a forecast, after a click that failed, or in its details",
    async (tag) => {
      const { loading = "", none = "", pointsLost = "" } = WORDS.get(tag) ?? {};
      const held = Promise.withResolvers<void>();
      const { page: shown } = await open(page(tag, 'details switches sport="tennis" duration="90"'), {
        colorScheme: "dark",
        timezoneId: "America/New_York",
        prepare: (opened) =>
          opened.route(FORECAST, async (route) => {
            await held.promise;
            await route.fulfill({
              status: 503,
              headers: { "retry-after": "300" },
              json: { detail: "Overloaded" },
            });
          }),
      });
      await shown.getByText(loading).waitFor();
      held.resolve();
      await shown.getByRole("alert").getByText(none).waitFor();
      expect(await foreignWords(shown, tag)).toEqual([]);

      await shown.unroute(FORECAST);
      await shown.route(CONFIDENCE, (route) => route.abort());
      // The button that tries again.
      await shown.getByRole("button").click();
      await cellsOf(shown).first().click();
      await shown.getByRole("region").getByText(none).waitFor();
      expect(await foreignWords(shown, tag)).toEqual([]);

      // The week is still there.
      await shown.unroute(CONFIDENCE);
      await cellsOf(shown).nth(30).click();
      await shown.getByText(pointsLost).waitFor();
      expect(await foreignWords(shown, tag)).toEqual([]);
      expect(asked().at(-1)).toContain(`&lang=${tag}`);
      const faults = await axeFaults(shown);
      expect(faults.filter((fault) => fault.includes("suitability-calendar"))).toEqual([]);
    },
  );

  const headerOf = async (attributes: string, locale: string) => {
    const { page: shown } = await open(`<div>${calendar(`${attributes} hours="14:00-14:00"`)}</div>`, {
      locale,
    });
    await cellsOf(shown).first().waitFor();
    return {
      day: await shown.getByRole("columnheader").nth(1).innerText(),
      time: await shown.getByRole("rowheader").first().innerText(),
      label: (await cellsOf(shown).first().getAttribute("aria-label")) ?? "",
    };
  };

  it("writes days, hours and degrees for the locale of the element, else of the page with the browser's region, else of the browser", async () => {
    // The page of use-site.ts says `en`.
    const american = await headerOf("", "en-US");
    expect(american).toMatchObject({ day: "Sat\nNov 21", time: expect.stringMatching(/^2\sPM$/) });
    expect(american.label).toMatch(/2:00\sPM.*\d°F/);
    const british = await headerOf("", "de-DE");
    expect(british).toMatchObject({ day: "Sat\n21 Nov", time: "14:00" });
    expect(british.label).toMatch(/14:00: \d+ of 100.*\d°C/);
    const german = await headerOf('lang="de-AT"', "en-US");
    expect(german).toMatchObject({ day: expect.stringMatching(/^Sa\.?\n21\. Nov/), time: "14:00" });
    const swiss = await headerOf('sport="football" lang="de_ch"', "en-US");
    expect(swiss.label).toContain("von 100");
    const portuguese = await headerOf('lang="pt"', "de-DE");
    expect(portuguese).toMatchObject({ day: "sáb.\n21/11", time: "14:00" });
    const unknown = await headerOf('lang="pl"', "de-DE");
    expect(unknown).toMatchObject({ day: "Sat\n21 Nov" });
    const browsers = await headerOf('lang=""', "fr-FR");
    expect(browsers).toMatchObject({ day: "sam.\n21 nov." });
  });

  it("explains a start in English to a reader of a language that it does not speak", async () => {
    const { page: shown, errors } = await open(page("pl", "details"));
    await cellsOf(shown).first().click();
    await shown.getByText(WORDS.get("en")?.pointsLost ?? "").waitFor();
    expect(asked().at(-1)).toMatch(/&lang=en$/);
    expect(errors).toEqual([]);
  });
});
