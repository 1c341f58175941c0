const MONTHS_MAX = 13;

/**
 * The months from the current one back to the first with requests, at most 13. Months without requests in between are
 * included.
 * @param {Pick<import("./fetch-usage.js").Usage, "quota" | "months">} usage
 */
export function monthsOf({ quota, months }) {
  const calls = new Map(months.map((each) => [each.month, each.calls]));
  const current = quota.asOf.slice(0, "2026-11".length);
  const first = months.at(-1)?.month ?? current;
  const all = [];
  for (let month = current; month >= first && all.length < MONTHS_MAX; month = monthBefore(month)) {
    all.push({ month, calls: calls.get(month) ?? 0 });
  }
  return all;
}

/**
 * Every day of a month: `2026-11-01` …
 * @param {string} month
 */
export function daysOf(month) {
  const [year = 0, monthNumber = 0] = month.split("-").map(Number);
  const count = new Date(Date.UTC(year, monthNumber, 0)).getUTCDate();
  return Array.from({ length: count }, (_, i) => `${month}-${String(i + 1).padStart(2, "0")}`);
}

/**
 * Every day of a month, then the days by which the compared month is longer: for November beside October, `2026-10-31` is the
 * last.
 * @param {string} month
 * @param {string} [compared]
 */
export function daysBeside(month, compared = month) {
  const days = daysOf(month);
  return [...days, ...daysOf(compared).slice(days.length)];
}

/** @param {string} month */
function monthBefore(month) {
  const [year = 0, monthNumber = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, monthNumber - 2)).toISOString().slice(0, "2026-11".length);
}
