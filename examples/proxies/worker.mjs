// A site's own small server for its visitors' weather, as a worker at the edge. It answers only the questions that the site has
// set up. It asks the service with the site's key, which no visitor sees. One module without dependencies. In wrangler.toml:
//
//   name = "weather"
//   main = "worker.mjs"
//   compatibility_date = "2026-01-01"
//   kv_namespaces = [{ binding = "ANSWERS", id = "…" }]
//   [vars]
//   SUITABILITY_URL = "https://weather.example"
//   SUITABILITY_CALENDARS = "lat=51.434&lng=-0.214&sport=tennis&duration_minutes=90&days=7&step_minutes=60&explain=true"
//
// Set the key with `wrangler secret put SUITABILITY_API_KEY`. docs/embedding.md says the rest.

/**
 * @typedef {{ get(key: string, type: "json"): Promise<any>, put(key: string, value: string, options: object): Promise<void> }} KeyValues
 * @typedef {Readonly<Record<"SUITABILITY_URL" | "SUITABILITY_API_KEY" | "SUITABILITY_CALENDARS", string>> & { ANSWERS: KeyValues }} Env
 */

/** What requests to one isolate share. @type {WeakMap<Env, Site>} */
const sites = new WeakMap();

export default {
  /** @param {Request} request @param {Env} env @param {{ waitUntil(promise: Promise<unknown>): void }} context */
  async fetch({ method, url }, env, context) {
    const site = sites.get(env) ?? siteOf(env);
    sites.set(env, site);
    const { pathname, search } = new URL(url);
    const reply = replyTo(site, { method, path: pathname, query: search });
    // Other visitors may wait for the same answer, so the worker finishes it even if this visitor leaves.
    context.waitUntil(reply);
    const { status, headers, body } = await reply;
    return new Response(method === "HEAD" ? null : body, { status, headers });
  },
};

/** @param {Env} env */
function siteOf(env) {
  const { ANSWERS } = env;
  return createSite({
    url: env.SUITABILITY_URL,
    apiKey: env.SUITABILITY_API_KEY,
    calendars: env.SUITABILITY_CALENDARS.trim().split(/\s+/),
    store: {
      get: (key) => ANSWERS.get(key, "json"),
      put: (key, value) => ANSWERS.put(key, JSON.stringify(value), { expirationTtl: USABLE_MS / SECOND_MS }),
    },
  });
}

// From here to the line that says so, the code is the same as in node.mjs.

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const HORIZON_MS = 168 * HOUR_MS;

const FORECAST = "/v1/forecast";
const CONFIDENCE = "/v1/booking-confidence";

/** The parameters that <suitability-calendar> adds to ask about a clicked start. */
const CLICK = { explain: "true", odds: "true" };

/** The languages that <suitability-calendar> asks for. Each language has its own stored answer. */
const LANGUAGE = /^(?:de|de-CH|en|en-GB|en-US|es|fr|it|nl|pt|sv)$/;

/** Only quarter hours: otherwise a stranger could cause a call for every minute. */
const START_TIME = /^\d{4}-\d\d-\d\dT\d\d:(?:00|15|30|45):00Z$/;

/** Clicks must leave the calendars this share of the calls that would be left now if the month's were spent evenly. */
const CALENDARS_SHARE = 0.75;

/** Answers and quota figures that are older are not used. */
const USABLE_MS = 24 * HOUR_MS;

const UPSTREAM_TIMEOUT_MS = 10_000;

/** The pause after a failure without Retry-After, and the longest pause after any failure. */
const PAUSE_SECONDS = 60;
const PAUSE_SECONDS_MAX = 3_600;

const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** The headers of an answer that are passed on to visitors. */
const PASSED_HEADERS = ["content-type", "content-language", "weather-source", "scoring-model-version"];

/**
 * Returns the path and query to send to the service; undefined if the site has not set this question up. A calendar's query
 * is sent as set up. A click asks about one of the calendar's starts, in the visitor's language.
 *
 * @param {Site} site
 * @param {{ path: string, query: string }} request
 */
function addressOf({ calendars }, { path, query }) {
  const asked = new URLSearchParams(query);
  const start = asked.get("start_time") ?? "";
  const isClick = path.endsWith(CONFIDENCE);
  const questions = isClick
    ? isStart(start)
      ? calendars.map((each) => slotOf(each, start, asked.get("lang") ?? ""))
      : []
    : calendars;
  const question = questions.find((each) => sorted(each) === sorted(asked));
  if (question === undefined || !(isClick || path.endsWith(FORECAST))) return undefined;
  return `${isClick ? CONFIDENCE : FORECAST}?${question}`;
}

