// Which starts a calendar asks for, so that those of its hours are among them.

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
const YEAR_MS = 365 * DAY_MINUTES * MINUTE_MS;
const LOOKS = 12;

/** Possible steps between starts, widest first: fewer starts make a smaller answer. */
const STEPS_MINUTES = [60, 30, 15];
/** The service has verdicts on quarters of an hour. */
export const STEP_MIN = 15;

/**
 * A row of starts on the venue's clock.
 * @typedef {object} StartStep
 * @property {number} firstMinute When the first begins: a minute of the day, on a quarter of an hour.
 * @property {number} minutes From one to the next.
 * @property {number} askedMinutes The step to ask the service for, which counts from the full hour in UTC.
 */

/**
 * The widest step of the service that has these starts. A proxy knows its calendars by what they ask, so that must not change
 * with the season: all offsets of a year count.
 * @param {string} hoursFrom
 * @param {number} minutes
 * @param {import("./zone-clock.js").ZoneClock | undefined} venueClock Undefined for starts on the clocks of readers, which may
 *   not be on full hours; then they begin with the next start that there is.
 * @returns {StartStep}
 */
export function startStep(hoursFrom, minutes, venueClock) {
  const firstMinute = Math.ceil(minuteOfDay(hoursFrom) / STEP_MIN) * STEP_MIN;
  const offsets = venueClock === undefined ? [0] : offsetsOfYear(venueClock);
  const fits = (/** @type {number} */ step) =>
    minutes % step === 0 && offsets.every((offset) => (firstMinute - offset) % step === 0);
  return { firstMinute, minutes, askedMinutes: STEPS_MINUTES.find(fits) ?? STEP_MIN };
}

/** The step of the service that has all these times. @param {ReadonlySet<number>} slots Unix ms. */
export function stepOfSlots(slots) {
  const fits = (/** @type {number} */ step) => [...slots].every((ms) => ms % (step * MINUTE_MS) === 0);
  return STEPS_MINUTES.find(fits) ?? STEP_MIN;
}

/** Whether a time of day is one of the starts. @param {string} time @param {StartStep} step */
export function isOfStep(time, { firstMinute, minutes, askedMinutes }) {
  const sinceFirst = (minuteOfDay(time) - firstMinute + DAY_MINUTES) % DAY_MINUTES;
  return sinceFirst % minutes < askedMinutes;
}

/** @param {string} time `14:30` */
function minuteOfDay(time) {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** @param {import("./zone-clock.js").ZoneClock} clock */
function offsetsOfYear(clock) {
  const nowMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  return Array.from({ length: LOOKS }, (_, look) => {
    const atMs = nowMs + Math.round(YEAR_MS / LOOKS / MINUTE_MS) * MINUTE_MS * look;
    const { day, time } = clock.read(new Date(atMs).toISOString());
    return (Date.parse(`${day}T${time}:00Z`) - atMs) / MINUTE_MS;
  });
}
