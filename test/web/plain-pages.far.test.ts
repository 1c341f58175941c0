// The plain pages in a real browser: nothing that axe finds, no policy broken, no wider than a phone.
import { beforeAll, expect, it } from "vitest";
import { describeInChromium, PATIENCE } from "../support/use-chromium.ts";
import { configFromEnvironment } from "../../src/config/config.ts";
import { startTestService, type TestService } from "../support/test-service.ts";
import { accessibilityFaults } from "./accessibility-faults.ts";

const BRAND = { BRAND_NAME: "Ace Courts", BRAND_COLOR: "#ffd000", SUPPORT_CONTACT: "help@ace.example" };

describeInChromium("the plain pages", (openPage) => {
  let plain: TestService;
  let branded: TestService;

  beforeAll(async () => {
    plain = await startTestService();
    branded = await startTestService({ brand: configFromEnvironment(BRAND).brand });
    return async () => {
      await Promise.all([plain.stop(), branded.stop()]);
    };
  }, PATIENCE.timeout);

  it("are in the navigation of every page by the same name, less the page itself", async () => {
    const { page } = await openPage();
    const pages = { "/": "Calendar", "/docs": "API reference", "/dashboard": "Usage", "/status": "Status" };
    for (const path of [...Object.keys(pages), "/nothing-of-this-name"]) {
      await page.goto(`http://127.0.0.1:${plain.ports.http}${path}`);
      const links = page.getByRole("navigation", { name: "Pages" }).getByRole("link");
      const others = Object.entries(pages).filter(([other]) => other !== path);
      expect(await links.allInnerTexts(), path).toEqual(others.map(([, name]) => name));
    }
  });

  it.each(
    ["/status", "/nothing-of-this-name"].flatMap((path) =>
      (["light", "dark"] as const).flatMap((colorScheme) => [
        { path, colorScheme, width: 1280 },
        { path, colorScheme, width: 390 },
      ]),
    ),
  )("$path, $colorScheme, $width wide", async ({ path, colorScheme, width }) => {
    for (const service of [plain, branded]) {
      const { page, errors } = await openPage({ colorScheme, viewport: { width, height: 800 } });
      await page.goto(`http://127.0.0.1:${service.ports.http}${path}`);
      expect(await accessibilityFaults(page)).toEqual([]);
      // Chromium calls a page that is not there an error.
      expect(errors.filter((error) => !error.includes("404"))).toEqual([]);
      expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
      await page.context().close();
    }
  });
});
