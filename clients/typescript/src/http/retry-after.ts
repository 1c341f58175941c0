import { httpDateMs } from "./http-date.ts";

interface ReadHeaders {
  get(name: string): string | null;
}

/** Beyond this, the exact number helps nobody (RFC 9111 section 1.2.2 has the same bound for its seconds). */
const SECONDS_MAX = 2 ** 31;

/**
 * Reads a Retry-After (RFC 9110 section 10.2.3): seconds, or a date, which is compared with the Date of the same response,
 * because clocks differ. Undefined if there is none or it is neither.
 */
export function retryAfterSeconds(headers: ReadHeaders, nowMs = Date.now()): number | undefined {
  // Not every fetch removes the whitespace after a value.
  const text = (headers.get("retry-after") ?? "").trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text), SECONDS_MAX);
  const untilMs = httpDateMs(text);
  if (untilMs === undefined) return undefined;
  const seconds = Math.ceil((untilMs - (httpDateMs(headers.get("date") ?? "") ?? nowMs)) / 1000);
  return Math.min(Math.max(seconds, 0), SECONDS_MAX);
}
