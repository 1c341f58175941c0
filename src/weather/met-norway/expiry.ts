import { httpDateMs } from "../provider/http-date-ms.ts";

/** Without an Expires, or with one in the past, an answer is held for so long: polling is what gets clients blocked. */
const HELD_MS_MIN = 60_000;

/** An Expires some hours ahead is a mistake; recorded ones were half an hour ahead. */
const HELD_MS_MAX = 3 * 3_600_000;

/**
 * Asked for at random up to so much later than it might be: places that were fetched together, as after a restart or
 * when another source went down, do not stay together.
 */
const SPREAD_MS = 120_000;

/**
 * Until when an answer is not asked for again. By the provider's own clock where it tells, as ours may be off: a Date, and
 * how long ago that was (Age) where the answer comes from a cache before the provider.
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
  const heldMs = Math.min(HELD_MS_MAX, Math.max(HELD_MS_MIN, expiresMs - dateMs - ageMs));
  return nowMs + heldMs + random() * SPREAD_MS;
}

function secondsFrom(text = ""): number {
  return /^\d+$/.test(text) ? Number(text) : 0;
}
