/**
 * What a clock at some place shows.
 * @typedef {object} ZoneClock
 * @property {string} timeZone
 * @property {(time: string) => { day: string, time: string }} read `2026-11-21` and `14:00` of a time in UTC.
 * @property {(time: string) => string} say `Sat 21 Nov, 14:00`
 */

/**
 * Throws a RangeError for a time zone that there is not.
 * @param {string} timeZone
 * @returns {ZoneClock}
 */
export function zoneClock(timeZone) {
  const time = /** @type {const} */ ({ timeZone, hourCycle: "h23", hour: "2-digit", minute: "2-digit" });
  const digits = partsBy({ ...time, year: "numeric", month: "2-digit", day: "2-digit" });
  const words = partsBy({ ...time, weekday: "short", day: "numeric", month: "short" });
  return {
    timeZone,
    read: (at) => {
      const { year, month, day, hour, minute } = digits(at);
      return { day: `${year}-${month}-${day}`, time: `${hour}:${minute}` };
    },
    say: (at) => {
      const { weekday, day, month, hour, minute } = words(at);
      return `${weekday} ${day} ${month}, ${hour}:${minute}`;
    },
  };
}

/**
 * A time by its parts: what a browser puts between them changes with its version.
 * @param {Intl.DateTimeFormatOptions} options
 * @returns {(time: string) => Partial<Record<Intl.DateTimeFormatPartTypes, string>>}
 */
function partsBy(options) {
  const format = new Intl.DateTimeFormat("en-GB", options);
  return (time) =>
    Object.fromEntries(format.formatToParts(new Date(time)).map(({ type, value }) => [type, value]));
}
