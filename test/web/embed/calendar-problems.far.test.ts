// The element in a real browser, in a page of another origin, against the real service.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { calendar, cellsOf } from "./calendar-page.ts";
import { useSite } from "./use-site.ts";
import { describeInChromium } from "../../support/use-chromium.ts";

const CONFIDENCE = "**/weather/v1/booking-confidence?*";
const FORECAST = "**/weather/v1/forecast?*";

const LONDON = "51.5074,-0.1278";
const KEY = {
  places: ["51.51,-0.13"],
  operations: ["forecast", "booking-confidence"],
  callsADay: 10,
} as const;

const calendarWith = (key: string, place = LONDON) =>
  `<suitability-calendar key="${key}" place="${place}" time-zone="Europe/London" details></suitability-calendar>`;

describeInChromium("<suitability-calendar>, without a new forecast", (openPage) => {
  const { open, openWeek, asked, pathsAsked, createPublishableKey } = useSite(openPage);

  describe("says what is wrong, and what to do", () => {
    const noticeOf = async (page: Page) => {
      const notice = page.getByRole("alert");
      await notice.waitFor();
      return notice.innerText();
    };

    it.each([
      ["without a place", "<suitability-calendar></suitability-calendar>", /set up right: place has to be/],
      [
        "with hours that are none",
        calendar('hours="9-17"'),
        /set up right: hours has to be two times of day/,
      ],
      [
        "in a time zone that there is not",
        '<suitability-calendar place="1,2" time-zone="Mars/Olympus"></suitability-calendar>',
        /time-zone has to be an IANA name/,
      ],
      [
        "with neither src nor a key",
        '<suitability-calendar place="1,2"></suitability-calendar>',
        /set up right: it needs src="\/…", .* or key="wpk_…"/,
      ],
      ["with a secret key", calendar(`key="wsk_${"0".repeat(38)}"`), /publishable keys \(wpk_…\) only/],
    ])("%s, without a request", async (_name, body, sentence) => {
      const { page, requests } = await open(body);
      expect(await noticeOf(page)).toMatch(sentence);
      expect(requests.filter((url) => url.includes("/v1/"))).toEqual([]);
    });

    it("with a sport that there is not", async () => {
      const { page } = await open(calendar('sport="tenis"'));
      expect(await noticeOf(page)).toMatch(/set up right: .*Did you mean tennis\?/);
      expect(await page.getByRole("button").count()).toBe(0);
    });

    it("with a src where nobody answers, by its address", async () => {
      const { page } = await open(calendar(), {
        prepare: (page) => page.route(FORECAST, (route) => route.fulfill({ status: 404, body: "<p>" })),
      });
      expect(await noticeOf(page)).toMatch(
        /set up right: http:\/\/127\.0\.0\.1:\d+\/weather\/v1\/forecast answers 404\.$/,
      );
    });

    it.each([
      [429, "300", "As many forecasts as this calendar may ask for have been shown. Try again in 5 minutes."],
      [
        429,
        "849401",
        "As many forecasts as this calendar may ask for have been shown. Try again in 10 days.",
      ],
      [503, "10", "There is no forecast at the moment. Try again in 10 seconds."],
      [502, undefined, "There is no forecast at the moment. Try again later."],
    ])(
      "when the answer is %d with Retry-After %s, and tries again when told to",
      async (status, retryAfter, sentence) => {
        const headers = new Headers(retryAfter === undefined ? [] : [["retry-after", retryAfter]]);
        const { page } = await open(calendar(), {
          prepare: (page) =>
            page.route(FORECAST, (route) =>
              route.fulfill({ status, headers: Object.fromEntries(headers), body: "<p>" }),
            ),
        });
        expect(await noticeOf(page)).toContain(sentence);
        await page.unroute(FORECAST);
        await page.getByRole("button", { name: "Try again" }).click();
        await cellsOf(page).first().waitFor();
        expect(pathsAsked()).toEqual(["/v1/forecast"]);
      },
    );

    it("when a click gets no answer, with the week left in place", async () => {
      const { page } = await openWeek("details");
      await page.route(CONFIDENCE, (route) => route.abort());
      await cellsOf(page).first().click();
      await page
        .getByRole("region", { name: "Chosen start" })
        .getByText("The forecast cannot be reached.")
        .waitFor();
      expect(await cellsOf(page).count()).toBeGreaterThan(80);
    });

    it("when no start is left within its hours", async () => {
      const { page } = await open(
        calendar('hours="10:00-10:00" days="1" step="60" duration="60"').replace(
          "Europe/London",
          "Asia/Kolkata",
        ),
      );
      await page.getByText("No session can start within these hours").waitFor();
      expect(await page.getByRole("grid").count()).toBe(0);
    });
  });

  it.each([undefined, "a-new-source"])("credits nobody when the source is %s", async (source) => {
    const prepare = (page: Page) =>
      page.route(FORECAST, async (route) => {
        const response = await route.fetch();
        const { "weather-source": _dropped, ...headers } = response.headers();
        await route.fulfill({
          response,
          headers: source === undefined ? headers : { ...headers, "weather-source": source },
        });
      });
    const { page } = await open(calendar(), { prepare });
    await page.getByText("The server did not say whose weather this is.").waitFor();
    expect(await page.locator("suitability-calendar").getByRole("link").count()).toBe(0);
  });

  it("says how old an answer is that comes from a cache, and whose weather it is", async () => {
    const headers = { age: "2100", "weather-source": "open-meteo, met-norway" };
    const prepare = (page: Page) =>
      page.route(FORECAST, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, headers: { ...response.headers(), ...headers } });
      });
    const { page } = await open(calendar(), { prepare });
    await page.getByText("Forecast as it was 35 minutes ago.").waitFor();
    const links = await page
      .locator("suitability-calendar")
      .getByRole("link")
      .evaluateAll((all) => all.map((link) => String(link)));
    expect(links).toEqual([
      "https://open-meteo.com/",
      "https://creativecommons.org/licenses/by/4.0/",
      "https://api.met.no/",
      "https://creativecommons.org/licenses/by/4.0/",
      "https://data.norge.no/nlod/en/2.0",
    ]);
  });

  describe("with a publishable key, in a page whose site has no server to ask", () => {
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
  });
});
