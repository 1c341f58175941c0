import { secondsToNextMonth, type Month } from "../accounts/month.ts";

/**
 * `RateLimit-Policy: "month";q=500;w=2592000` and `RateLimit: "month";r=493;t=86400`: what is allowed in how many
 * seconds, what remains and for how many seconds more
 * (structured fields, https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/).
 */
export function rateLimitHeaders(
  month: Month,
  { quota, used, nowMs }: { quota: number; used: number; nowMs: number },
): readonly (readonly [name: string, value: string])[] {
  const remaining = Math.max(0, quota - used);
  return [
    ["ratelimit-policy", `"month";q=${quota};w=${month.lengthSeconds}`],
    ["ratelimit", `"month";r=${remaining};t=${secondsToNextMonth(nowMs)}`],
  ];
}
