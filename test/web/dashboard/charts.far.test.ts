// The dashboard's charts, comparisons and files in a real browser, against the real service.
import { readFileSync } from "node:fs";
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, it } from "vitest";
import { accessibilityFaults } from "../accessibility-faults.ts";
import { accountWithUsage, SEPTEMBER_CALLS } from "../../support/account-with-usage.ts";
import { describeInChromium, PATIENCE, useServicePage } from "../../support/use-chromium.ts";
import { enterKey, shownNumber, shownRows } from "./page-actions.ts";

/** What axe finds with all that can be opened open, and the widths that the page is too wide for. */
async function faultsIn(page: Page, narrowest = 320): Promise<readonly string[]> {
  await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
  const faults = [...(await accessibilityFaults(page))];
  const { width: own = 0, height = 0 } = page.viewportSize() ?? {};
  for (const width of [narrowest, own]) {
    await page.setViewportSize({ width, height });
    const overflow = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
    if (await page.evaluate(overflow)) faults.push(`wider than ${width} px`);
  }
  return faults;
}

describeInChromium("the dashboard's charts", (openPage) => {
  const { service, open } = useServicePage(openPage, "/dashboard");

  /** The page with a key entered. */
  const openWith = async (key: string, options?: BrowserContextOptions) => {
    const observed = await open(options);
    await enterKey(observed.page, key);
    await observed.page.locator("#usage").waitFor();
    return observed;
  };
  const openUsage = async (quota?: Parameters<typeof accountWithUsage>[1]) => {
    const account = await accountWithUsage(service(), quota);
    return { ...account, ...(await openWith(account.key)) };
  };

  it("marks 80% and 100%, and says where the month is going and how that is known", async () => {
    const { page } = await openUsage({ monthlyQuota: 64 });
    const shares = await page.evaluate(
      "['meter-fill', 'mark-80', 'mark-100', 'meter-projected'].map((id) => document.getElementById(id).style.inlineSize)",
    );
    // 84 of 64 are expected, so the meter ends at 84.
    const px = (shares as string[]).map((size) => Number.parseFloat(size) / 100);
    for (const [i, of] of [56, 0.8 * 64, 64, 84].entries()) expect(px[i]).toBeCloseTo(of / 84, 4);
    expect(await page.locator("#projected").innerText()).toBe("≈ 84");
    expect(await page.locator("#projection").innerText()).toMatch(
      /^Going by 20 full days, the month ends with about 84 requests\. All are used up on Monday,? 23 November 2026\.$/,
    );
    await page.getByText("How the month's end is worked out").click();
    await page.getByText("The mean of this month's full days").waitFor();
  });

  it("compares a month with another, in the chart and in every table", async () => {
    const { key, page, errors } = await openUsage();
    const compare = page.getByLabel("Compare with");
    expect(await compare.locator("option").allInnerTexts()).toEqual([
      "no other",
      "October 2026",
      "September 2026",
    ]);
    await compare.selectOption("September 2026");
    await page.getByRole("img", { name: /A line has those of September 2026/ }).waitFor();
    const lines =
      "Chart.getChart('chart').data.datasets.filter(({type}) => type === 'line').map(({data}) => data[29])";
    expect(await page.evaluate(lines)).toEqual([SEPTEMBER_CALLS]);
    expect(await shownRows(page, "methods-body")).toEqual([
      ["Booking confidence", "21", "37.5%", "0"],
      ["Forecast", "18", "32.1%", "3"],
      ["Safe slots", "17", "30.4%", "0"],
    ]);
    expect(await shownRows(page, "keys-body")).toEqual([[`${key.slice(0, 8)}…`, "56", "100%", "3"]]);
    await page.getByText("Show as a table").click();
    expect((await shownRows(page, "days-body")).at(-1)).toEqual(["30 Nov", "0", "0", "0", "0", "3"]);
    // Refreshed, it is still compared; chosen itself, it is not compared with itself.
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect.poll(() => compare.inputValue(), PATIENCE).toBe("2026-09");
    await page.getByLabel("Month", { exact: true }).selectOption("September 2026");
    await page.getByRole("img", { name: /requests per day in September 2026/ }).waitFor();
    expect(await compare.inputValue()).toBe("");
    expect(errors).toEqual([]);
  });

  it("gives the days and the keys as files that are made in the page", async () => {
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
    const { key, accountId } = await service().createCaller({ plan: "growth" });
    const definition = JSON.stringify({ id: "hall", base: "padel", label: "indoor padel", covered: true });
    await service().store.setSport(accountId, { id: "hall", definition });
    const { page, errors } = await openWith(key);
    await page.getByRole("heading", { name: "indoor padel" }).waitFor();
    await page.getByText("sport=hall, based on padel").waitFor();
    for (const factor of ["Rain", "Wind", "Temperature"]) {
      await page.getByRole("img", { name: new RegExp(`^${factor}.*: score .*100 at `) }).waitFor();
    }
    expect(errors).toEqual([]);
  });

  it("shows a plan without charts its figures, and says which plan has them", async () => {
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

  it.each([
    { width: 1280, colorScheme: "light" },
    { width: 1280, colorScheme: "dark" },
    { width: 375, colorScheme: "light" },
    { width: 375, colorScheme: "dark" },
  ] as const)("leave axe nothing, and fit $width px in $colorScheme", async ({ width, colorScheme }) => {
    const charts = await accountWithUsage(service(), { monthlyQuota: 64 });
    await service().store.updateAccount(charts.accountId, { plan: "growth" });
    const definition = JSON.stringify({ id: "hall", base: "padel", label: "indoor padel", covered: true });
    await service().store.setSport(charts.accountId, { id: "hall", definition });
    const free = await service().createCaller({ plan: "free", monthlyQuota: 500 });

    const { page, errors } = await openPage({ viewport: { width, height: 800 }, colorScheme });
    await page.goto(`http://127.0.0.1:${service().ports.http}/dashboard`);
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
    // The days of two months beside each other take the width of a phone.
    expect(await faultsIn(page, 375)).toEqual([]);
    expect(errors).toEqual([]);
  });
});
