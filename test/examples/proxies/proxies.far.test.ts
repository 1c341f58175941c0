// The proxy in PHP, and a month of the proxies in Node and in PHP.
import { describe, expect, it } from "vitest";
import { HOUR_MS } from "../../../src/lib/time/clock.ts";
import { failingServiceSuite } from "./failing-service-suite.ts";
import { runningServiceSuite } from "./running-service-suite.ts";
import { calendar, GOLF, isPhpInstalled, NODE, PHP, TENNIS } from "./start-proxy.ts";
import { click, useSites } from "./use-sites.ts";

describe.skipIf(!isPhpInstalled)("suitability-proxy.php (skipped without PHP)", { timeout: 240_000 }, () => {
  runningServiceSuite(PHP.start);
  failingServiceSuite(PHP.start);
});

describe.each(isPhpInstalled ? [NODE, PHP] : [NODE])("$name", { timeout: 240_000 }, (proxy) => {
  const { service, startSite, refusals } = useSites(proxy.start);

  it("gets through a month on Free with two sports, clicks and a stranger who clicks on everything", async () => {
    const site = await startSite();
    const decemberMs = Date.parse("2026-12-01T00:00:00Z");
    site.pass(decemberMs - service().clock.nowMs());
    const refusalsBefore = await refusals();
    const ages: number[] = [];
    let answeredClicks = 0;
    const visitClick = async (startMs: number) => {
      const { status } = await site.visit(click(startMs));
      expect([200, 429]).toContain(status);
      if (status === 200) answeredClicks += 1;
    };
    for (let hour = 0; hour < 31 * 24; hour += 1) {
      const hourMs = decemberMs + hour * HOUR_MS;
      for (const query of [TENNIS, GOLF]) {
        const answer = await site.visit(calendar(query));
        expect(answer.status).toBe(200);
        ages.push(Number(answer.headers.get("age")));
      }
      if (hour === 5) for (let i = 0; i < 160; i += 1) await visitClick(hourMs + i * HOUR_MS);
      else if (hour % 3 === 0) await visitClick(hourMs + ((hour % 40) + 1) * HOUR_MS);
      if (hour === 31 * 24 - 1) break;
      site.pass(HOUR_MS);
    }
    expect(await refusals()).toBe(refusalsBefore);
    // The quota is used up. A calendar's answers are up to three hours old, or four after clicks took their share.
    expect(await site.used()).toBe(500);
    expect(Math.max(...ages)).toBeLessThanOrEqual((4 * HOUR_MS) / 1_000);
    expect(answeredClicks).toBeGreaterThan(125);
  });
});
