import { secondsToNextDay, secondsToNextMonth, type Month } from "../accounts/month.ts";
import { DAY_MS } from "../clock.ts";

/**
 * Sets `RateLimit-Policy: "month";q=500;w=2592000` and `RateLimit: "month";r=493;t=86400`: what is allowed in how many
 * seconds, what remains and for how many seconds more
 * (structured fields, https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/).
 */
export function setRateLimitHeaders(
  headers: Headers,
  month: Month,
  { quota, used, nowMs }: { quota: number; used: number; nowMs: number },
): void {
  headers.set("ratelimit-policy", `"month";q=${quota};w=${month.lengthSeconds}`);
  headers.set("ratelimit", `"month";r=${Math.max(0, quota - used)};t=${secondsToNextMonth(nowMs)}`);
}

/**
 * The same of a publishable key and its day, all of which is used where nothing is said. What its account has left is not
 * for everybody who reads the page.
 */
export function setDayLimitHeaders(
  headers: Headers,
  limit: { callsADay: number; usedOfDay?: number | undefined; nowMs: number },
): void {
  const { callsADay, usedOfDay = callsADay, nowMs } = limit;
  headers.set("ratelimit-policy", `"day";q=${callsADay};w=${DAY_MS / 1000}`);
  headers.set("ratelimit", `"day";r=${Math.max(0, callsADay - usedOfDay)};t=${secondsToNextDay(nowMs)}`);
}
