import { withMinus } from "./voice.js";

/**
 * What a clock at some place shows.
 * @typedef {object} ZoneClock
 * @property {string} timeZone
 * @property {(time: string) => { day: string, time: string }} read `2026-11-21` and `14:00` of a time in UTC.
 */

/**
 * Undefined for a time zone that the browser does not know: it may be mistyped, or newer than the browser.
 * @param {string} timeZone
 * @returns {ZoneClock | undefined}
 */
export function knownClock(timeZone) {
  try {
    return zoneClock(timeZone);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

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
    timeZone: format.resolvedOptions().timeZone,
    read: (at) => {
      // Uses the parts of the text, because browsers put different characters between them.
      const { year, month, day, hour, minute } = Object.fromEntries(
        format.formatToParts(new Date(at)).map(({ type, value }) => [type, value]),
      );
      return { day: `${year}-${month}-${day}`, time: `${hour}:${minute}` };
    },
  };
}

/** Whether two clocks show the same at that time. @param {ZoneClock} one @param {ZoneClock} other @param {string} at */
export function isSameTime(one, other, at) {
  const [first, second] = [one.read(at), other.read(at)];
  return first.day === second.day && first.time === second.time;
}

/**
 * The same in words: `Sat 21 Nov, 14:00`, or `Sat, Nov 21, 2:00 PM`, and the name of the zone.
 * @typedef {ReturnType<typeof spokenClock>} SpokenClock
 *
 * @param {ZoneClock} clock
 * @param {import("./voice.js").Voice} voice
 */
export function spokenClock({ timeZone }, { locale, words }) {
  const isHalfDay = new Intl.DateTimeFormat(locale, { hour: "numeric" }).resolvedOptions().hour12 === true;
  const time = /** @type {const} */ ({ hour: isHalfDay ? "numeric" : "2-digit", minute: "2-digit" });
  const format = (/** @type {Intl.DateTimeFormatOptions} */ options) =>
    new Intl.DateTimeFormat(locale, options);
  const at = format({ timeZone, weekday: "short", day: "numeric", month: "short", ...time });
  // Those of Portugal are whole words, which do not fit above a column; those of its language do.
  const weekday = new Intl.DateTimeFormat(locale.split("-")[0], { timeZone: "UTC", weekday: "short" });
  const date = format({ timeZone: "UTC", day: "numeric", month: "short" });
  const minutes = format({ timeZone: "UTC", ...time });
  const hours = format({ timeZone: "UTC", hour: "numeric" });
  return {
    zone: zoneName(timeZone, { locale, cities: words.cities }),
    say: (/** @type {string} */ start) => at.format(new Date(start)),
    /** Of `2026-11-21`. @param {string} day */
    sayDay: (day) => ({ weekday: weekday.format(new Date(day)), date: date.format(new Date(day)) }),
    /** Of `14:00`: `2 PM` in a locale with a 12-hour clock. @param {string} text */
    sayTime: (text) =>
      (isHalfDay && text.endsWith(":00") ? hours : minutes).format(new Date(`1970-01-01T${text}Z`)),
  };
}

/**
 * The city of an IANA name, as the reader's language calls it; for a zone without a city its short name, such as `UTC`. The
 * browser's own names need a sentence of their own, such as "Vereinigtes Königreich (Ortszeit)".
 * @param {string} timeZone
 * @param {{ locale: string, cities: Readonly<Record<string, string>> }} spoken
 */
function zoneName(timeZone, { locale, cities }) {
  if (timeZone.includes("/") && !timeZone.startsWith("Etc/")) {
    const city = timeZone.slice(timeZone.lastIndexOf("/") + 1);
    return cities[city] ?? city.replaceAll("_", " ");
  }
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "short" }).formatToParts();
  return withMinus(parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone);
}
