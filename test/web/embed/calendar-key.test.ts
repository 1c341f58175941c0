// The element with a publishable key, in a page whose site has no server to ask.
import { describe, expect, it } from "vitest";
import { CHROMIUM_PATH } from "../../support/chromium.ts";
import { cellsOf } from "./calendar-page.ts";
import { PATIENCE } from "../../support/use-chromium.ts";
import { useSite } from "./use-site.ts";

const LONDON = "51.5074,-0.1278";
const KEY = {
  places: ["51.51,-0.13"],
  operations: ["forecast", "booking-confidence"],
  callsADay: 10,
} as const;

const calendarWith = (key: string, place = LONDON) =>
  `<suitability-calendar key="${key}" place="${place}" time-zone="Europe/London" details></suitability-calendar>`;

describe.skipIf(CHROMIUM_PATH === undefined)(
  "<suitability-calendar> with a publishable key in Chromium (needs chromium on the PATH)",
  PATIENCE,
  () => {
    const { open, asked, createPublishableKey } = useSite();

    it("asks the service that its file came from, and shows what it may read of the answers", async () => {
      const { page, errors } = await open(calendarWith(await createPublishableKey(KEY)));
      await cellsOf(page).first().click();
      await page.getByText("These details counted as one request.").waitFor();
      await page.getByText("Simulated weather: made up, not a forecast.").waitFor();
      expect(asked()).toEqual([]);
      expect(errors).toEqual([]);
    });

    it.each([
      ["place", "48.85,2.25", "127.0.0.1"],
      ["origin", LONDON, "localhost"],
    ] as const)("says that its key is not good for its %s", async (what, place, host) => {
      const { page } = await open(calendarWith(await createPublishableKey(KEY), place), { host });
      const notice = page.getByRole("alert");
      await notice.waitFor();
      expect(await notice.innerText()).toMatch(
        new RegExp(`^This calendar is not set up right: .*\\b${what}\\b`),
      );
    });

    it("says that its key is not good for details, and goes on showing its week", async () => {
      const { page } = await open(
        calendarWith(await createPublishableKey({ ...KEY, operations: ["forecast"] })),
      );
      await cellsOf(page).first().click();
      await page.getByText(/^This calendar is not set up right: .*good for forecast alone/).waitFor();
      expect(await cellsOf(page).count()).toBeGreaterThan(80);
    });

    it("says when its key's day begins anew", async () => {
      const key = await createPublishableKey({ ...KEY, callsADay: 1 });
      const { page } = await open(calendarWith(key));
      await cellsOf(page).first().click();
      // It is 12:20.
      await page.getByText("have been shown. Try again in 12 hours.").waitFor();
      expect(await cellsOf(page).count()).toBeGreaterThan(80);
    });
  },
);
