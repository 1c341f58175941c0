import type { ConnectError } from "@connectrpc/connect";
import { secondsToNextDay, secondsToNextMonth, type Month } from "../../accounts/month.ts";
import { DAY_MS } from "../../lib/time/clock.ts";

export type RateLimitHeaders = Readonly<Record<"ratelimit-policy" | "ratelimit", string>>;

/**
 * `RateLimit-Policy: "month";q=500;w=2592000` and `RateLimit: "month";r=493;t=86400`: the limit and its window in seconds,
 * what remains and for how many seconds (structured fields,
 * https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/).
 */
export function monthLimitHeaders(
  month: Month,
  { quota, used, nowMs }: { quota: number; used: number; nowMs: number },
): RateLimitHeaders {
  return {
    "ratelimit-policy": `"month";q=${quota};w=${month.lengthSeconds}`,
    ratelimit: `"month";r=${Math.max(0, quota - used)};t=${secondsToNextMonth(nowMs)}`,
  };
}

/**
 * The same for the day of a publishable key; without `usedOfDay`, all of it is used. What its account has left is not public.
 */
export function dayLimitHeaders(limit: {
  callsADay: number;
  usedOfDay?: number | undefined;
  nowMs: number;
}): RateLimitHeaders {
  const { callsADay, usedOfDay = callsADay, nowMs } = limit;
  return {
    "ratelimit-policy": `"day";q=${callsADay};w=${DAY_MS / 1000}`,
    ratelimit: `"day";r=${Math.max(0, callsADay - usedOfDay)};t=${secondsToNextDay(nowMs)}`,
  };
}

/** A refusal also says what is left. */
export function refusedWith(error: ConnectError, headers: RateLimitHeaders): ConnectError {
  for (const [name, value] of Object.entries(headers)) error.metadata.set(name, value);
  return error;
}
