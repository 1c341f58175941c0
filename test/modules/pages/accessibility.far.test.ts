// Every page in a real browser, opened and in use: axe finds no fault, no policy is broken, and everything fits the screen.
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { configFromEnvironment } from "../../../src/app/settings/config.ts";
import { accountWithUsage } from "../../support/service/account-with-usage.ts";
import { axeFaults } from "../../support/programs/axe-faults.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";
import { describeInChromium, PATIENCE } from "../../support/programs/use-chromium.ts";
import { enterKey as enterKeyInDashboard } from "./dashboard-actions.ts";
import { cellsOf } from "../calendar/calendar-page.ts";
import { enterKey as enterKeyInReference, forecastShown, tryOut } from "./reference-actions.ts";

/** The parts of a configuration that pages show. */
function shownOf(settings: Readonly<Record<string, string>>) {
  const { brand, modules } = configFromEnvironment(settings);
  return { brand, modules };
}

const brand = (color: string) => ({
  BRAND_NAME: "Ace Courts",
  BRAND_COLOR: color,
  SUPPORT_CONTACT: "help@ace.example",
});

/** Code and short tables that have to be scrolled to be read. */
const CLIPPED = `[...document.querySelectorAll("pre, pre code, .card > table")]
  .filter((each) => each.clientWidth > 0 && each.scrollWidth > each.clientWidth)
  .map((each) => each.textContent.trim().slice(0, 40))`;

/** What axe finds with every <details> open, and the widths that the page or a text in it does not fit. */
async function faultsIn(page: Page, narrowest = 320): Promise<readonly string[]> {
  await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
  const faults = [...(await axeFaults(page))];
  const { width: own = 0, height = 0 } = page.viewportSize() ?? {};
  for (const width of [narrowest, own]) {
    await page.setViewportSize({ width, height });
    const overflow = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
    if (await page.evaluate(overflow)) faults.push(`wider than ${width} px`);
    const clipped = await page.evaluate<string[]>(CLIPPED);
    faults.push(...clipped.map((text) => `cut off at ${width} px: ${text}`));
  }
  return faults;
}

const LOOKS = [
  { look: "a desk, light", settings: {}, width: 1280, colorScheme: "light" },
  {
    look: "a phone, dark, with an operator's brand",
    settings: brand("#ffff00"),
    width: 375,
    colorScheme: "dark",
  },
] as const;

describeInChromium("every page", (openPage) => {
  describe.each(LOOKS)("on $look", ({ settings, width, colorScheme }) => {
    let service: TestService;
    beforeAll(async () => {
      service = await startTestService(shownOf(settings));
      return service.stop;
    }, PATIENCE.timeout);

    const open = async (path: string) => {
      const observed = await openPage({ viewport: { width, height: 800 }, colorScheme });
      await observed.page.goto(`http://127.0.0.1:${service.ports.http}${path}`);
      return observed;
    };

    it.each(["/docs", "/status", "/nothing-of-this-name"])("is accessible at %s", async (path) => {
      const { page, errors } = await open(path);
      expect(await faultsIn(page)).toEqual([]);
      // Chromium logs a status of 404 as an error.
      expect(errors.filter((error) => !error.includes("404"))).toEqual([]);
    });

    it("is accessible at /, before and after a start is chosen", async () => {
      const { page, errors } = await open("/");
      expect(await faultsIn(page)).toEqual([]);
      await page.getByLabel("API key").fill((await service.createCaller()).key);
      await page.getByRole("button", { name: "Show the week" }).click();
      await cellsOf(page).nth(30).click();
      await page.getByText("What cost points").waitFor();
      expect(await faultsIn(page)).toEqual([]);
      expect(errors).toEqual([]);
    });

    it("is accessible at /dashboard, with a key that is wrong, on a plan without charts, and with months compared", async () => {
      const charts = await accountWithUsage(service, { monthlyQuota: 64 });
      await service.store.updateAccount(charts.accountId, { plan: "growth" });
      const definition = JSON.stringify({ id: "hall", base: "padel", label: "indoor padel", covered: true });
      await service.store.setSport(charts.accountId, { id: "hall", definition });
      const free = await service.createCaller({ plan: "free", monthlyQuota: 500 });
      const { page, errors } = await open("/dashboard");
      await enterKeyInDashboard(page, "wsk_wrong");
      await page.getByRole("alert").waitFor();
      expect(await faultsIn(page)).toEqual([]);
      await enterKeyInDashboard(page, free.key);
      await page.locator("#usage").waitFor();
      expect(await faultsIn(page)).toEqual([]);
      await page.getByRole("button", { name: "Forget key" }).click();
      await enterKeyInDashboard(page, charts.key);
      await page.getByLabel("Compare with").selectOption("September 2026");
      await page.getByRole("img", { name: /A line shows those of September 2026/ }).waitFor();
      // The table of two months' days needs 375 px.
      expect(await faultsIn(page, 375)).toEqual([]);
      expect(errors).toEqual([]);
    });

    it("has no serious or critical fault at /docs/try, which Swagger UI draws", async () => {
      const { page, errors } = await open("/docs/try");
      await forecastShown(page);
      await enterKeyInReference(page, (await service.createCaller()).key);
      expect(await tryOut(page, "/v1/forecast")).toBe("200");
      await page.getByRole("button", { name: "Authorize" }).first().click();
      await page.locator(".dialog-ux").waitFor();
      expect((await axeFaults(page)).filter((fault) => /^(?:serious|critical) /.test(fault))).toEqual([]);
      expect(errors).toEqual([]);
    });
  });

  describe.each(["#ffff00", "#000000"])("if the operator's colour is %s", (color) => {
    let service: TestService;
    beforeAll(async () => {
      service = await startTestService(shownOf(brand(color)));
      return service.stop;
    }, PATIENCE.timeout);

    it.each(["light", "dark"] as const)("is as accessible as without it, in %s", async (colorScheme) => {
      const { page } = await openPage({ colorScheme });
      for (const path of ["/", "/dashboard", "/docs", "/status"]) {
        await page.goto(`http://127.0.0.1:${service.ports.http}${path}`);
        expect(await axeFaults(page), path).toEqual([]);
      }
    });
  });
});
