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
  const text = headers.get("retry-after") ?? "";
  if (/^\d+$/.test(text)) return Math.min(Number(text), SECONDS_MAX);
  const untilMs = httpDateMs(text);
  if (untilMs === undefined) return undefined;
  const seconds = Math.ceil((untilMs - (httpDateMs(headers.get("date") ?? "") ?? nowMs)) / 1000);
  return Math.min(Math.max(seconds, 0), SECONDS_MAX);
}

// The three forms of RFC 9110 section 5.6.7: one to write, and two that are only read.
const IMF_FIXDATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const RFC_850 = /^[A-Z][a-z]{5,8}, (\d{2})-([A-Z][a-z]{2})-(\d{2}) (\d{2}:\d{2}:\d{2}) GMT$/;
const ASCTIME = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) ([ \d]\d) (\d{2}:\d{2}:\d{2}) (\d{4})$/;

function httpDateMs(text: string): number | undefined {
  const date = IMF_FIXDATE.test(text)
    ? text
    : text
        // A retry in the last century would make no sense.
        .replace(RFC_850, "$1 $2 20$3 $4 GMT")
        .replace(ASCTIME, "$2 $1 $4 $3 GMT");
  if (date === text && !IMF_FIXDATE.test(text)) return undefined;
  const ms = Date.parse(date);
  return Number.isNaN(ms) ? undefined : ms;
}
