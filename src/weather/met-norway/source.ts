// Forecasts of MET Norway's Locationforecast 2.0 (https://api.met.no, data under NLOD 2.0 and CC BY 4.0), asked for by its
// terms of service: https://api.met.no/doc/TermsOfService
import { LRUCache } from "lru-cache";
import { Agent, interceptors } from "undici";
import { type Clock, HOUR_MS, MINUTE_MS } from "../../clock.ts";
import type { HourlyWeather } from "../hourly-weather.ts";
import type { Place } from "../place.ts";
import { answerChecks, type CodeReading, excerpt } from "../provider/answer-checks.ts";
import { type Answer, fetchText, httpDateMs, parsedJson, retryAfterSeconds } from "../provider/fetch-text.ts";
import { reportedFetch, reportedSend, type SentRequest, type WeatherFetch } from "../provider/reports.ts";
import { createRequestQueue, type Together } from "../provider/request-queue.ts";
import { WeatherError } from "../weather-error.ts";
import type { ClosableSource, FetchTurn } from "../weather-source.ts";
import { metNorwayAnswer, type MetNorwayAsked } from "./answer.ts";

export interface MetNorwayOptions extends Pick<CodeReading, "onUnknownCode"> {
  readonly url: string;
  /** A name and a contact of whoever runs this service; the provider refuses requests without. */
  readonly userAgent: string;
  readonly clock: Clock;
  /** For how many places the last answer is cached; some 10 kB each. */
  readonly maxPlaces?: number;
  /** For a whole fetch, from connecting to the last byte; the wait for other fetches, a third of it at most, is extra. */
  readonly timeoutMs?: number;
  readonly maxBodyBytes?: number;
  /** From 0 up to 1; spreads requests in time. */
  readonly random?: () => number;
  readonly onFetch?: ((fetch: WeatherFetch) => void) | undefined;
  readonly onSent?: ((sent: SentRequest) => void) | undefined;
  /** Once, when the provider says that this version of its service will end. */
  readonly onDeprecated?: (() => void) | undefined;
}

interface Cached {
  readonly weather: HourlyWeather;
  /** As it was sent, for the next request; absent if that may not be conditional. */
  readonly lastModified: string | undefined;
  /** Not to be asked for before. */
  readonly untilMs: number;
}

interface Wanted {
  readonly place: Place;
  readonly cached: Cached | undefined;
}

const NAME = "met-norway";

const { refuseUnlessRecent } = answerChecks(NAME);

/** The provider bears 20 requests a second of an application in all, so this leaves room for a second replica. */
const REQUESTS_PER_SECOND = 10;

const CONNECTIONS = 4;

/**
 * The provider as it is: no retry, no breaker. A place is not asked for again before its answer expires, as the terms
 * of the provider demand, and then only whether there is a newer one.
 */
export function createMetNorwaySource({
  url,
  userAgent,
  clock,
  maxPlaces = 2_000,
  timeoutMs = 3_000,
  // The largest recorded answer has 115 kB unpacked.
  maxBodyBytes = 1024 * 1024,
  random = Math.random,
  onFetch,
  onSent,
  onDeprecated,
  onUnknownCode,
}: MetNorwayOptions): ClosableSource {
  const agent = new Agent({ connections: CONNECTIONS, pipelining: 1, maxResponseSize: maxBodyBytes });
  // Redirects are to be followed, by the terms; nothing that is sent is a secret.
  const dispatcher = agent.compose(interceptors.redirect({ maxRedirections: 2 }));
  const fetching = { source: NAME, dispatcher, origin: new URL(url).origin, timeoutMs, maxBodyBytes };
  const queued = createRequestQueue({
    source: NAME,
    atOnceMax: CONNECTIONS,
    perSecond: REQUESTS_PER_SECOND,
    waitMsMax: timeoutMs / 3,
    send: ([wanted]: Together<Wanted>, signal) => {
      const path = pathFor(wanted.place, url);
      const asked = { ...fetching, path, headers: headersFor(wanted.cached, userAgent), signal };
      return reportedSend({ source: NAME, calls: 1, onSent, send: () => fetchText(asked) });
    },
  });
  const cache = new LRUCache<string, Cached>({ max: maxPlaces });
  let isDeprecated = false;

  async function fetchPlace(wanted: Wanted, signal: AbortSignal, turn?: FetchTurn): Promise<Cached> {
    const { place, cached } = wanted;
    const answer = await queued(wanted, signal, turn);
    if (answer.status === 203 && !isDeprecated) {
      isDeprecated = true;
      onDeprecated?.();
    }
    const nowMs = clock.nowMs();
    const untilMs = expiryMs(answer, nowMs, random());
    // Only an answer to our own If-Modified-Since: nothing else can be unchanged.
    if (answer.status === 304 && cached?.lastModified !== undefined)
      return unchanged(cached, { nowMs, untilMs });
    const weather = forecastOf(answer, { place, nowMs, onUnknownCode });
    // A deprecated version does not answer conditional requests.
    const lastModified = answer.status === 203 ? undefined : answer.headers.get("last-modified");
    return { weather, lastModified, untilMs };
  }

  return {
    name: NAME,
    async forecast(place, signal, turn) {
      signal.throwIfAborted();
      const nowMs = clock.nowMs();
      const last = cache.get(place.key);
      // What is over, or begins in the future since a clock was set back, would not become an answer by being unchanged.
      const cached = last !== undefined && hasHourOf(last.weather, nowMs) ? last : undefined;
      if (cached !== undefined && nowMs < cached.untilMs) return cached.weather;
      const fetch = () => fetchPlace({ place, cached }, signal, turn);
      const fetched = await reportedFetch({ source: NAME, onFetch, fetch });
      cache.set(place.key, fetched);
      return fetched.weather;
    },
    close: () => agent.destroy(),
  };
}

