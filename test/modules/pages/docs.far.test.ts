// The API reference in a real browser, against the real service.
import { expect, it } from "vitest";
import { DAY_MS } from "../../../src/lib/time/clock.ts";
import { describeInChromium, useServicePage } from "../../support/programs/use-chromium.ts";
import { enterKey, forecastShown, tryOut } from "./reference-actions.ts";

describeInChromium("the API reference", (openPage) => {
  const { service, origin, open } = useServicePage(openPage, "/docs");

  it("tries out a call with a key that it forgets on reload, and breaks no policy", async () => {
    const { key, accountId } = await service().createCaller();
    const { page, errors, requests } = await open();
    await forecastShown(page);
    await enterKey(page, key);
    expect(await tryOut(page, "/v1/forecast")).toBe("200");
    expect(await service().store.usage(accountId, "2026-11")).toMatchObject([
      { method: "GetForecast", calls: 1 },
    ]);
    expect(errors).toEqual([]);
    expect(requests.filter((url) => !url.startsWith(origin()) && !url.startsWith("data:"))).toEqual([]);
    expect(requests.join()).not.toContain(key);
    const kept = "[localStorage.length, sessionStorage.length, document.cookie]";
    expect(await page.evaluate(kept)).toEqual([0, 0, ""]);
    await page.reload();
    expect(await tryOut(page, "/v1/forecast")).toBe("401");
  });

  it("folds an operation's refusals, and opens them on demand", async () => {
    const { page, errors } = await open();
    await forecastShown(page);
    await page.locator(".opblock-summary-control").nth(2).click();
    const statuses = page.locator(".responses-table tbody .response-col_status").filter({ visible: true });
    expect(await statuses.allInnerTexts()).toEqual(["200", "304"]);
    await page.getByText("Refusals and failures").click();
    expect((await statuses.allInnerTexts()).slice(2, 5)).toEqual(["400", "401", "403"]);
    expect(errors).toEqual([]);
  });

  it("fills its forms with future times, whatever the date is", async () => {
    const { key } = await service().createCaller();
    const { page, errors } = await openPage();
    service().clock.advance(100 * DAY_MS);
    await page.clock.install({ time: service().clock.nowMs() });
    await page.goto(`${origin()}/docs`);
    await enterKey(page, key);
    expect(await tryOut(page, "/v1/booking-confidence")).toBe("200");
    expect(await tryOut(page, "/v1/safe-slots")).toBe("200");
    expect(errors).toEqual([]);
  });
});
