/** No provider's limit is longer, and one that claims so must not be able to switch itself off for good. */
const SECONDS_MAX = 25 * 3600;

/** At once, or at a time that is over, is no time to wait for; and who has just refused is not to be asked at once. */
const SECONDS_MIN = 1;

/**
 * Reads a Retry-After (https://www.rfc-editor.org/rfc/rfc9110#field.retry-after): seconds, or a date, which is one of
 * the provider's clock where that tells the time, as ours may be off. Undefined where there is none that can be read.
 */
export function retryAfterSeconds(
  headers: ReadonlyMap<string, string>,
  { nowMs }: { readonly nowMs: number },
): number | undefined {
  const text = headers.get("retry-after") ?? "";
  if (/^\d+$/.test(text)) return withinBounds(Number(text));
  const untilMs = httpDateMs(text);
  if (untilMs === undefined) return undefined;
  return withinBounds(Math.ceil((untilMs - (httpDateMs(headers.get("date")) ?? nowMs)) / 1000));
}

/** The time that a header says, Unix ms; undefined where there is none, or none that can be read. */
export function httpDateMs(header: string | undefined): number | undefined {
  const ms = Date.parse(header ?? "");
  return Number.isNaN(ms) ? undefined : ms;
}

function withinBounds(seconds: number): number {
  return Math.min(SECONDS_MAX, Math.max(SECONDS_MIN, seconds));
}