/** <suitability-calendar>'s query for a clicked start. @param {string} calendar @param {string} start @param {string} lang */
function slotOf(calendar, start, lang) {
  const slot = new URLSearchParams(calendar);
  for (const name of ["days", "step_minutes"]) slot.delete(name);
  slot.set("start_time", start);
  for (const [name, value] of Object.entries(CLICK)) slot.set(name, value);
  if (LANGUAGE.test(lang)) slot.set("lang", lang);
  return slot.toString();
}

/** @param {{ url: string, apiKey: string, calendars: readonly string[], store: Store }} settings */
function createSite({ url, apiKey, calendars, store }) {
  return { url: url.replace(/\/$/, ""), apiKey, calendars, store, queue: Promise.resolve() };
}

/** The same text for the same parameters in any order. @param {string | URLSearchParams} query */
function sorted(query) {
  return Array.from(new URLSearchParams(query), ([name, value]) => `${name}=${value}`)
    .sort()
    .join("&");
}

/** @param {string} text */
function isStart(text) {
  return START_TIME.test(text) && Date.parse(text) <= Date.now() + HORIZON_MS;
}

/** What is known about an address, and whether to ask the service. @param {Site} site @param {string} address */
async function look({ store, calendars }, address) {
  const [month, { answer, pause: ownPause }] = await Promise.all([
    store
      .get("month")
      .then((known) => ({ quota: 1, left: 1, lengthMs: 1, endMs: 0, atMs: 0, pause: undefined, ...known })),
    store.get(address).then((known) => ({ answer: undefined, pause: undefined, ...known })),
  ]);
  const nowMs = Date.now();
  const pause = [month.pause, ownPause].find((each) => each !== undefined && each.untilMs > nowMs);
  // Older figures are not used: the site may have a larger plan now.
  const isKnown = nowMs - month.atMs < USABLE_MS;
  const monthLeftMs = isKnown ? Math.max(0, month.endMs - nowMs) : 0;
  // Calls at this interval last until the end of the month. If none are left, the interval is the whole month's.
  const msPerCall = month.left > 0 ? monthLeftMs / month.left : month.lengthMs / month.quota;
  // The calendars take turns in making them. During a pause, answers past their max-age are stale, and Cache-Status says why.
  const turnsMs = pause === undefined ? calendars.length * msPerCall : 0;
  const termMs = Math.max(answer?.maxAgeMs ?? 0, turnsMs);
  const ageMs = nowMs - (answer?.atMs ?? 0);
  const isClick = address.startsWith(CONFIDENCE);
  const kept = isClick ? (CALENDARS_SHARE * month.quota * monthLeftMs) / month.lengthMs : 0;
  const isAllowed = pause === undefined && (monthLeftMs === 0 || month.left - 1 >= kept);
  return {
    answer: ageMs < USABLE_MS ? answer : undefined,
    ageMs,
    termMs,
    isToBeAsked: isAllowed && (answer === undefined || ageMs >= termMs),
    pause,
    waitMs: pause !== undefined ? pause.untilMs - nowMs : month.left > 0 ? msPerCall : monthLeftMs,
  };
}

