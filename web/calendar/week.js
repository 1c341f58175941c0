// Sessions as days side by side, with a row for each time of day.
import { isOfStep } from "./start-step.js";

/**
 * @typedef {object} Session
 * @property {string} start_time
 * @property {number} playability_score
 * @property {import("./verdicts.js").Recommendation} recommendation
 *
 * @typedef {object} Row
 * @property {string} time `14:00`
 * @property {boolean} isAgain Whether it is the second of two hours of the same name, in the night when clocks are put back.
 * @property {readonly (Session | undefined)[]} sessions One for each day, or undefined.
 *
 * @typedef {{ days: readonly string[], rows: readonly Row[] }} Week Its days are `2026-11-21` …
 */

/**
 * @param {readonly Session[]} sessions
 * @param {object} options
 * @param {{ from: string, to: string }} options.hours Times of day between which a session may start, both included.
 * @param {import("./start-step.js").StartStep | undefined} options.step Without it, all starts within the hours.
 * @param {ReadonlySet<number> | undefined} options.slots The starts to show instead, Unix ms.
 * @param {number} options.days
 * @param {import("./zone-clock.js").ZoneClock} options.mainClock The clock of the hours.
 * @param {import("./zone-clock.js").ZoneClock} options.shownClock
 * @returns {Week}
 */
export function weekOf(sessions, { hours, step, slots, days, mainClock, shownClock }) {
  /** @type {Map<string, Map<string, Session>>} */
  const rows = new Map();
  /** @type {Set<string>} */
  const known = new Set();
  for (const session of sessions) {
    const { time: mainTime } = mainClock.read(session.start_time);
    const isShown = slots
      ? slots.has(Date.parse(session.start_time))
      : isWithin(mainTime, hours) && (step === undefined || isOfStep(mainTime, step));
    if (!isShown) {
      continue;
    }
    const { day, time } = shownClock.read(session.start_time);
    known.add(day);
    const name = rows.get(time)?.has(day) ? `${time}${AGAIN}` : time;
    rows.set(name, (rows.get(name) ?? new Map()).set(day, session));
  }
  // The service answers `days` times 24 hours from the current hour on. They end within an extra day, which is cut off. Late
  // in the evening, the extra day is shown, because the first day has no start left.
  const shown = [...known].slice(0, days);
  return {
    days: shown,
    rows: [...rows]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, row]) => ({
        time: name.replace(AGAIN, ""),
        isAgain: name.endsWith(AGAIN),
        sessions: shown.map((day) => row.get(day)),
      }))
      .filter((row) => row.sessions.some((session) => session !== undefined)),
  };
}

const AGAIN = " again";

/**
 * The hours pass midnight if `from` is later than `to`.
 * @param {string} time
 * @param {{ from: string, to: string }} hours
 */
function isWithin(time, { from, to }) {
  return from <= to ? from <= time && time <= to : from <= time || time <= to;
}
