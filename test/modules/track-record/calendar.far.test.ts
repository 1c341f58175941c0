// The line of the calendar about the record, in a real browser.
import { expect, it } from "vitest";
import { axeFaults } from "../../support/programs/axe-faults.ts";
import { describeInChromium, PATIENCE } from "../../support/programs/use-chromium.ts";
import { calendar, cellsOf } from "../calendar/calendar-page.ts";
import { useSite } from "../calendar/use-site.ts";
import { keepRecord } from "./keep-record.ts";

const RECORD_SENTENCE =
  "Checked here on 41 days: of 100 forecasts of “Safe to book” made the day before, 94 came true.";

describeInChromium("<suitability-calendar track-record>", (openPage) => {
  const { open, openWeek, pathsAsked, stored } = useSite(openPage);

  it("hides its track record until enough days are judged, or if the record cannot be loaded, and still shows its week", async () => {
    const line = "[part=track-record]";
    const young = await openWeek('track-record sport="golf"');
    await expect.poll(() => pathsAsked(), PATIENCE).toContain("/v1/track-record");
    expect(await young.page.locator(line).isVisible()).toBe(false);
    const away = await open(calendar('track-record sport="padel"'), {
      prepare: (page) => page.route("**/v1/track-record?*", (route) => route.fulfill({ status: 503 })),
    });
    await cellsOf(away.page).first().waitFor();
    expect(await away.page.locator(line).isVisible()).toBe(false);
  });

  it("says with `track-record` in one sentence how often it was right the day before, in the reader's language", async () => {
    const { store, accountId } = stored();
    await keepRecord(store, { place: "51.51,-0.13", accountId });
    const { page, errors } = await open(
      `<main><h1>Club</h1>${calendar('track-record sport="padel"')}</main>`,
    );
    await page.getByText(RECORD_SENTENCE).waitFor();
    expect(pathsAsked().toSorted()).toEqual(["/v1/forecast", "/v1/track-record"]);
    expect(await axeFaults(page)).toEqual([]);
    expect(errors).toEqual([]);
    const german = await open(`<main lang="de">${calendar('track-record sport="padel"')}</main>`);
    await german.page
      .getByText("Hier an 41 Tagen nachgeprüft: Von 100 Vorhersagen „Zu empfehlen“ vom Vortag trafen 94 zu.")
      .waitFor();
  });
});
