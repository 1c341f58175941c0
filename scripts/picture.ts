// Makes the picture of the README, docs/images/dashboard.png: the usage dashboard of an account in the middle of its
// month, as Chromium shows it. `node scripts/picture.ts`, whenever the page has changed.
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { AccountRecord, UsageRow } from "../src/accounts/account-store.ts";
import { issueApiKey } from "../src/accounts/issue-api-key.ts";
import { DAY_MS } from "../src/clock.ts";
import { launchChromium, openPage } from "../test/dashboard/browser.ts";
import { enterKey } from "../test/dashboard/page-actions.ts";
import { NOW_MS, startTestService } from "../test/support/test-service.ts";

const PICTURE = new URL("../docs/images/dashboard.png", import.meta.url).pathname;

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

/** A booking site's week: busiest before and at the weekend, and a little more each month. */
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
  yield { account: ACCOUNT, keys: [], sports: [], usage: usage(), verdicts: [] };
}

const service = await startTestService();
const browser = await launchChromium();
try {
  await service.store.importAccounts(records());
  const issued = await issueApiKey({ store: service.store, accountId: ACCOUNT.id });
  const { page } = await openPage(browser, {
    viewport: { width: 1100, height: 900 },
    colorScheme: "light",
    reducedMotion: "reduce",
  });
  await page.goto(`http://127.0.0.1:${service.ports.http}/dashboard`);
  await enterKey(page, issued?.apiKey ?? "");
  await page.locator("#usage").waitFor();
  mkdirSync(dirname(PICTURE), { recursive: true });
  await page.screenshot({ path: PICTURE });
} finally {
  await browser.close();
  await service.stop();
}
