const DAY_MS = 86_400_000;

/** Starts at most this far apart count as the same advice. */
const APART_MS = 3_600_000;

/** The most starts of one day, and of all days: one fine day leaves room for others. */
const A_DAY_MAX = 2;
const MAX = 4;

/** A smaller gain is not worth another time, unless it changes the verdict. The service's `alternatives` have the same. */
const POINTS_BETTER_MIN = 10;

/**
 * The better starts among those shown: first of the same day, then of the nearest days, the best of each day first.
 * Leaves out starts that are not recommended.
 *
 * @typedef {import("./week.js").Session} Session
 * @param {import("./week.js").Week} week
 * @param {Session} chosen
 * @returns {Session[]}
 */
export function betterTimes({ days, rows }, chosen) {
  const columns = days.map((_, column) => rows.flatMap(({ sessions }) => sessions[column] ?? []));
  const atMs = Date.parse(chosen.start_time);
  const own = columns.findIndex((each) => each.some(({ start_time: start }) => Date.parse(start) === atMs));
  const daysAway = (/** @type {number} */ column) =>
    Math.abs(Date.parse(days[column] ?? "") - Date.parse(days[own] ?? "")) / DAY_MS;
  return [...columns.keys()]
    .sort((a, b) => daysAway(a) - daysAway(b))
    .flatMap((column) => bestOf(columns[column] ?? [], chosen))
    .slice(0, MAX);
}

/** @param {readonly Session[]} day @param {Session} chosen */
function bestOf(day, chosen) {
  /** @type {Session[]} */
  const best = [];
  const fit = day.filter((session) => isBetter(session, chosen));
  // Among equal scores the earlier start comes first, because the sort is stable.
  for (const session of fit.sort((a, b) => b.playability_score - a.playability_score)) {
    const isApart = best.every(
      (other) => Math.abs(Date.parse(other.start_time) - Date.parse(session.start_time)) > APART_MS,
    );
    if (isApart && best.length < A_DAY_MAX) {
      best.push(session);
    }
  }
  return best;
}

/** @param {Session} session @param {Session} chosen */
function isBetter(session, chosen) {
  const more = session.playability_score - chosen.playability_score;
  return (
    session.recommendation !== "not_recommended" &&
    more > 0 &&
    (more >= POINTS_BETTER_MIN || session.recommendation !== chosen.recommendation)
  );
}
