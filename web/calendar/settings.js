// Reads the attributes of a calendar.
import { wrongSetup } from "./problem.js";
import { startStep, STEP_MIN, stepOfSlots } from "./start-step.js";
import { startTimeMs } from "./start-time.js";
import { knownClock, zoneClock } from "./zone-clock.js";

/** Facts of the venue, passed on unchanged: `temp-shift-c` is the parameter `temp_shift_c`. */
const FACTS = ["covered", "sheltered", "floodlit", "surface", "temp-shift-c"];

export const ATTRIBUTES = [
  "lang",
  "src",
  "api-key",
  "key",
  "place",
  "sport",
  "duration",
  "step",
  "days",
  "hours",
  "slots",
  "time-zone",
  "switches",
  "track-record",
  ...FACTS,
];

/**
 * @typedef {object} Settings
 * @property {string} forecastUrl
 * @property {(startTime: string, lang: string) => string} confidenceUrl
 * @property {string | undefined} trackRecordUrl Undefined unless the record of past forecasts is to be shown.
 * @property {string} badgesUrl The same for all badges of a place, sport and length.
 * @property {string | undefined} apiKey
 * @property {{ lat: number, lng: number, sport: string, durationMinutes: number, facts: Readonly<Record<string, string>> }} session
 *   `facts` are the venue's, by parameter.
 * @property {number} days
 * @property {{ from: string, to: string }} hours
 * @property {import("./start-step.js").StartStep | undefined} step Undefined for the site's own starts.
 * @property {ReadonlySet<number> | undefined} slots The site's own free starts, Unix ms.
 * @property {readonly string[]} unfitSlots Those of the site's starts that have no verdict.
 * @property {boolean} hasSwitches
 * @property {import("./zone-clock.js").ZoneClock | undefined} venueClock Undefined without a time zone of the venue, or if the
 *   browser does not know it.
 * @property {import("./zone-clock.js").ZoneClock | undefined} readersClock Undefined if the browser does not know its own time zone.
 * @property {import("./zone-clock.js").ZoneClock} mainClock The clock of `hours`: the venue's, else the reader's, else UTC.
 * @property {string | undefined} unknownZone The time zone of the venue, if the browser does not know it.
 */

