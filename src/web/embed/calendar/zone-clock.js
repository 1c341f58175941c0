/**
 * What a clock at some place shows.
 * @typedef {object} ZoneClock
 * @property {string} timeZone
 * @property {(time: string) => { day: string, time: string }} read `2026-11-21` and `14:00` of a time in UTC.
 */

/**
 * Throws a RangeError for an unknown time zone.
 * @param {string} timeZone
 * @returns {ZoneClock}
 */
export function zoneClock(timeZone) {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  return {
    timeZone,
    read: (at) => {
      // Uses the parts of the text, because browsers put different characters between them.
      const { year, month, day, hour, minute } = Object.fromEntries(
        format.formatToParts(new Date(at)).map(({ type, value }) => [type, value]),
      );
      return { day: `${year}-${month}-${day}`, time: `${hour}:${minute}` };
    },
  };
}

/**
 * The same in words: `Sat 21 Nov, 14:00`, or `Sat, Nov 21, 2:00 PM`, and the name of the zone.
 * @typedef {ReturnType<typeof spokenClock>} SpokenClock
 *
 * @param {ZoneClock} clock
 * @param {string} locale
 */
export function spokenClock({ timeZone }, locale) {
  const isHalfDay = new Intl.DateTimeFormat(locale, { hour: "numeric" }).resolvedOptions().hour12 === true;
  const time = /** @type {const} */ ({ hour: isHalfDay ? "numeric" : "2-digit", minute: "2-digit" });
  const format = (/** @type {Intl.DateTimeFormatOptions} */ options) =>
    new Intl.DateTimeFormat(locale, options);
  const at = format({ timeZone, weekday: "short", day: "numeric", month: "short", ...time });
  const weekday = format({ timeZone: "UTC", weekday: "short" });
  const date = format({ timeZone: "UTC", day: "numeric", month: "short" });
  const minutes = format({ timeZone: "UTC", ...time });
  const hours = format({ timeZone: "UTC", hour: "numeric" });
  const zone = format({ timeZone, timeZoneName: "longGeneric" });
  return {
    zone: zone.formatToParts().find(({ type }) => type === "timeZoneName")?.value ?? timeZone,
    say: (/** @type {string} */ start) => at.format(new Date(start)),
    /** Of `2026-11-21`. @param {string} day */
    sayDay: (day) => ({ weekday: weekday.format(new Date(day)), date: date.format(new Date(day)) }),
    /** Of `14:00`: `2 PM` in a locale with a 12-hour clock. @param {string} text */
    sayTime: (text) =>
      (isHalfDay && text.endsWith(":00") ? hours : minutes).format(new Date(`1970-01-01T${text}Z`)),
  };
}
