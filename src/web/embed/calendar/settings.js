// What the attributes of a calendar say.
import { wrongSetup } from "./problem.js";
import { zoneClock } from "./zone-clock.js";

/** Facts of the venue, passed on as they are: `temp-shift-c` is the parameter `temp_shift_c`. */
const FACTS = ["covered", "sheltered", "floodlit", "surface", "temp-shift-c"];

export const ATTRIBUTES = [
  "src",
  "key",
  "place",
  "sport",
  "duration",
  "step",
  "days",
  "hours",
  "time-zone",
  ...FACTS,
];

/**
 * @typedef {object} Settings
 * @property {string} forecastUrl
 * @property {(startTime: string) => string} confidenceUrl
 * @property {string | undefined} apiKey
 * @property {{ lat: number, lng: number, sport: string, durationMinutes: number }} session
 * @property {number} days
 * @property {{ from: string, to: string }} hours
 * @property {import("./zone-clock.js").ZoneClock} readersClock
 * @property {import("./zone-clock.js").ZoneClock} venueClock The reader's, where the venue's is not known.
 * @property {boolean} isZoneKnown
 */

const PLACE = /^(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)$/;
const HOURS = /^([0-2]\d:[0-5]\d)-([0-2]\d:[0-5]\d)$/;
const HOUR_MS = 3_600_000;

/** As many starts as the service looks at for better ones: a day before the chosen one and a day after it. */
const BETTER_BEFORE_HOURS = 23;
const BETTER_AFTER_HOURS = 24;
const BETTER_MAX = 3;

/**
 * Throws a CalendarProblem that says which attribute to change.
 * @param {HTMLElement} element
 * @param {{ apiKey: string | undefined, serviceUrl: string }} defaults
 * @returns {Settings}
 */
export function readSettings(element, { apiKey, serviceUrl }) {
  const read = (/** @type {string} */ name) => element.getAttribute(name)?.trim() || undefined;
  const [, lat, lng] = PLACE.exec(read("place") ?? "") ?? [];
  if (lat === undefined || lng === undefined) {
    throw wrongSetup('place has to be latitude and longitude, such as place="51.434,-0.214".');
  }
  const [, from, to] = HOURS.exec(read("hours") ?? "08:00-21:00") ?? [];
  if (from === undefined || to === undefined) {
    throw wrongSetup('hours has to be two times of day, such as hours="09:00-21:00".');
  }
  const sport = read("sport") ?? "outdoor";
  const duration = read("duration") ?? "60";
  const days = read("days") ?? "7";
  const timeZone = read("time-zone");
  const readersClock = zoneClock(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const venueClock = timeZone === undefined ? readersClock : clockAt(timeZone);
  const facts = FACTS.flatMap((name) => {
    const value = read(name);
    return value === undefined ? [] : [[name.replaceAll("-", "_"), value]];
  });
  const shared = { lat, lng, sport, duration_minutes: duration, ...Object.fromEntries(facts) };
  const folder = new URL(read("src") ?? serviceUrl, document.baseURI);
  const key = apiKey ?? publishableKey(read("key"));
  const serviceOrigin = new URL(serviceUrl).origin;
  if (key === undefined && folder.origin === serviceOrigin && serviceOrigin !== location.origin) {
    // A page of another origin may not read why it is refused, and would take that for a failing connection.
    throw wrongSetup('it needs src="/…", a path of your server that adds the key, or key="wpk_…".');
  }
  const urlOf = urlsAt(folder.href);
  return {
    forecastUrl: urlOf("v1/forecast", { ...shared, days, step_minutes: read("step") ?? "60" }),
    confidenceUrl: (startTime) =>
      urlOf("v1/booking-confidence", {
        ...shared,
        start_time: startTime,
        explain: "true",
        odds: "true",
        ...gridOfBetter(startTime, { between: `${from}-${to}`, timeZone: venueClock.timeZone }),
      }),
    apiKey: key,
    session: { lat: Number(lat), lng: Number(lng), sport, durationMinutes: Number(duration) },
    days: Number(days),
    hours: { from, to },
    readersClock,
    venueClock,
    isZoneKnown: timeZone !== undefined,
  };
}

/** @param {string | undefined} key */
function publishableKey(key) {
  if (key !== undefined && !key.startsWith("wpk_")) {
    throw wrongSetup(
      "key takes publishable keys (wpk_…) only. Whoever reads this page can read its key: revoke it if it is a secret one.",
    );
  }
  return key;
}

/** @param {string} timeZone */
function clockAt(timeZone) {
  try {
    return zoneClock(timeZone);
  } catch {
    throw wrongSetup('time-zone has to be an IANA name, such as time-zone="Europe/London".');
  }
}

/**
 * @param {string} src Where `v1/forecast` and `v1/booking-confidence` are.
 * @returns {(path: string, query: Record<string, string>) => string}
 */
function urlsAt(src) {
  const folder = src.endsWith("/") ? src : `${src}/`;
  return (path, query) => {
    const url = new URL(folder + path);
    url.search = new URLSearchParams(query).toString();
    return url.href;
  };
}

/**
 * @param {string} startTime
 * @param {{ between: string, timeZone: string }} options
 */
function gridOfBetter(startTime, { between, timeZone }) {
  const at = (/** @type {number} */ hours) =>
    new Date(Date.parse(startTime) + hours * HOUR_MS).toISOString().replace(".000Z", "Z");
  return {
    alternatives: String(BETTER_MAX),
    earliest_start: at(-BETTER_BEFORE_HOURS),
    latest_start: at(BETTER_AFTER_HOURS),
    between,
    time_zone: timeZone,
  };
}
