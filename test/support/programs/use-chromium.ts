import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterEach, beforeAll, describe } from "vitest";
import { CHROMIUM_PATH, launchChromium, openPage } from "./chromium.ts";
import { startTestService, type TestService } from "../service/test-service.ts";

/** A browser is slow while other programs keep the processor busy. */
export const PATIENCE = { timeout: 120_000 };

/** Chromium for the tests of a block: opens pages, each of which is closed when the test that opened it ends. */
export function useChromium() {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium();
    return () => browser.close();
  }, PATIENCE.timeout);
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

  return (options?: BrowserContextOptions) => openPage(browser, options);
}

/** Opens a page, which is closed when the test that opened it ends. */
export type OpenPage = ReturnType<typeof useChromium>;

/** A block of tests in Chromium, with a long timeout. Without Chromium the tests are skipped, and the block's name says why. */
export function describeInChromium(what: string, tests: (openPage: OpenPage) => void): void {
  describe.skipIf(CHROMIUM_PATH === undefined)(
    `${what} in Chromium (needs chromium on the PATH)`,
    PATIENCE,
    () => {
      tests(useChromium());
    },
  );
}

/** A service for the tests of a block, with a function that opens the service's page at `path`. */
export function useServicePage(openPage: OpenPage, path: string) {
  let service: TestService;
  const origin = () => `http://127.0.0.1:${service.ports.http}`;

  beforeAll(async () => {
    service = await startTestService();
    return service.stop;
  }, PATIENCE.timeout);

  return {
    service: () => service,
    origin,
    open: async (options?: BrowserContextOptions) => {
      const observed = await openPage(options);
      await observed.page.goto(origin() + path);
      return observed;
    },
  };
}