/** Asks the service, and stores its answer. @param {Site} site @param {string} address */
async function ask({ url, apiKey, store }, address) {
  const response = await fetch(url + address, {
    headers: { "x-api-key": apiKey },
    // No redirect may carry the key to another server.
    redirect: "manual",
    signal: AbortSignal.timeout(UPSTREAM_TIMEOUT_MS),
  }).catch(() => undefined);
  const body = await response?.text().catch(() => undefined);
  const headers = response?.headers ?? new Headers();
  const nowMs = Date.now();
  const month = { ...(await store.get("month")), ...monthOf(headers, nowMs), pause: undefined };
  if (response?.status === 200 && body !== undefined) {
    const maxAgeMs =
      Number(/max-age="?(\d+)/i.exec(headers.get("cache-control") ?? "")?.[1] ?? 0) * SECOND_MS;
    const passed = PASSED_HEADERS.flatMap((name) => (headers.has(name) ? [[name, headers.get(name)]] : []));
    await store.put(address, {
      answer: { atMs: nowMs, maxAgeMs, headers: Object.fromEntries(passed), body },
    });
    await store.put("month", month);
    return;
  }
  const reason = /"reason":"([A-Z_]+)"/.exec(body ?? "")?.[1] ?? "UPSTREAM_FAILED";
  console.error(`${address}: ${response?.status ?? "no answer"}, ${reason}`);
  const pause = {
    untilMs: nowMs + pauseSeconds(headers.get("retry-after") ?? "", nowMs) * SECOND_MS,
    reason,
  };
  // An error in one question does not pause the others.
  const isOwn = response?.status === 400;
  if (isOwn) await store.put(address, { ...(await store.get(address)), pause });
  await store.put("month", isOwn ? month : { ...month, pause });
}

/** Digits, or a date (RFC 9110, section 10.2.3); the pause for anything else. @param {string} retryAfter @param {number} nowMs */
function pauseSeconds(retryAfter, nowMs) {
  const untilMs = HTTP_DATE.test(retryAfter) ? Date.parse(retryAfter) : nowMs;
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : Math.ceil((untilMs - nowMs) / SECOND_MS);
  return seconds > 0 ? Math.min(seconds, PAUSE_SECONDS_MAX) : PAUSE_SECONDS;
}

/** The month's quota from the headers; empty without them. @param {Headers} headers @param {number} nowMs */
function monthOf(headers, nowMs) {
  const [, quota, seconds] = /"month"; *q=(\d+); *w=(\d+)/.exec(headers.get("ratelimit-policy") ?? "") ?? [];
  const [, left, secondsLeft] = /"month"; *r=(\d+); *t=(\d+)/.exec(headers.get("ratelimit") ?? "") ?? [];
  if (quota === undefined || left === undefined) return {};
  return {
    quota: Number(quota),
    left: Number(left),
    lengthMs: Number(seconds) * SECOND_MS,
    endMs: nowMs + Number(secondsLeft) * SECOND_MS,
    atMs: nowMs,
  };
}

/** The reply to a visitor. @param {Site} site @param {{ method?: string, path: string, query: string }} request @returns {Promise<Reply>} */
async function replyTo(site, { method, path, query }) {
  if (method !== "GET" && method !== "HEAD") {
    return problem(405, { detail: "Use GET.", reason: "METHOD_NOT_ALLOWED" }, { allow: "GET, HEAD" });
  }
  const address = addressOf(site, { path, query });
  if (address === undefined)
    return problem(404, { detail: "This site has not set this up.", reason: "NOT_SET_UP" });
  if (Date.parse(new URLSearchParams(query).get("start_time") ?? "") < Date.now() - (Date.now() % HOUR_MS)) {
    return problem(400, { detail: "This start has passed.", reason: "START_IN_PAST" });
  }
  if ((await look(site, address)).isToBeAsked) {
    // One call at a time, so that concurrent visitors share an answer and each call knows how many calls are left.
    site.queue = site.queue
      .then(async () => ((await look(site, address)).isToBeAsked ? ask(site, address) : undefined))
      .catch((error) => console.error(String(error)));
    await site.queue;
  }
  const { answer, ageMs, termMs, pause, waitMs } = await look(site, address);
  const reason = pause?.reason ?? "QUOTA_SHARED";
  if (answer === undefined) {
    const wait = { "retry-after": String(Math.max(1, Math.ceil(waitMs / SECOND_MS))) };
    return pause === undefined
      ? problem(429, { detail: "As much has been asked as this site may ask for now.", reason }, wait)
      : problem(503, { detail: "There is no forecast at the moment.", reason }, wait);
  }
  const age = Math.floor(ageMs / SECOND_MS);
  const left = Math.ceil((termMs - ageMs) / SECOND_MS);
  const headers = {
    ...answer.headers,
    "x-content-type-options": "nosniff",
    age: String(age),
    // Caches subtract the age from max-age, so they keep the answer for at most another minute.
    "cache-control": left > 0 ? `public, max-age=${age + Math.min(left, 60)}` : "no-cache",
    "cache-status": `suitability-proxy; hit; ttl=${left}${left > 0 ? "" : `; detail=${reason}`}`,
  };
  return { status: 200, headers, body: answer.body };
}

/**
 * @param {number} status
 * @param {{ detail: string, reason: string }} said
 * @param {Record<string, string>} [headers]
 * @returns {Reply}
 */
function problem(status, said, headers = {}) {
  return {
    status,
    headers: { ...headers, "content-type": "application/problem+json", "cache-control": "no-store" },
    body: JSON.stringify({ type: "about:blank", status, ...said }),
  };
}

/**
 * @typedef {{ atMs: number, maxAgeMs: number, headers: Record<string, string>, body: string }} Answer
 * @typedef {{ untilMs: number, reason: string }} Pause
 * @typedef {{ get(key: string): Promise<any>, put(key: string, value: object): Promise<void> }} Store
 * @typedef {ReturnType<typeof createSite>} Site
 * @typedef {{ status: number, headers: Record<string, string>, body: string }} Reply
 */
// The last line of the code that both files share.
