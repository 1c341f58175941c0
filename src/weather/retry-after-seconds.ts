/** No provider's limit is longer, and one that claims so must not be able to switch itself off for good. */
const SECONDS_MAX = 25 * 3600;

/**
 * Reads a Retry-After (https://www.rfc-editor.org/rfc/rfc9110#field.retry-after): seconds, or a date. Undefined where
 * there is none, or none that can be read.
 */
export function retryAfterSeconds(
  header: string | undefined,
  { nowMs }: { readonly nowMs: number },
): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - nowMs) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.min(SECONDS_MAX, Math.max(0, seconds));
}
