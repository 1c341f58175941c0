// Figures and times in words. Everything is UTC, as the quota is.

const COUNT = new Intl.NumberFormat("en-GB");
const PERCENT = new Intl.NumberFormat("en-GB", { style: "percent", maximumFractionDigits: 1 });
const DAY = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", dateStyle: "full" });
const SHORT_DAY = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", day: "numeric", month: "short" });
const MONTH = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", month: "long", year: "numeric" });
const SHORT_MONTH = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", month: "short", year: "numeric" });
const MINUTE = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", dateStyle: "long", timeStyle: "short" });
const FROM_NOW = new Intl.RelativeTimeFormat("en-GB");

const HOUR_MS = 3_600_000;

/** @type {Readonly<Record<string, string>>} */
const OPERATIONS = {
  GetBookingConfidence: "Booking confidence",
  GetForecast: "Forecast",
  RankSafeSlots: "Safe slots",
  RankVenues: "Venues ranked",
  ReviewBookings: "Reviews of bookings",
  GetTrackRecord: "Track record",
};

/** @param {string} method */
export function operationName(method) {
  return OPERATIONS[method] ?? method;
}

/** `safe_to_book` is "Safe to book". @param {string} verdict */
export function verdictName(verdict) {
  return verdict.charAt(0).toUpperCase() + verdict.slice(1).replaceAll("_", " ");
}

export const words = {
  /** `25,000` @param {number} count */
  count: (count) => COUNT.format(count),
  /** `12.3%`; a share above 0 is never shown as 0%. @param {number} share */
  percent: (share) => (share > 0 && share < 0.001 ? "Under 0.1%" : PERCENT.format(share)),
  /** `Tuesday 1 December 2026` @param {string} time */
  day: (time) => DAY.format(new Date(time)),
  /** `21 Nov` @param {string} day `2026-11-21` */
  shortDay: (day) => SHORT_DAY.format(new Date(day)),
  /** `November 2026` @param {string} month `2026-11` */
  month: (month) => MONTH.format(new Date(`${month}-01`)),
  /** `Nov 2026` @param {string} month `2026-11` */
  shortMonth: (month) => SHORT_MONTH.format(new Date(`${month}-01`)),
  /** `21 November 2026 at 12:20` @param {string} time */
  minute: (time) => MINUTE.format(new Date(time)),
  /**
   * `in 9 days`, in whole days, hours or minutes.
   * @param {string} from
   * @param {string} to
   */
  until: (from, to) => {
    const hours = (Date.parse(to) - Date.parse(from)) / HOUR_MS;
    if (hours >= 48) {
      return FROM_NOW.format(Math.floor(hours / 24), "day");
    }
    return hours >= 1
      ? FROM_NOW.format(Math.floor(hours), "hour")
      : FROM_NOW.format(Math.ceil(hours * 60), "minute");
  },
};
