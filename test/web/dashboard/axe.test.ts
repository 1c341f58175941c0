// What axe finds on the dashboard, which is nothing: before there is a key, with charts, without, and with a refusal.
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { accessibilityFaults } from "../accessibility-faults.ts";
import { startTestService, type TestService } from "../../support/test-service.ts";
import { accountWithUsage } from "../../support/account-with-usage.ts";
import { CHROMIUM_PATH } from "../../support/chromium.ts";
import { PATIENCE, useChromium } from "../../support/use-chromium.ts";
import { enterKey } from "./page-actions.ts";

/** With all that can be opened open. */
async function faultsIn(page: Page): Promise<readonly string[]> {
  await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
  return accessibilityFaults(page);
}

describe.skipIf(CHROMIUM_PATH === undefined)(
  "axe on the dashboard (needs chromium on the PATH)",
  PATIENCE,
  () => {
    let service: TestService;
    const openPage = useChromium();

    beforeAll(async () => {
      service = await startTestService();
      return service.stop;
    }, PATIENCE.timeout);

    it.each([
      { width: 1280, colorScheme: "light" },
      { width: 1280, colorScheme: "dark" },
      { width: 375, colorScheme: "light" },
      { width: 375, colorScheme: "dark" },
    ] as const)("finds nothing at $width px in $colorScheme", async ({ width, colorScheme }) => {
      const charts = await accountWithUsage(service, { monthlyQuota: 64 });
      await service.store.updateAccount(charts.accountId, { plan: "growth" });
      const definition = JSON.stringify({ id: "hall", base: "padel", label: "indoor padel", covered: true });
      await service.store.setSport(charts.accountId, { id: "hall", definition });
      const free = await service.createCaller({ plan: "free", monthlyQuota: 500 });

      const { page, errors } = await openPage({ viewport: { width, height: 800 }, colorScheme });
      await page.goto(`http://127.0.0.1:${service.ports.http}/dashboard`);
      expect(await faultsIn(page)).toEqual([]);
      await enterKey(page, "wsk_wrong");
      await page.getByRole("alert").waitFor();
      expect(await faultsIn(page)).toEqual([]);
      for (const { key } of [free, charts]) {
        await enterKey(page, key);
        await page.locator("#usage").waitFor();
        expect(await faultsIn(page)).toEqual([]);
        await page.getByRole("button", { name: "Forget key" }).click();
      }
      await enterKey(page, charts.key);
      await page.getByLabel("Compare with").selectOption("September 2026");
      await page.getByRole("img", { name: /A line has those of September 2026/ }).waitFor();
      expect(await faultsIn(page)).toEqual([]);
      expect(errors).toEqual([]);
    });
  },
);
