// One request of a calendar or a badge. It may count against a quota, so it is never retried automatically.
import { headerSeconds, retryAfterSeconds } from "./header-seconds.js";
import { CalendarProblem, wrongSetup } from "./problem.js";

/** A little longer than the service's own limit. */
const TIMEOUT_MS = 15_000;

/**
 * @typedef {object} Answer
 * @property {any} body
 * @property {number} ageSeconds How old the answer was when it arrived: a proxy of the site may send a cached one.
 * @property {string | null} source The header Weather-Source; null without one.
 *
 * @param {string} url
 * @param {{ apiKey: string | undefined, signal: AbortSignal }} options
 * @returns {Promise<Answer>} Rejected with a CalendarProblem, or with the signal's reason.
 */
export async function ask(url, { apiKey, signal }) {
  const { response, body } = await answerOf(url, { apiKey, signal });
  if (response.ok && body !== undefined) {
    const { headers } = response;
    return {
      body,
      ageSeconds: headerSeconds(headers.get("age")) ?? 0,
      source: headers.get("weather-source"),
    };
  }
  throw refusal(response, { url, ...body });
}

/**
 * @param {string} url
 * @param {{ apiKey: string | undefined, signal: AbortSignal }} options
 */
async function answerOf(url, { apiKey, signal }) {
  try {
    const response = await fetch(url, {
      headers: apiKey === undefined ? {} : { "x-api-key": apiKey },
      // No redirect may carry the key to another address.
      redirect: apiKey === undefined ? "follow" : "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    // An answer that is not JSON comes from a proxy in between, not from the service.
    const body = await response.json().catch(() => undefined);
    return { response, body };
  } catch (error) {
    signal.throwIfAborted();
    throw new CalendarProblem(`${pathOf(url)} cannot be reached: ${error}`, { reason: "UNREACHABLE" });
  }
}

/**
 * @param {Response} response
 * @param {{ url: string, detail?: string, reason?: string }} problem
 */
function refusal({ status, headers }, { url, detail, reason = `HTTP_${status}` }) {
  const message = `${pathOf(url)} answers ${status}${detail === undefined ? "." : `: ${detail}`}`;
  if (reason === "START_IN_PAST") {
    return new CalendarProblem(message, { reason, isLasting: true });
  }
  if (status >= 400 && status < 500 && status !== 429) {
    return wrongSetup(message, reason);
  }
  const seconds = retryAfterSeconds(headers) ?? 0;
  return new CalendarProblem(message, { reason, ...(seconds > 0 && { retrySeconds: seconds }) });
}

/** @param {string} url */
function pathOf(url) {
  return url.replace(/\?.*/, "");
}
