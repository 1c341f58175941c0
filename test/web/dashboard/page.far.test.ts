// The page in a real browser, against the real service.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { CALLERS_CACHED_MS } from "../../../src/accounts/cached-callers.ts";
import { commandsOn } from "../../cli/use-commands.ts";
import {
  accountWithUsage,
  NOVEMBER,
  NOVEMBER_CALLS,
  SEPTEMBER_CALLS,
} from "../../support/account-with-usage.ts";
import { describeInChromium, PATIENCE, useServicePage } from "../../support/use-chromium.ts";
import { enterKey, shownNumber, shownRows } from "./page-actions.ts";

const METHODS = {
  "Booking confidence": "GetBookingConfidence",
  Forecast: "GetForecast",
  "Safe slots": "RankSafeSlots",
};

/** What the page says to a key that gets no figures. */
async function problemWith(page: Page, key: string): Promise<string> {
  await enterKey(page, key);
  const problem = page.getByRole("alert");
  await problem.waitFor();
  return problem.innerText();
}

describeInChromium("the dashboard", (openPage) => {
  const { service, origin, open } = useServicePage(openPage, "/dashboard");

  /** The page of an account with usage, its key entered and its figures shown. */
  const openUsage = async (quota?: Parameters<typeof accountWithUsage>[1]) => {
    const account = await accountWithUsage(service(), quota);
    const observed = await open();
    await enterKey(observed.page, account.key);
    await observed.page.getByText("Starter plan").waitFor();
    return { ...account, ...observed };
  };

  it("shows the figures of the quota headers and of the command line", async () => {
    const { key, accountId } = await accountWithUsage(service());
    const call = await fetch(`${origin()}/v1/forecast?lat=1&lng=2&days=1`, { headers: { "x-api-key": key } });
    const [, quota] = /q=(\d+)/.exec(call.headers.get("ratelimit-policy") ?? "") ?? [];
    const [, left] = /r=(\d+)/.exec(call.headers.get("ratelimit") ?? "") ?? [];
    const cli = (await commandsOn(service()).runJson(`usage ${accountId}`)) as {
      rows: { day: string; method: string; key_id: string; calls: number }[];
      total: number;
      left: number;
      monthly_quota: number;
    };

    const { page, errors } = await open();
    await enterKey(page, key);
    await page.getByRole("heading", { name: "Test" }).waitFor();
    await page.getByText("Starter plan, GBP 49 a month").waitFor();
    const shown = [
      await shownNumber(page, "quota"),
      await shownNumber(page, "left"),
      await shownNumber(page, "used"),
    ];
    expect(shown).toEqual([Number(quota), Number(left), NOVEMBER_CALLS + 1]);
    expect(shown).toEqual([cli.monthly_quota, cli.left, cli.total]);

    const chart = await page.evaluate(
      "Chart.getChart('chart').data.datasets.map(({label, data}) => ({label, data}))",
    );
    const drawn = (chart as { label: keyof typeof METHODS; data: number[] }[]).flatMap(({ label, data }) =>
      data.flatMap((calls, i) =>
        calls === 0
          ? []
          : { day: `2026-11-${String(i + 1).padStart(2, "0")}`, method: METHODS[label], calls },
      ),
    );
    expect(new Set(drawn)).toEqual(
      new Set(cli.rows.map(({ day, method, calls }) => ({ day, method, calls }))),
    );
    expect(errors).toEqual([]);
  });

  it("says in words how much is used, when it starts afresh, and who used it for what", async () => {
    const { key, page } = await openUsage({ monthlyQuota: 64 });
    const meter = page.getByRole("meter", { name: "This month's requests" });
    expect(await meter.getAttribute("aria-valuetext")).toBe("56 of 64 requests used");
    expect(await meter.getAttribute("data-level")).toBe("near-limit");
    expect(await page.locator("#used-share").innerText()).toBe("87.5% used.");
    expect(await page.locator("#resets").innerText()).toMatch(
      // With or without the comma, as the browser's version has it.
      /^Starts afresh in 9 days: on Tuesday,? 1 December 2026, 00:00 UTC\.$/,
    );
    expect(await shownRows(page, "methods-body")).toEqual([
      ["Booking confidence", "21", "37.5%"],
      ["Forecast", "18", "32.1%"],
      ["Safe slots", "17", "30.4%"],
    ]);
    expect(await shownRows(page, "verdicts-body")).toEqual([
      ["Safe to book", "11", "19.6%"],
      ["Proceed with caution", "10", "17.9%"],
      ["Not recommended", "0", "0%"],
      [expect.stringMatching(/^No verdict\s+Forecasts/), "35", "62.5%"],
    ]);
    expect(await shownRows(page, "keys-body")).toEqual([[`${key.slice(0, 8)}…`, "56", "100%"]]);
    expect(await shownRows(page, "months-body")).toEqual([
      ["Nov 2026", "", "56"],
      ["Oct 2026", "", "0"],
      [expect.stringMatching(/^Sept? 2026$/), "", "3"],
    ]);
    await page.getByText("Show as a table").click();
    expect(await shownRows(page, "days-body")).toEqual([
      ["1 Nov", "0", "7", "0", "7"],
      ["3 Nov", "21", "11", "4", "36"],
      ["20 Nov", "0", "0", "13", "13"],
    ]);
  });

  it("shows an account that has not called yet an empty meter, no chart, and a request that works", async () => {
    const { key } = await service().createCaller({ plan: "starter", monthlyQuota: 25_000 });
    const { page, errors } = await open();
    await enterKey(page, key);
    await page.getByText("No requests in November 2026.").first().waitFor();
    expect(await shownNumber(page, "left")).toBe(25_000);
    expect(await page.locator("#meter-fill").isVisible()).toBe(false);
    expect(await shownRows(page, "months-body")).toEqual([["Nov 2026", "", "0"]]);
    expect(errors).toEqual([]);

    const command = await page.locator("#command").innerText();
    const [, name = "", value = "", url = ""] = /^curl -H "(.*): (.*)" "(.*)"$/.exec(command) ?? [];
    const answer = await fetch(url, { headers: { [name]: value.replace("YOUR_KEY", key) } });
    expect(answer.status).toBe(200);
    await page.getByRole("button", { name: "Refresh" }).click();
    await page.getByRole("img", { name: /requests per day in November 2026/ }).waitFor();
    expect(await page.locator("#first-request").isVisible()).toBe(false);
  });

  it("shows another month when it is chosen, and an empty one in words", async () => {
    const { page, errors } = await openUsage();
    await page.getByLabel("Month", { exact: true }).selectOption("September 2026");
    await page.getByRole("img", { name: /requests per day in September 2026/ }).waitFor();
    expect(await shownRows(page, "methods-body")).toEqual([["Forecast", String(SEPTEMBER_CALLS), "100%"]]);
    expect(await shownNumber(page, "used")).toBe(NOVEMBER_CALLS);
    await page.getByLabel("Month", { exact: true }).selectOption("October 2026");
    await page.getByText("No requests in October 2026.").first().waitFor();
    expect(await page.getByRole("img", { name: /Bar chart/ }).count()).toBe(0);
    expect(errors).toEqual([]);
  });

  it("keeps the key in memory: it is in no URL, no storage, and not in the page once it is accepted", async () => {
    const { page, requests } = await openUsage();
    const stored =
      "JSON.stringify([localStorage, sessionStorage, document.cookie, history.state, location.href])";
    expect(await page.evaluate(stored)).toBe(JSON.stringify([{}, {}, "", null, `${origin()}/dashboard`]));
    expect(await page.getByLabel("API key").inputValue()).toBe("");
    expect(requests.filter((url) => url.includes("wsk_"))).toEqual([]);
    expect(new Set(requests.map((url) => new URL(url).origin))).toEqual(new Set([origin()]));

    await page.getByRole("button", { name: "Forget key" }).click();
    await page.getByLabel("API key").waitFor();
    expect(await page.locator("#usage").isVisible()).toBe(false);
    expect(await page.locator("#usage").innerText()).not.toMatch(/Starter|56/);
  });

  it("calls a request of very many not nothing", async () => {
    const { key } = await service().createCaller({ plan: "enterprise" });
    await fetch(`${origin()}/v1/forecast?lat=1&lng=2&days=1`, { headers: { "x-api-key": key } });
    const { page } = await open();
    await enterKey(page, key);
    await page.getByText("Under 0.1% used.").waitFor();
    expect(await shownNumber(page, "used")).toBe(1);
  });

  describe("tells what is wrong, and what to do", () => {
    it("with a key that is none, or nobody's", async () => {
      const { page, requests } = await open();
      for (const key of ["wsk_wrong", "schlüssel", `wsk_${"0".repeat(38)}`]) {
        expect(await problemWith(page, key), key).toMatch(
          /^This key was not accepted\s+.*Compare it with the key/,
        );
      }
      expect(await page.locator("#usage").isVisible()).toBe(false);
      // Only what may be a key leaves the page.
      expect(requests.filter((url) => url.endsWith("/GetUsage"))).toHaveLength(1);
    });

    it("with a suspended account", async () => {
      const { key, accountId } = await service().createCaller({ plan: "starter" });
      await service().store.updateAccount(accountId, { isSuspended: true });
      const { page } = await open();
      expect(await problemWith(page, key)).toMatch(/^No figures for this key\s+.*suspended/);
    });

    it("when the service cannot answer, with figures shown before left in place", async () => {
      const { page } = await openUsage();
      const path = "**/suitability.v1.UsageService/GetUsage";
      await page.route(path, (route) => route.fulfill({ status: 502, body: "<html>Bad gateway</html>" }));
      await page.getByRole("button", { name: "Refresh" }).click();
      await page.getByRole("alert").getByText("The service cannot answer at the moment").waitFor();
      await page.unroute(path);
      await page.route(path, (route) => route.abort());
      await page.getByRole("button", { name: "Refresh" }).click();
      await page.getByRole("alert").getByText("The service cannot be reached").waitFor();
      expect(await shownNumber(page, "used")).toBe(NOVEMBER_CALLS);
      await page.unroute(path);
      await page.getByRole("button", { name: "Refresh" }).click();
      await page.getByRole("alert").waitFor({ state: "hidden" });
    });

    it("when a key is revoked while the page is open: its figures go", async () => {
      const { accountId, page } = await openUsage();
      const [shown] = await service().store.listKeys(accountId);
      await service().store.revokeKey(shown?.id ?? "");
      service().clock.advance(CALLERS_CACHED_MS);
      await page.getByRole("button", { name: "Refresh" }).click();
      await page.getByRole("alert").getByText("This key was not accepted").waitFor();
      expect(await page.locator("#usage").isVisible()).toBe(false);
    });
  });

  it("draws the chart anew in the colours of the other scheme", async () => {
    const { key } = await accountWithUsage(service());
    const { page } = await open({ colorScheme: "light" });
    await enterKey(page, key);
    await page.getByRole("img", { name: /Bar chart/ }).waitFor();
    const colours = "Chart.getChart('chart').data.datasets.map(({backgroundColor}) => backgroundColor)";
    const light = (await page.evaluate(colours)) as string[];
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(() => page.evaluate(`${colours}[0]`), PATIENCE).not.toBe(light[0]);
    expect(light).toHaveLength(new Set(NOVEMBER.map(([, method]) => method)).size);
  });
});
