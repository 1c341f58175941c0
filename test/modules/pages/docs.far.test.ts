// The API reference and the page to try the API out, in a real browser against the real service.
import { expect, it } from "vitest";
import { DAY_MS } from "../../../src/lib/time/clock.ts";
import { describeInChromium, useServicePage } from "../../support/programs/use-chromium.ts";
import { enterKey, forecastShown, tryOut } from "./reference-actions.ts";

describeInChromium("the API reference", (openPage) => {
  const { origin, open } = useServicePage(openPage, "/docs");

  it("is whole without scripts, and fits a phone", async () => {
    const { page } = await open({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
    expect(await page.getByText("Latitude in decimal degrees, -90 to 90.").first().isVisible()).toBe(true);
    expect(await page.locator("noscript").isVisible()).toBe(true);
    expect(await page.getByText('"https://HOST/v1/forecast"').isVisible()).toBe(true);
    const { width = 0 } = (await page.locator("html").boundingBox()) ?? {};
    expect(width).toBeLessThanOrEqual(390);
  });

  it("has this service's address and future times in its examples, whatever the date is", async () => {
    const { page, errors } = await openPage();
    await page.clock.install({ time: new Date("2027-03-05T22:00:00Z") });
    await page.goto(`${origin()}/docs`);
    const forms = await page
      .locator("section.operation")
      .evaluateAll((sections) => sections.map((section) => section.querySelector("pre")?.textContent ?? ""));
    expect(forms.every((text) => text.includes(`"${origin()}/v1/`))).toBe(true);
    expect(forms[0]).toContain("-d start_time=2027-03-06T08:00:00Z");
    // A review also has a time in the past: when the customer was told.
    expect(forms[1]).toMatch(/"start_time": "2027-03-06T[^]*"forecast_at": "2027-03-0[1-5]T/);
    expect(errors).toEqual([]);
  });

  it("loads Swagger UI when somebody follows “Try it”, with the keyboard too, and shows the form of that operation", async () => {
    const { page, errors, requests } = await open();
    expect(requests.filter((url) => url.includes("swagger"))).toEqual([]);
    const link = page.getByRole("link", { name: "Try it: /v1/safe-slots" });
    await link.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Execute" }).waitFor();
    expect(await page.locator(".opblock.is-open .opblock-summary-path").innerText()).toBe("/v1/safe-slots");
    expect(requests.filter((url) => url.includes("swagger"))).toHaveLength(2);
    expect(errors).toEqual([]);
  });
});

describeInChromium("the page to try the API out", (openPage) => {
  const { service, origin, open } = useServicePage(openPage, "/docs/try");

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
    await page.goto(`${origin()}/docs/try`);
    await enterKey(page, key);
    expect(await tryOut(page, "/v1/booking-confidence")).toBe("200");
    expect(await tryOut(page, "/v1/safe-slots")).toBe("200");
    expect(errors).toEqual([]);
  });
});
