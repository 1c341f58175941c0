// The calendar in a page whose site runs a proxy, set up as docs/embedding.md says. All proxies answer the same: see running-service-suite.ts.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { CHROMIUM_PATH } from "../../support/chromium.ts";
import { PATIENCE, useChromium } from "../../support/use-chromium.ts";
import { cellsOf } from "../../web/embed/calendar-page.ts";
import { useTestService } from "../../support/use-test-service.ts";
import { NODE, type StartedProxy } from "./start-proxy.ts";

const PAGE = readFileSync(new URL("../../../docs/embedding.md", import.meta.url), "utf8");
const [, CALENDARS = ""] = /SUITABILITY_CALENDARS="([^"]+)"/.exec(PAGE) ?? [];
const [, CLICK = ""] = /SUITABILITY_CLICK="([^"]+)"/.exec(PAGE) ?? [];

const ELEMENT = `<suitability-calendar src="/weather" place="51.434,-0.214" sport="tennis" duration="90"
  time-zone="Europe/London" details></suitability-calendar>`;

describe.skipIf(CHROMIUM_PATH === undefined)(
  "<suitability-calendar> of a site (needs chromium on the PATH)",
  PATIENCE,
  () => {
    const used = useTestService();
    const openPage = useChromium();

    /** The site's page in a browser; what it asks of its server, the proxy answers. */
    async function openSite(service: string, proxy: StartedProxy) {
      const html = `<!doctype html><title>Club</title><script type="module" src="${service}/embed/calendar.js"></script>${ELEMENT}`;
      const server = createServer(async ({ url = "" }, response) => {
        if (!url.startsWith("/weather/")) return response.setHeader("content-type", "text/html").end(html);
        const answer = await proxy.visit(url);
        return response.writeHead(answer.status, [...answer.headers].flat()).end(await answer.text());
      }).listen(0, "127.0.0.1");
      await once(server, "listening");
      onTestFinished(() => void server.close());
      const observed = await openPage({ timezoneId: "Europe/London" });
      await observed.page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      return observed;
    }

    it("has its week, its clicks and its age", async () => {
      const { service, key } = used();
      const url = `http://127.0.0.1:${service.ports.http}`;
      const settings = { url, apiKey: key, calendars: CALENDARS.trim().split(/\s+/), click: CLICK };
      const proxy = await NODE.start(settings, service.clock.nowMs());
      const { page, errors } = await openSite(url, proxy);
      await page.locator(".cell.poor").first().click();
      await page.getByText("Where the points went").waitFor();
      expect(await cellsOf(page).count()).toBeGreaterThan(80);
      expect(await page.getByText("Forecast as it was").count()).toBe(0);
      proxy.setNow(service.clock.nowMs() + 5 * 60_000);
      const another = await openSite(url, proxy);
      await another.page.getByText("Forecast as it was 5 minutes ago.").waitFor();
      expect([...errors, ...another.errors]).toEqual([]);
    });
  },
);
