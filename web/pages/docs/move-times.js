const DAY_MS = 86_400_000;

/** The date in a time such as `2026-11-22T08:00:00Z`. */
const DATES = /\b\d{4}-\d\d-\d\d(?=T)/g;

/**
 * A function that moves the times of examples by whole days, so that a call with them is valid on any day. Of a query, the
 * earliest time is moved to tomorrow. Of a body, the latest time is moved to tomorrow, because a body also has times in the
 * past.
 * @param {string} call
 * @param {string} method `get` or `post`
 * @returns {(text: string) => string}
 */
export function timesMover(call, method) {
  const days = (call.match(DATES) ?? []).map((day) => Date.parse(day));
  const example = method === "get" ? Math.min(...days) : Math.max(...days);
  const moveMs = Math.floor(Date.now() / DAY_MS + 1) * DAY_MS - example;
  return (text) =>
    days.length === 0
      ? text
      : text.replaceAll(DATES, (day) => new Date(Date.parse(day) + moveMs).toISOString().slice(0, 10));
}
