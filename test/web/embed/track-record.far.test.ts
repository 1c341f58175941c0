// What a visitor reads of how often the calendar was right.
import { expect, it } from "vitest";
import { axeFaults } from "../../support/axe-faults.ts";
import { describeInChromium } from "../../support/use-chromium.ts";
import { calendar, cellsOf } from "./calendar-page.ts";
import { useSite } from "./use-site.ts";

const SENTENCE =
  "Checked here on 41 days: of 100 starts that were “Safe to book” the day before, 94 turned out so.";

describeInChromium("<suitability-calendar track-record>", (openPage) => {
  const { open, openWeek, keepRecord, pathsAsked } = useSite(openPage);
  const line = "[part=track-record]";

  it("says nothing before a month was judged, or unless it is asked to", async () => {
    const { page } = await openWeek('track-record sport="golf"');
    await expect.poll(() => pathsAsked()).toContain("/v1/track-record");
    expect(await page.locator(line).isVisible()).toBe(false);
    await openWeek('sport="padel"');
    expect(pathsAsked()).toEqual(["/v1/forecast"]);
  });

  it("says in one sentence how often it was right the day before, in the reader's language", async () => {
    await keepRecord(41);
    const { page, errors } = await open(
      `<main><h1>Club</h1>${calendar('track-record sport="padel"')}</main>`,
    );
    await page.getByText(SENTENCE).waitFor();
    expect(pathsAsked().toSorted()).toEqual(["/v1/forecast", "/v1/track-record"]);
    expect(await axeFaults(page)).toEqual([]);
    expect(errors).toEqual([]);
    const german = await open(`<main lang="de">${calendar('track-record sport="padel"')}</main>`);
    await german.page
      .getByText("Hier an 41 Tagen nachgeprüft: Von 100 Zeiten mit „Gute Aussichten“ am Vortag trafen 94 zu.")
      .waitFor();
  });

  it("works as ever if the record cannot be loaded", async () => {
    const { page } = await open(calendar('track-record sport="padel"'), {
      prepare: (opened) =>
        opened.route("**/v1/track-record?*", (route) => route.fulfill({ status: 503, body: "{}" })),
    });
    await cellsOf(page).first().waitFor();
    expect(await page.locator(line).isVisible()).toBe(false);
  });
});
