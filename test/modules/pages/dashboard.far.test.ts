// The dashboard in a real browser, against the real service.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CALLERS_CACHED_MS } from "../../../src/accounts/serving-store.ts";
import {
  accountWithUsage,
  NOVEMBER,
  NOVEMBER_CALLS,
  SEPTEMBER_CALLS,
} from "../../support/service/account-with-usage.ts";
import { describeInChromium, PATIENCE, useServicePage } from "../../support/programs/use-chromium.ts";
import { enterKey, shownNumber, shownRows } from "./dashboard-actions.ts";

describeInChromium("the dashboard", (openPage) => {
  const { service, origin, open } = useServicePage(openPage, "/dashboard");

  /** The page with a key entered and its figures shown. */
  const openWith = async (key: string) => {
    const observed = await open();
    await enterKey(observed.page, key);
    await observed.page.locator("#usage").waitFor();
    return observed;
  };
  const openUsage = async (quota?: Parameters<typeof accountWithUsage>[1]) => {
    const account = await accountWithUsage(service(), quota);
    return { ...account, ...(await openWith(account.key)) };
  };

  it("shows the figures of the quota headers, and each day's calls in the chart", async () => {
    const { key } = await accountWithUsage(service());
    const call = await fetch(`${origin()}/v1/sports`, { headers: { "x-api-key": key } });
    const [, quota] = /q=(\d+)/.exec(call.headers.get("ratelimit-policy") ?? "") ?? [];
    const [, left] = /r=(\d+)/.exec(call.headers.get("ratelimit") ?? "") ?? [];
    const { page, errors } = await openWith(key);
    await page.getByRole("heading", { name: "Test" }).waitFor();
    await page.getByText("Starter plan, GBP 49 a month").waitFor();
    expect(await shownNumber(page, "quota")).toBe(Number(quota));
    expect(await shownNumber(page, "left")).toBe(Number(left));
    expect(await shownNumber(page, "used")).toBe(NOVEMBER_CALLS);
    const drawn = "Chart.getChart('chart').data.datasets.map(({label, data}) => [label, data.slice(0, 20)])";
    const onDays = (calls: Readonly<Record<number, number>>) =>
      Array.from({ length: 20 }, (_, i) => calls[i + 1] ?? 0);
    expect(await page.evaluate(drawn)).toEqual([
      ["Booking confidence", onDays({ 3: 21 })],
      ["Forecast", onDays({ 1: 7, 3: 11 })],
      ["Safe slots", onDays({ 3: 4, 20: 13 })],
    ]);
    expect(errors).toEqual([]);
  });

  it("says in words how much is used, how the month will probably end, when the quota resets, and how much each method and key used", async () => {
    const { key, page } = await openUsage({ monthlyQuota: 64 });
    const meter = page.getByRole("meter", { name: "This month's requests" });
    expect(await meter.getAttribute("aria-valuetext")).toBe("56 of 64 requests used");
    expect(await meter.getAttribute("data-level")).toBe("near-limit");
    expect(await page.locator("#used-share").innerText()).toBe("87.5% used.");
    expect(await page.locator("#resets").innerText()).toMatch(
      // Whether there is a comma depends on the browser's version.
      /^Starts afresh in 9 days: on Tuesday,? 1 December 2026, 00:00 UTC\.$/,
    );
    expect(await shownRows(page, "methods-body")).toEqual([
      ["Booking confidence", "21", "37.5%"],
      ["Forecast", "18", "32.1%"],
      ["Safe slots", "17", "30.4%"],
    ]);
    const marks = await page.evaluate<readonly string[]>(
      "['meter-fill', 'mark-80', 'mark-100', 'meter-projected'].map((id) => document.getElementById(id).style.inlineSize)",
    );
    // 84 of 64 are expected, so the meter ends at 84.
    const shares = [56, 0.8 * 64, 64, 84].map((calls) => expect.closeTo((calls / 84) * 100, 2));
    expect(marks.map((size) => Number.parseFloat(size))).toEqual(shares);
    expect(await page.locator("#projected").innerText()).toBe("≈ 84");
    expect(await page.locator("#projection").innerText()).toMatch(
      /^Going by 20 full days, the month ends with about 84 requests\. All are used up on Monday,? 23 November 2026\.$/,
    );
    await page.getByText("How the month's end is worked out").click();
    await page.getByText("The mean of this month's full days").waitFor();
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

  it("shows an empty meter and no chart before the first call, and a request to copy, which works and then shows as under 0.1%", async () => {
    const { key } = await service().createCaller({ plan: "starter", monthlyQuota: 25_000 });
    const { page, errors } = await openWith(key);
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
    expect(await page.locator("#used-share").innerText()).toBe("Under 0.1% used.");
    expect(await page.locator("#first-request").isVisible()).toBe(false);
  });

  it("keeps the key in memory: it is in no URL, no storage, and not in the page after it is accepted", async () => {
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
    // What stays is a line to paste, with the service's address and no key.
    const left = (await page.locator("#usage").innerText()).replaceAll(origin(), "");
    expect(left).not.toMatch(/Starter|56|wsk_/);
  });

  describe("tells what is wrong, and what to do", () => {
    it("with a suspended account", async () => {
      const { key, accountId } = await service().createCaller({ plan: "starter" });
      await service().store.updateAccount(accountId, { isSuspended: true });
      const { page } = await open();
      await enterKey(page, key);
      const problem = page.getByRole("alert");
      await problem.waitFor();
      expect(await problem.innerText()).toMatch(/^No figures for this key\s+.*suspended/);
    });

    it("when the service cannot answer, and keeps the figures shown before", async () => {
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

    it("when a key is revoked while the page is open, and removes its figures", async () => {
      const { accountId, page } = await openUsage();
      const [shown] = await service().store.listKeys(accountId);
      await service().store.revokeKey(shown?.id ?? "");
      service().clock.advance(CALLERS_CACHED_MS);
      await page.getByRole("button", { name: "Refresh" }).click();
      await page.getByRole("alert").getByText("This key was not accepted").waitFor();
      expect(await page.locator("#usage").isVisible()).toBe(false);
    });
  });

  it("redraws the chart in the other scheme's colours when the scheme changes", async () => {
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

  it("compares a month with another month, in the chart and in every table, and shows the other month when it is chosen", async () => {
    const { page, errors } = await openUsage();
    const compare = page.getByLabel("Compare with");
    expect(await compare.locator("option").allInnerTexts()).toEqual([
      "no other",
      "October 2026",
      "September 2026",
    ]);
    await compare.selectOption("September 2026");
    await page.getByRole("img", { name: /A line shows those of September 2026/ }).waitFor();
    const lines =
      "Chart.getChart('chart').data.datasets.filter(({type}) => type === 'line').map(({data}) => data[29])";
    expect(await page.evaluate(lines)).toEqual([SEPTEMBER_CALLS]);
    expect(await shownRows(page, "methods-body")).toEqual([
      ["Booking confidence", "21", "37.5%", "0"],
      ["Forecast", "18", "32.1%", "3"],
      ["Safe slots", "17", "30.4%", "0"],
    ]);
    expect(await shownRows(page, "keys-body")).toEqual([[expect.any(String), "56", "100%", "3"]]);
    await page.getByText("Show as a table").click();
    expect((await shownRows(page, "days-body")).at(-1)).toEqual(["30 Nov", "0", "0", "0", "0", "3"]);
    // A refresh keeps the comparison. It ends when the other month is chosen: a month is not compared with itself.
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect.poll(() => compare.inputValue(), PATIENCE).toBe("2026-09");
    await page.getByLabel("Month", { exact: true }).selectOption("September 2026");
    await page.getByRole("img", { name: /requests per day in September 2026/ }).waitFor();
    expect(await compare.inputValue()).toBe("");
    expect(await shownRows(page, "methods-body")).toEqual([["Forecast", String(SEPTEMBER_CALLS), "100%"]]);
    expect(await shownNumber(page, "used")).toBe(NOVEMBER_CALLS);
    expect(errors).toEqual([]);
  });

  it("shows the 31st of a longer month that it compares with", async () => {
    const { accountId, keyId, key } = await accountWithUsage(service());
    const call = { accountId, keyId, month: "2026-10", day: 31, method: "GetForecast", quota: 25_000 };
    await service().store.spend(call);
    const { page } = await openWith(key);
    await page.getByLabel("Compare with").selectOption("October 2026");
    await page.getByRole("img", { name: /A line shows those of October 2026/ }).waitFor();
    const line = "Chart.getChart('chart').data.datasets[0].data[30]";
    const label = "Chart.getChart('chart').data.labels[30]";
    expect(await page.evaluate(`[${label}, ${line}]`)).toEqual([31, 1]);
    await page.getByText("Show as a table").click();
    expect((await shownRows(page, "days-body")).at(-1)).toEqual(["31 Oct", "0", "0", "0", "0", "1"]);
  });

  it("offers the calls by day and by key as files that are made in the page", async () => {
    const { key, keyId, page, requests, errors } = await openUsage();
    const asked = requests.length;
    const download = async (section: string) => {
      const button = page
        .getByRole("region", { name: section })
        .getByRole("button", { name: "Download as CSV" });
      const [file] = await Promise.all([page.waitForEvent("download"), button.click()]);
      return {
        name: file.suggestedFilename(),
        lines: readFileSync(await file.path(), "utf8").split("\r\n"),
      };
    };
    const days = await download("Requests per day");
    expect(days.name).toBe("requests-2026-11.csv");
    expect(days.lines.slice(0, 4)).toEqual([
      '\uFEFF"day","GetBookingConfidence","GetForecast","RankSafeSlots","total"',
      '"2026-11-01",0,7,0,7',
      '"2026-11-02",0,0,0,0',
      '"2026-11-03",21,11,4,36',
    ]);
    // A heading, 21 days, and what follows the last line break.
    expect(days.lines).toHaveLength(23);
    expect(await download("By key")).toEqual({
      name: "requests-2026-11-by-key.csv",
      lines: [
        '\uFEFF"month","key_id","label","starts_with","revoked","requests"',
        `"2026-11","${keyId}","","${key.slice(0, 8)}","no",56`,
        "",
      ],
    });
    expect(requests.slice(asked).filter((url) => !url.startsWith("blob:"))).toEqual([]);
    expect(errors).toEqual([]);
  });

  it("draws the curves of the account's own sports", async () => {
    const hall = { base: "padel", label: "indoor padel", covered: true };
    const { page, errors } = await openWith((await service().createOwner({ hall })).key);
    await page.getByRole("heading", { name: "indoor padel" }).waitFor();
    await page.getByText("sport=hall, based on padel").waitFor();
    for (const factor of ["Rain", "Wind", "Temperature"]) {
      await page.getByRole("img", { name: new RegExp(`^${factor}.*: score .*100 at `) }).waitFor();
    }
    expect(errors).toEqual([]);
  });

  it("shows the figures on a plan without charts, and says which plan has charts", async () => {
    const { key, accountId } = await service().createCaller({ plan: "free", monthlyQuota: 500 });
    const spending = { accountId, month: "2026-11", day: 20, method: "GetForecast", quota: 500 };
    await service().store.spend(spending);
    const { page, errors } = await openWith(key);
    await page.getByText("come with the Starter plan").waitFor();
    expect(await shownNumber(page, "used")).toBe(1);
    expect(await shownNumber(page, "left")).toBe(499);
    expect(await page.locator("#charts").isVisible()).toBe(false);
    expect(await page.locator("#first-request").isVisible()).toBe(false);
    await page.getByRole("button", { name: "Refresh" }).click();
    await page.getByText("Usage in November 2026 is shown.").waitFor();
    expect(errors).toEqual([]);
  });
});
