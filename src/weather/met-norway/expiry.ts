import { HOUR_MS, MINUTE_MS } from "../../clock.ts";
import { httpDateMs } from "../provider/retry-after-seconds.ts";

/** Without an Expires, or with one in the past, an answer is cached for so long: polling is what gets clients blocked. */
const CACHED_MS_MIN = MINUTE_MS;

/** An Expires some hours ahead is a mistake; recorded ones were half an hour ahead. */
const CACHED_MS_MAX = 3 * HOUR_MS;

/**
 * Asked for at random up to so much later than it might be: places that were fetched together, as after a restart or
 * when another source went down, do not stay together.
 */
const SPREAD_MS = 2 * MINUTE_MS;

/**
 * When an answer may be asked for again, Unix ms. By the provider's own clock where it tells, as ours may be off: a Date,
 * and how long ago that was (Age) where the answer comes from a cache before the provider.
 */
export function metNorwayExpiryMs(options: {
  readonly headers: ReadonlyMap<string, string>;
  readonly nowMs: number;
  /** From 0 up to 1. */
  readonly random: () => number;
}): number {
  const { headers, nowMs, random } = options;
  const dateMs = httpDateMs(headers.get("date")) ?? nowMs;
  const expiresMs = httpDateMs(headers.get("expires")) ?? dateMs;
  const ageMs = secondsFrom(headers.get("age")) * 1000;
  const cachedMs = Math.min(CACHED_MS_MAX, Math.max(CACHED_MS_MIN, expiresMs - dateMs - ageMs));
  return nowMs + cachedMs + random() * SPREAD_MS;
}

function secondsFrom(text = ""): number {
  return /^\d+$/.test(text) ? Number(text) : 0;
}
