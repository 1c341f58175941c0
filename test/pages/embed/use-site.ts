import type { Browser, Page } from "playwright-core";
import { afterEach, beforeAll } from "vitest";
import { launchChromium, openPage, type ObservedPage } from "../../dashboard/browser.ts";
import { startTestService, type TestService } from "../../support/test-service.ts";
import { calendar, cellsOf } from "./calendar-page.ts";
import { startSite, type Site } from "./site.ts";

type Look = Parameters<typeof openPage>[1];

/** A browser takes its time where other programs keep the processor busy. */
export const PATIENCE = { timeout: 120_000 };

/** A service, a site in front of it and a browser, for the tests of a file. */
export function useSite() {
  let service: TestService;
  let site: Site;
  let browser: Browser;

  beforeAll(async () => {
    service = await startTestService();
    const { key } = await service.createCaller();
    site = await startSite({ service: `http://127.0.0.1:${service.ports.http}`, key });
    browser = await launchChromium();
    return async () => {
      await browser.close();
      await site.stop();
      await service.stop();
    };
  }, PATIENCE.timeout);
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

  /** The site's page with this body; `prepare` is called before it is loaded. */
  const open = async (
    body: string,
    { prepare, ...look }: Look & { prepare?: (page: Page) => Promise<unknown> } = {},
  ): Promise<ObservedPage> => {
    site.show(body);
    const observed = await openPage(browser, { timezoneId: "Europe/London", ...look });
    await prepare?.(observed.page);
    await observed.page.goto(site.origin);
    return observed;
  };

  return {
    open,
    /** The site's page with one calendar, once it shows its week. */
    openWeek: async (attributes?: string, look?: Look) => {
      const observed = await open(calendar(attributes), look);
      await cellsOf(observed.page).first().waitFor();
      return observed;
    },
    /** What the calendars asked of the site's server. */
    asked: () => site.asked,
    pathsAsked: () => site.asked.map((url) => url.replace(/\?.*/, "")),
  };
}
