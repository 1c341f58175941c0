// The one request of this page, in the Connect protocol: JSON by POST, so that the key travels in a header.

/**
 * @typedef {object} MethodCalls
 * @property {string} method
 * @property {number} calls
 *
 * @typedef {object} KeyCalls
 * @property {string} keyId Empty for calls from before calls were counted by key.
 * @property {string} label
 * @property {string} startsWith
 * @property {boolean} isRevoked
 * @property {{ origins: string[], dailyQuota: number, usedToday: number }} [publishable]
 * @property {number} calls
 *
 * @typedef {object} Projection
 * @property {number} calls
 * @property {number} fullDays
 * @property {boolean} isRough
 * @property {string} [usedUpOn]
 *
 * @typedef {object} MonthUsage
 * @property {string} month
 * @property {number} calls
 * @property {MethodCalls[]} methods
 * @property {{ day: string, methods: MethodCalls[] }[]} days
 * @property {KeyCalls[]} keys
 * @property {{ verdict: string, calls: number }[]} verdicts
 *
 * @typedef {{ factor: string, unit: string, points: { value: number, score: number }[] }} SportCurve
 * @typedef {{ id: string, label: string, base: string, curves: SportCurve[], problems: string[] }} OwnSport
 *
 * @typedef {object} Usage What proto/suitability/v1/usage.proto describes, as JSON.
 * @property {string} accountName
 * @property {string} planTitle
 * @property {string} [planPrice] Absent if another price may have been agreed on, and from an older core.
 * @property {{ asOf: string, monthlyQuota: number, used: number, left: number, resetsAt: string }} quota
 * @property {Projection} [projection]
 * @property {MonthUsage} [usage] Absent on plans without charts.
 * @property {{ month: string, calls: number }[]} months
 * @property {OwnSport[]} sports
 * @property {string} usageFromPlan
 */

const URL_OF_GET_USAGE = "/suitability.v1.UsageService/GetUsage";

// A little longer than the service's own limit.
const TIMEOUT_MS = 15_000;

/** Why there are no figures, in words for the visitor. */
export class UsageRefused extends Error {
  /** @param {{ title: string, text: string, isAboutKey: boolean, requestId: string | null }} init */
  constructor({ title, text, isAboutKey, requestId }) {
    super(text);
    this.title = title;
    /** Whether the visitor needs another key, rather than another try. */
    this.isAboutKey = isAboutKey;
    this.requestId = requestId;
  }
}

/**
 * @param {string} key
 * @param {{ month: string | undefined, signal: AbortSignal }} options The current month where none is given.
 * @returns {Promise<Usage>} Rejected with UsageRefused, or with the signal's reason.
 */
export async function fetchUsage(key, { month, signal }) {
  const { response, body } = await post(key, JSON.stringify({ month }), signal);
  if (response.ok && body !== undefined) {
    return body;
  }
  const known = EXPLAINED.get(body?.code);
  throw known === undefined
    ? new UsageRefused({ ...UNAVAILABLE, requestId: response.headers.get("x-request-id") })
    : new UsageRefused({ ...known, text: body.message, requestId: null });
}

/** Codes whose sentence tells the visitor what to do. */
const EXPLAINED = new Map([
  ["unauthenticated", { title: "This key was not accepted", isAboutKey: true }],
  ["permission_denied", { title: "No figures for this key", isAboutKey: true }],
  ["resource_exhausted", { title: "Too much at once", isAboutKey: false }],
]);

const UNAVAILABLE = {
  title: "The service cannot answer at the moment",
  text: "Your key is not the reason. Try again in a minute.",
  isAboutKey: false,
};

const UNREACHABLE = {
  title: "The service cannot be reached",
  text: "Check your connection, then try again.",
  isAboutKey: false,
  requestId: null,
};

const NOT_A_KEY = {
  title: "This key was not accepted",
  text: "It is mistyped or incomplete: keys start with wsk_ and have 42 characters. Compare it with the key you were given.",
  isAboutKey: true,
  requestId: null,
};

const KEY_FORM = /^wsk_[0-9A-Za-z]{38}$/;

/**
 * @param {string} key
 * @param {string} message
 * @param {AbortSignal} signal
 */
async function post(key, message, signal) {
  if (!KEY_FORM.test(key)) {
    // A text that is no key is not sent: it may be another secret, or unfit for a header.
    throw new UsageRefused(NOT_A_KEY);
  }
  try {
    const response = await fetch(URL_OF_GET_USAGE, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": key },
      body: message,
      cache: "no-store",
      credentials: "omit",
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    // An answer that is not JSON comes from a proxy in between, not from the service.
    const body = await response.json().catch(() => undefined);
    return { response, body };
  } catch {
    signal.throwIfAborted();
    throw new UsageRefused(UNREACHABLE);
  }
}
