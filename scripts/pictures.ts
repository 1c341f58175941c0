// `npm run pictures` takes screenshots of the pages for docs/images/, with Chromium, simulated weather and a fixed time: at a
// desk and on a phone, light and dark. Run it after changing a page, and look at the screenshots.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { AccountRecord } from "../src/accounts/store.ts";
import type { UsageRow } from "../src/accounts/usage.ts";
import { issueApiKey } from "../src/accounts/issue-api-key.ts";
import { DAY_MS } from "../src/lib/time/clock.ts";
import { launchChromium, openPage } from "../test/support/programs/chromium.ts";
import { NOW_MS, startTestService } from "../test/support/service/test-service.ts";

const FOLDER = new URL("../docs/images", import.meta.url).pathname;

const DESK = { width: 1100, height: 900 };
const PHONE = { width: 390, height: 844 };

const READER = { locale: "en-GB", timezoneId: "Europe/London", reducedMotion: "reduce" } as const;

const AT_A_DESK = [
  { suffix: "light", viewport: DESK, colorScheme: "light" },
  { suffix: "dark", viewport: DESK, colorScheme: "dark" },
] as const;

const ON_A_PHONE = [
  { suffix: "phone-light", viewport: PHONE, colorScheme: "light" },
  { suffix: "phone-dark", viewport: PHONE, colorScheme: "dark" },
] as const;

const PAGES = [
  { name: "front", path: "/", show: showFront, looks: [...AT_A_DESK, ...ON_A_PHONE] },
  { name: "dashboard", path: "/dashboard", show: showDashboard, looks: AT_A_DESK },
  { name: "docs", path: "/docs", show: showDocs, looks: AT_A_DESK },
];

async function showFront(page: Page, key: string): Promise<void> {
  await page.getByLabel("API key").fill(key);
  await page.getByRole("button", { name: "Show the week" }).click();
  await page.getByRole("gridcell").first().waitFor();
}

async function showDashboard(page: Page, key: string): Promise<void> {
  await page.getByLabel("API key").fill(key);
  await page.getByRole("button", { name: "Show usage" }).click();
  await page.locator("#usage").waitFor();
}

async function showDocs(page: Page): Promise<void> {
  await page.goto(`${page.url()}#booking-confidence`);
}

const ACCOUNT: AccountRecord["account"] = {
  id: "acc_courtfinder",
  name: "Court Finder",
  plan: "starter",
  monthlyQuota: 25_000,
  isSuspended: false,
  createdAtMs: Date.parse("2026-05-04T09:00:00Z"),
  sportsRevision: 0,
};

const METHODS = [
  { method: "GetForecast", share: 0.5 },
  { method: "GetBookingConfidence", share: 0.3 },
  { method: "RankSafeSlots", share: 0.2 },
];

/** The usage of a booking site: busiest at and before the weekend, and growing month by month. */
function usage(): readonly UsageRow[] {
  const callsByWeekday = [760, 410, 380, 430, 520, 690, 830];
  const days = Math.floor((NOW_MS - ACCOUNT.createdAtMs) / DAY_MS);
  return Array.from({ length: days + 1 }, (_, day) => {
    const date = new Date(ACCOUNT.createdAtMs + day * DAY_MS);
    const ripple = 1 + 0.18 * Math.sin(day * 2.3);
    const calls = (callsByWeekday[date.getUTCDay()] ?? 0) * ripple * (0.4 + (0.6 * day) / days);
    return METHODS.map(({ method, share }) => ({
      day: date.toISOString().slice(0, 10),
      method,
      calls: Math.round(calls * share),
    }));
  }).flat();
}

async function* records(): AsyncIterable<AccountRecord> {
  yield { account: ACCOUNT, keys: [], sports: [], usage: usage(), verdicts: [], history: [], audit: [] };
}

const service = await startTestService();
const browser = await launchChromium();
try {
  await service.store.addAccountRecords(records());
  const issued = await issueApiKey({ store: service.store, accountId: ACCOUNT.id });
  const key = issued?.apiKey ?? "";
  mkdirSync(FOLDER, { recursive: true });
  for (const { name, path, show, looks } of PAGES) {
    for (const { suffix, ...look } of looks) {
      const { page } = await openPage(browser, { ...look, ...READER });
      await page.goto(`http://127.0.0.1:${service.ports.http}${path}`);
      await show(page, key);
      await page.screenshot({ path: join(FOLDER, `${name}-${suffix}.png`) });
      await page.context().close();
    }
  }
} finally {
  await browser.close();
  await service.stop();
}
