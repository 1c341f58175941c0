// What visitors see, in Firefox. Everything else about these pages is tested in Chromium.
import { beforeAll, describe, expect, it } from "vitest";
import {
  HAS_FIREFOX,
  launchFirefox,
  type Firefox,
  type FirefoxPage,
} from "../../support/programs/firefox.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";
import { calendar } from "../calendar/calendar-page.ts";
import { startSite, type Site } from "../calendar/use-site.ts";

const CALENDAR = `document.querySelector("suitability-calendar").shadowRoot`;
const CELLS = `[...${CALENDAR}.querySelectorAll("[data-start]")]`;
const CHOSEN = `${CALENDAR}.querySelector("[part~=details]")`;
const FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth";
const PHONE = { width: 390, height: 844 };
const ENTER = "\uE007";

describe.skipIf(!HAS_FIREFOX)("in Firefox (needs /usr/bin/firefox)", { timeout: 120_000 }, () => {
  let firefox: Firefox;
  let service: TestService;
  let site: Site;
  let key: string;
  const origin = () => `http://127.0.0.1:${service.ports.http}`;
  /** The errors, except the one about the icon, which the site's policy does not allow. */
  const errors = () => firefox.errors().filter((text) => !text.includes("/favicon.ico"));

  beforeAll(async () => {
    service = await startTestService();
    ({ key } = await service.createCaller());
    site = await startSite({ service: origin(), key });
    firefox = await launchFirefox();
    return async () => {
      await firefox.close();
      site.stop();
      await service.stop();
    };
  }, 60_000);

  const expectExplained = async (page: FirefoxPage) => {
    await page.click(`${CELLS}[30]`);
    await page.until(`${CHOSEN}?.textContent.includes("What cost points")`);
  };

  it("the calendar shows its week and explains a start in a page whose policy allows only styles from files", async () => {
    site.show(`<div lang="en-US">${calendar("details")}</div>`);
    const page = await firefox.open(site.origin);
    await expectExplained(page);
    // No content of a cell overflows into the next.
    expect(
      await page.evaluate(`${CELLS}.filter((cell) => cell.scrollHeight > cell.clientHeight).length`),
    ).toBe(0);
    expect(
      await page.evaluate(
        `new Set(${CELLS}.map((cell) => cell.closest("td").clientHeight - cell.offsetHeight)).size`,
      ),
    ).toBe(1);
    expect(errors()).toEqual([]);
  });

  it("the badge shows its verdict", async () => {
    site.show(
      `<suitability-badge src="/weather" place="51.5074,-0.1278" start="2026-11-22T14:00:00Z"></suitability-badge>`,
    );
    const page = await firefox.open(site.origin);
    const text = `document.querySelector("suitability-badge").shadowRoot.textContent`;
    await page.until(`/^[✓!✕] \\d+ /.test(${text})`);
    expect(errors()).toEqual([]);
  });

  it.each([
    { path: "/", shows: `${CELLS}.length > 50` },
    { path: "/dashboard", shows: `document.querySelector("#usage").checkVisibility()` },
  ])("$path takes a key, and shows its data within the width of a phone", async ({ path, shows }) => {
    const page = await firefox.open(origin() + path, PHONE);
    await page.click(`document.querySelector("#key")`);
    await page.type(key + ENTER);
    await page.until(shows);
    if (path === "/") await expectExplained(page);
    expect(await page.evaluate(FITS)).toBe(true);
    expect(errors()).toEqual([]);
  });

  it.each([PHONE, undefined])("/status fits the screen %o (undefined: a desk's)", async (viewport) => {
    const page = await firefox.open(`${origin()}/status`, viewport);
    await page.until(`document.body.innerText.includes("All is well")`);
    expect(await page.evaluate(FITS)).toBe(true);
    expect(errors()).toEqual([]);
  });
});
