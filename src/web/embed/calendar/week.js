// Sessions as days beside each other, each time of day in a row of its own.

/**
 * @typedef {object} Session
 * @property {string} start_time
 * @property {number} playability_score
 * @property {import("./verdicts.js").Recommendation} recommendation
 *
 * @typedef {object} Week
 * @property {readonly string[]} days `2026-11-21` …
 * @property {readonly { time: string, sessions: readonly (Session | undefined)[] }[]} rows A session for each day, where there is one.
 */

/**
 * @param {readonly Session[]} sessions
 * @param {object} options
 * @param {{ from: string, to: string }} options.hours Times of day at the venue between which a session may start, both included.
 * @param {number} options.days
 * @param {import("./zone-clock.js").ZoneClock} options.venueClock
 * @param {import("./zone-clock.js").ZoneClock} options.shownClock
 * @returns {Week}
 */
export function weekOf(sessions, { hours, days, venueClock, shownClock }) {
  /** @type {Map<string, Map<string, Session>>} */
  const rows = new Map();
  /** @type {Set<string>} */
  const known = new Set();
  for (const session of sessions) {
    if (!isWithin(venueClock.read(session.start_time).time, hours)) {
      continue;
    }
    const { day, time } = shownClock.read(session.start_time);
    known.add(day);
    // In the night when clocks are put back an hour comes twice.
    const name = rows.get(time)?.has(day) ? `${time} again` : time;
    rows.set(name, (rows.get(name) ?? new Map()).set(day, session));
  }
  // The days asked for are whole ones from the current hour on, so the last is the rest of a day more. Late in the evening
  // the first one has no start any more.
  const shown = [...known].slice(0, days);
  return {
    days: shown,
    rows: [...rows]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([time, row]) => ({ time, sessions: shown.map((day) => row.get(day)) }))
      .filter((row) => row.sessions.some((session) => session !== undefined)),
  };
}

/**
 * Over midnight where the first time is the later one.
 * @param {string} time
 * @param {{ from: string, to: string }} hours
 */
function isWithin(time, { from, to }) {
  return from <= to ? from <= time && time <= to : from <= time || time <= to;
}