/** As the service reads numbers: many languages print a longitude near Greenwich with an exponent. */
const NUMBER = "-?(?:\\d+(?:\\.\\d+)?|\\.\\d+)(?:[eE][+-]?\\d{1,3})?";
const PLACE = new RegExp(`^(${NUMBER})\\s*,\\s*(${NUMBER})$`);
/** 24:00 is the end of a day. */
const HOURS = /^((?:[01]\d|2[0-3]):[0-5]\d)\s*-\s*((?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;
const STEP_MIN_MS = STEP_MIN * 60_000;

/**
 * Throws a CalendarProblem that says which attribute to change.
 * @param {HTMLElement} element
 * @param {{ apiKey: string | undefined, serviceUrl: string, switched: Readonly<Record<string, string>> }} context
 *   `switched`: the facts that the visitor has changed.
 * @returns {Settings}
 */
export function readSettings(element, { apiKey, serviceUrl, switched }) {
  const read = (/** @type {string} */ name) => element.getAttribute(name)?.trim() || undefined;
  const { lat, lng } = placeOf(read("place") ?? "");
  const hours = hoursOf(read("hours") ?? "08:00-21:00");
  const sport = read("sport") ?? "outdoor";
  const duration = read("duration") ?? "60";
  const days = read("days") ?? "7";
  const { slots, unfitSlots } = slotsOf(element.getAttribute("slots"));
  const timeZone = read("time-zone");
  const venueClock = timeZone === undefined ? undefined : knownClock(timeZone);
  const readersClock = knownClock(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const said = FACTS.flatMap((name) => {
    const value = read(name);
    return value === undefined ? [] : [[name.replaceAll("-", "_"), value]];
  });
  const facts = { ...Object.fromEntries(said), ...switched };
  const shared = { lat, lng, sport, duration_minutes: duration, ...facts };
  const folder = new URL(read("src") ?? serviceUrl, document.baseURI);
  const key = apiKey ?? publishableKey(read("api-key") ?? read("key"));
  const serviceOrigin = new URL(serviceUrl).origin;
  if (key === undefined && folder.origin === serviceOrigin && serviceOrigin !== location.origin) {
    // A page of another origin may not read the refusal, and would take it for a network failure.
    throw wrongSetup('it needs src="/…", a path of your server that adds the key, or api-key="wpk_…".');
  }
  const urlOf = urlsAt(folder.href);
  const step = slots ? undefined : startStep(hours.from, stepMinutesOf(read("step") ?? "60"), venueClock);
  const askedMinutes = slots ? stepOfSlots(slots) : step?.askedMinutes;
  return {
    forecastUrl: urlOf("v1/forecast", {
      ...shared,
      days,
      step_minutes: String(askedMinutes),
      explain: "true",
    }),
    confidenceUrl: (startTime, lang) =>
      urlOf("v1/booking-confidence", {
        ...shared,
        start_time: startTime,
        explain: "true",
        odds: "true",
        lang,
      }),
    trackRecordUrl: element.hasAttribute("track-record")
      ? urlOf("v1/track-record", { lat, lng, sport })
      : undefined,
    badgesUrl: urlOf("v1/forecast", { ...shared, days: "7", step_minutes: String(STEP_MIN) }),
    apiKey: key,
    session: { lat: Number(lat), lng: Number(lng), sport, durationMinutes: Number(duration), facts },
    days: Number(days),
    hours,
    step,
    slots,
    unfitSlots,
    hasSwitches: element.hasAttribute("switches"),
    venueClock,
    readersClock,
    mainClock: venueClock ?? readersClock ?? zoneClock("UTC"),
    unknownZone: venueClock === undefined ? timeZone : undefined,
  };
}

/** @param {string} text */
function placeOf(text) {
  const [, lat, lng] = PLACE.exec(text) ?? [];
  if (lat === undefined || lng === undefined) {
    throw wrongSetup('place has to be latitude and longitude, such as place="51.434,-0.214".');
  }
  return { lat, lng };
}

/** @param {string} text */
function hoursOf(text) {
  const [, from, to] = HOURS.exec(text) ?? [];
  if (from === undefined || to === undefined) {
    throw wrongSetup('hours has to be two times of day, such as hours="09:00-21:00".');
  }
  return { from, to };
}

/**
 * Throws a CalendarProblem if no start of the list can have a verdict.
 * @param {string | null} text A list of starts, separated by commas or spaces.
 * @returns {{ slots: ReadonlySet<number> | undefined, unfitSlots: readonly string[] }}
 */
function slotsOf(text) {
  const starts = text?.split(/[\s,]+/).filter(Boolean);
  const fit = starts?.filter(isFit) ?? [];
  const unfitSlots = starts?.filter((start) => !isFit(start)) ?? [];
  const [unfit] = unfitSlots;
  if (unfit !== undefined && fit.length === 0) {
    throw wrongSetup(unfitWords(unfit));
  }
  return { slots: starts && new Set(fit.map(startTimeMs)), unfitSlots };
}

/**
 * A site's start as Unix ms. Throws a CalendarProblem for one that can have no verdict.
 * @param {string} start
 */
export function startMsOf(start) {
  if (!isFit(start)) {
    throw wrongSetup(unfitWords(start));
  }
  return startTimeMs(start);
}

/** @param {string} start */
function isFit(start) {
  return startTimeMs(start) % STEP_MIN_MS === 0;
}

/** @param {string} start */
export function unfitWords(start) {
  return `a start has to be on a quarter of an hour and say its offset, such as 2026-11-22T14:15:00Z; it is ${start}.`;
}

/** @param {string} text */
function stepMinutesOf(text) {
  if (!/^(?:15|30|60)$/.test(text)) {
    throw wrongSetup('step has to be 15, 30 or 60 minutes, such as step="30".');
  }
  return Number(text);
}

/** @param {string | undefined} key */
function publishableKey(key) {
  if (key !== undefined && !key.startsWith("wpk_")) {
    throw wrongSetup(
      "api-key takes publishable keys (wpk_…) only. Whoever reads this page can read its key: revoke it if it is a secret one.",
    );
  }
  return key;
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
