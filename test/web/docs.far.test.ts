// The API reference in a real browser, against the real service.
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, it, onTestFinished } from "vitest";
import { DAY_MS } from "../../src/clock.ts";
import { startTestService } from "../support/test-service.ts";
import { describeInChromium, useServicePage } from "../support/use-chromium.ts";
import { accessibilityFaults } from "./accessibility-faults.ts";

const operation = (page: Page, path: string) =>
  page.locator(".opblock-summary-control").filter({ hasText: path }).first();

/** Asks what the form of an operation has in it, and returns the status of the answer. */
async function tryOut(page: Page, path: string): Promise<string> {
  await operation(page, path).click();
  await page.getByRole("button", { name: "Execute" }).click();
  return page.locator(".live-responses-table tbody .response-col_status").first().innerText();
}

const tryForecast = (page: Page) => tryOut(page, "/v1/forecast");

async function enterKey(page: Page, key: string): Promise<void> {
  await page.getByRole("button", { name: "Authorize" }).first().click();
  const dialog = page.locator(".dialog-ux");
  await dialog.getByRole("textbox").fill(key);
  await dialog.getByRole("button", { name: "Authorize" }).click();
  await dialog.locator(".btn-done").click();
}

/** Of what is not written here, what keeps people out counts. */
const graveIn = async (page: Page) =>
  (await accessibilityFaults(page)).filter((fault) => /^(?:serious|critical) /.test(fault));

describeInChromium("the API reference", (openPage) => {
  const { service, origin, open: openHere } = useServicePage(openPage, "/docs");

  const open = async (options?: BrowserContextOptions) => {
    const observed = await openHere(options);
    await observed.page
      .getByRole("button", { name: /\/v1\/forecast/ })
      .first()
      .waitFor();
    return observed;
  };

  it("tries out a call with a key that is gone when the page is, and breaks no policy", async () => {
    const { key, accountId } = await service().createCaller();
    const { page, errors, requests } = await open();
    await enterKey(page, key);
    expect(await tryForecast(page)).toBe("200");
    expect(await service().store.usage(accountId, "2026-11")).toMatchObject([
      { method: "GetForecast", calls: 1 },
    ]);
    expect(errors).toEqual([]);
    expect(requests.filter((url) => !url.startsWith(origin()) && !url.startsWith("data:"))).toEqual([]);
    expect(requests.join()).not.toContain(key);
    const kept = "[localStorage.length, sessionStorage.length, document.cookie]";
    expect(await page.evaluate(kept)).toEqual([0, 0, ""]);
    await page.reload();
    expect(await tryForecast(page)).toBe("401");
  });

  it.each(["/v1/booking-confidence", "/v1/safe-slots"])(
    "has times to come in the form of %s, whenever that is",
    async (path) => {
      const later = await startTestService();
      onTestFinished(() => later.stop());
      later.clock.advance(100 * DAY_MS);
      const { key } = await later.createCaller();
      const { page, errors } = await openPage();
      await page.clock.install({ time: later.clock.nowMs() });
      await page.goto(`http://127.0.0.1:${later.ports.http}/docs`);
      await enterKey(page, key);
      expect(await tryOut(page, path)).toBe("200");
      expect(errors).toEqual([]);
    },
  );

  it.each([
    ["desktop, light", { viewport: { width: 1280, height: 800 }, colorScheme: "light" }],
    ["desktop, dark", { viewport: { width: 1280, height: 800 }, colorScheme: "dark" }],
    ["phone, light", { viewport: { width: 390, height: 844 }, colorScheme: "light" }],
  ] as const)("has nothing that axe finds serious or critical: %s", async (_name, options) => {
    const { key } = await service().createCaller();
    const { page, errors } = await open(options);
    expect(await graveIn(page)).toEqual([]);
    await enterKey(page, key);
    expect(await tryForecast(page)).toBe("200");
    expect(await graveIn(page)).toEqual([]);
    await page.getByRole("button", { name: "Authorize" }).first().click();
    await page.locator(".dialog-ux").waitFor();
    expect(await graveIn(page)).toEqual([]);
    expect(errors).toEqual([]);
  });
});