/** What stays unchanged gets old. */
function unchanged(cached: Cached, { nowMs, untilMs }: { nowMs: number; untilMs: number }): Cached {
  refuseUnlessRecent(cached.weather.generatedAtMs, nowMs);
  return { ...cached, untilMs };
}

/** Path and query. Places are rounded to two decimals; more than four would be refused. */
function pathFor(place: Place, url: string): string {
  const query = new URLSearchParams({ lat: place.lat.toFixed(2), lon: place.lng.toFixed(2) });
  return `${new URL(url).pathname.replace(/\/+$/, "")}/weatherapi/locationforecast/2.0/complete?${query}`;
}

/** Says who asks, and what is cached already: with the very text of its Last-Modified. */
function headersFor(cached: Cached | undefined, userAgent: string) {
  const since = cached?.lastModified;
  return { "user-agent": userAgent, ...(since === undefined ? {} : { "if-modified-since": since }) };
}

function forecastOf(answer: Answer, asked: MetNorwayAsked): HourlyWeather {
  if (answer.status !== 200 && answer.status !== 203) throw metNorwayError(answer, asked.nowMs);
  const body = parsedJson(answer);
  if (body !== undefined) return metNorwayAnswer(body, asked);
  throw new WeatherError("unusable", `${NAME}: not JSON: ${excerpt(answer.text)}`, { defect: "not_json" });
}

function hasHourOf({ startMs, hours }: HourlyWeather, nowMs: number): boolean {
  return nowMs >= startMs && nowMs < startMs + hours * HOUR_MS;
}

/** Without an Expires, or with one in the past, an answer is cached for so long: polling is what gets clients blocked. */
const CACHED_MS_MIN = MINUTE_MS;

/** An Expires some hours ahead is a mistake; recorded ones were half an hour ahead. */
const CACHED_MS_MAX = 3 * HOUR_MS;

/**
 * Asked for at random up to so much later than it might be: places that were fetched together, as after a restart or
 * when another source went down, do not stay together.
 */
const SPREAD_MS = 2 * MINUTE_MS;

/**
 * When an answer may be asked for again, Unix ms. By the provider's own clock where it tells, as ours may be off: a Date,
 * and how long ago that was (Age) where the answer comes from a cache before the provider.
 */
function expiryMs({ headers }: Answer, nowMs: number, spread: number): number {
  const dateMs = httpDateMs(headers.get("date")) ?? nowMs;
  const expiresMs = httpDateMs(headers.get("expires")) ?? dateMs;
  const age = headers.get("age") ?? "";
  const ageMs = /^\d+$/.test(age) ? Number(age) * 1000 : 0;
  const cachedMs = Math.min(CACHED_MS_MAX, Math.max(CACHED_MS_MIN, expiresMs - dateMs - ageMs));
  return nowMs + cachedMs + spread * SPREAD_MS;
}

/** Throttled, and not told for how long: long enough to be no nuisance. */
const THROTTLED_SECONDS = 60;

/** Refused for who we are. Only an operator can change that, and going on may be punished with a ban. */
const BLOCKED_SECONDS = 600;

/**
 * What it says when it does not answer (https://api.met.no/doc/StatusCodes), from the status alone: bodies of errors are
 * not to be parsed. An operator is shown how they begin.
 */
export function metNorwayError({ status, headers, text }: Answer, nowMs: number): WeatherError {
  const told = retryAfterSeconds(headers, { nowMs });
  const said = excerpt(text);
  const message = `met-norway: status ${status}${said === "" ? "" : `: ${said}`}`;
  if (status === 429) {
    return new WeatherError("limited", message, { status, retryAfterSeconds: told ?? THROTTLED_SECONDS });
  }
  if (status === 401 || status === 403) {
    const advice = `is MET_NORWAY_USER_AGENT set to a name and a contact of yours? ${message}`;
    return new WeatherError("refused", advice, { status, retryAfterSeconds: BLOCKED_SECONDS });
  }
  if (status === 404 || status === 422) return new WeatherError("uncovered", message, { status });
  if (status < 500) return new WeatherError("refused", message, { status });
  return new WeatherError("failed", message, { status, retryAfterSeconds: told });
}
