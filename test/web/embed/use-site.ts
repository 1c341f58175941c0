import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll } from "vitest";
import { issueApiKey } from "../../../src/accounts/issue-api-key.ts";
import type { KeyRestrictions } from "../../../src/accounts/key.ts";
import type { ObservedPage } from "../../support/chromium.ts";
import { PATIENCE, useChromium } from "../../support/use-chromium.ts";
import { startTestService, type TestService } from "../../support/test-service.ts";
import { calendar, cellsOf } from "./calendar-page.ts";
import { startSite, type Site } from "./site.ts";

type Look = BrowserContextOptions;

interface OpenOptions {
  /** `localhost` makes the page one of another origin. */
  readonly host?: "127.0.0.1" | "localhost";
  readonly prepare?: (page: Page) => Promise<unknown>;
}

/** A service, a site in front of it and a browser, for the tests of a file. */
export function useSite() {
  let service: TestService;
  let site: Site;
  const openPage = useChromium();

  beforeAll(async () => {
    service = await startTestService();
    const { key } = await service.createCaller();
    site = await startSite({ service: `http://127.0.0.1:${service.ports.http}`, key });
    return async () => {
      await site.stop();
      await service.stop();
    };
  }, PATIENCE.timeout);

  /** The site's page with this body; `prepare` is called before it is loaded. */
  const open = async (
    body: string,
    { host = "127.0.0.1", prepare, ...look }: Look & OpenOptions = {},
  ): Promise<ObservedPage> => {
    site.show(body);
    const observed = await openPage({ timezoneId: "Europe/London", ...look });
    await prepare?.(observed.page);
    await observed.page.goto(site.origin.replace("127.0.0.1", host));
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
    /** Of an account of its own, good for the site's pages. */
    createPublishableKey: async (restrictions: Omit<KeyRestrictions, "origins">) => {
      const { accountId } = await service.createCaller();
      const origins = [site.origin];
      const issued = await issueApiKey({
        store: service.store,
        accountId,
        restrictions: { ...restrictions, origins },
      });
      return issued?.apiKey ?? "";
    },
    pathsAsked: () => site.asked.map((url) => url.replace(/\?.*/, "")),
  };
}
