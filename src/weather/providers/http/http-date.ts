import { HOUR_MS, MINUTE_MS } from "../../../lib/time/clock.ts";

const DAY_NAMES = "Mon|Tue|Wed|Thu|Fri|Sat|Sun";
const LONG_DAY_NAMES = "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday";
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const MONTH = `(?<month>${MONTHS.join("|")})`;
const TIME = "(?<hour>[01]\\d|2[0-3]):(?<minute>[0-5]\\d):(?<second>[0-5]\\d|60)";

/** The form that is sent today, and the two obsolete ones, which have to be read too. */
const FORMS = [
  `(?:${DAY_NAMES}), (?<day>\\d\\d) ${MONTH} (?<year>\\d{4}) ${TIME} GMT`,
  `(?:${LONG_DAY_NAMES}), (?<day>\\d\\d)-${MONTH}-(?<year>\\d\\d) ${TIME} GMT`,
  `(?:${DAY_NAMES}) ${MONTH} (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})`,
].map((form) => new RegExp(`^${form}$`));

/** If a year of two digits would be further ahead than this, it is one of the century before. */
const YEARS_AHEAD_MAX = 50;

/**
 * The time in a header (https://www.rfc-editor.org/rfc/rfc9110#name-date-time-formats), Unix ms; undefined if there is none
 * or it has another form. Date.parse is not used: it takes `1.5` for a day of the year 2001.
 */
export function httpDateMs(header: string | undefined, nowMs: number): number | undefined {
  const parts = FORMS.map((form) => form.exec(header ?? "")?.groups).find((groups) => groups !== undefined);
  if (parts === undefined) return undefined;
  const { year = "", month = "", day, hour, minute, second } = parts;
  const monthIndex = MONTHS.indexOf(month);
  const midnightMs = Date.UTC(fullYear(year, nowMs), monthIndex, Number(day));
  // Date.UTC takes a day that the month does not have for one of the next month.
  if (new Date(midnightMs).getUTCMonth() !== monthIndex) return undefined;
  return midnightMs + Number(hour) * HOUR_MS + Number(minute) * MINUTE_MS + Number(second) * 1000;
}

function fullYear(digits: string, nowMs: number): number {
  if (digits.length > 2) return Number(digits);
  const thisYear = new Date(nowMs).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + Number(digits);
  return year > thisYear + YEARS_AHEAD_MAX ? year - 100 : year;
}
