// Seconds in headers, which may come from any proxy or CDN in front of the site.

/** RFC 9110, section 5.6.7: the form that is sent. ECMAScript's toUTCString writes it, so every Date.parse reads it. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** Undefined unless it is digits only, as Age is and mostly Retry-After. @param {string | null} text */
export function headerSeconds(text) {
  return /^\d+$/.test(text?.trim() ?? "") ? Number(text) : undefined;
}

/**
 * RFC 9110, section 10.2.3: seconds, or a date, which is compared with the one of the answer, because clocks differ. Undefined
 * for anything else.
 * @param {Headers} headers
 */
export function retryAfterSeconds(headers) {
  const text = headers.get("retry-after");
  const untilMs = httpDateMs(text);
  if (untilMs === undefined) return headerSeconds(text);
  return Math.max(0, Math.ceil((untilMs - (httpDateMs(headers.get("date")) ?? Date.now())) / 1000));
}

/** @param {string | null} text */
function httpDateMs(text) {
  const ms = HTTP_DATE.test(text?.trim() ?? "") ? Date.parse(text ?? "") : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}
