import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterEach, beforeAll } from "vitest";
import { launchChromium, openPage } from "./chromium.ts";

/** A browser takes its time where other programs keep the processor busy. */
export const PATIENCE = { timeout: 120_000 };

/** Chromium for the tests of a block: opens pages, which are gone when the test that opened them is. */
export function useChromium() {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium();
    return () => browser.close();
  }, PATIENCE.timeout);
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

  return (options?: BrowserContextOptions) => openPage(browser, options);
}
