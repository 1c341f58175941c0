import { secondsToNextMonth, type Month } from "../accounts/month.ts";

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
