// Where "safe" often changes before the day: the calendar marks such starts.

/**
 * @param {string | undefined} from The start from which on it does; undefined if it seldom does.
 * @returns {(session: import("./week.js").Session) => boolean}
 */
export function oftenChangesFrom(from) {
  const fromMs = from === undefined ? Infinity : Date.parse(from);
  return ({ start_time: start, recommendation }) =>
    recommendation === "safe_to_book" && Date.parse(start) >= fromMs;
}
