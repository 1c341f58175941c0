// Forecasts of MET Norway's Locationforecast 2.0 (https://api.met.no, data under NLOD 2.0 and CC BY 4.0), following its
// terms of service: https://api.met.no/doc/TermsOfService
import { Agent, interceptors } from "undici";
import { createGrowingLru } from "../../../lib/growing-lru.ts";
import { HOUR_MS, MINUTE_MS } from "../../../lib/time/clock.ts";
import type { HourlyWeather } from "../../hourly-weather.ts";
import type { Place } from "../../../lib/place.ts";
import { answerChecks, excerpt } from "../http/answer-checks.ts";
import { type Answer, fetchText, parsedJson, retryAfterSeconds } from "../http/fetch-text.ts";
import { httpDateMs } from "../http/http-date.ts";
import { reportedFetch, type ProviderOptions, reportedSend } from "../http/reports.ts";
import { createRequestQueue, type Together } from "../http/request-queue.ts";
import { WeatherError } from "../../weather-error.ts";
import type { Requester } from "../../weather-source.ts";
import type { ProviderSource } from "../provider.ts";
import { MET_NORWAY_NAMES, metNorwayAnswer, type MetNorwayReading } from "./answer.ts";
import { MET_NORWAY_HOSTS, metNorwayHeaders, metNorwayPath } from "./request.ts";

export interface MetNorwayOptions extends ProviderOptions {
  readonly url: string;
  /** A name and contact of the operator; the provider refuses requests without it. */
  readonly userAgent: string;
  /** For how many places the last answer is cached; some 10 kB each. */
  readonly maxPlaces?: number;
  /** From 0 to 1; spreads requests in time. */
  readonly random?: () => number;
  /** Called once when the provider says that this version of its service will end. */
  readonly onDeprecated?: (() => void) | undefined;
}

interface Cached {
  readonly weather: HourlyWeather;
  /** As it was received; undefined if the next request must not be conditional. */
  readonly lastModified: string | undefined;
  /** When it may be fetched again; Unix ms. */
  readonly untilMs: number;
}

interface Wanted {
  readonly place: Place;
  readonly cached: Cached | undefined;
}

const NAME = "met-norway";

const { refuseUnlessRecent } = answerChecks(NAME);

/** The provider allows an application 20 requests a second in all; this leaves room for a second replica. */
const REQUESTS_PER_SECOND = 10;

const CONNECTIONS = 4;

/**
 * The provider itself, without retry or breaker. As its terms require, a place is not fetched again before its answer
 * expires, and then with a conditional request.
 */
export function createMetNorwaySource(options: MetNorwayOptions): ProviderSource {
  const { clock, maxPlaces = 2_000, random = Math.random, onFetch, onDeprecated } = options;
  const { onOddValues, onUnknownCode } = options;
  const { queued, close } = createQueue(options);
  const cache = createGrowingLru<string, Cached>(maxPlaces);
  let isDeprecated = false;

  async function fetchPlace(wanted: Wanted, signal: AbortSignal, requester?: Requester): Promise<Cached> {
    const { place, cached } = wanted;
    const answer = await queued(wanted, signal, requester);
    if (answer.status === 203 && !isDeprecated) {
      isDeprecated = true;
      onDeprecated?.();
    }
    const nowMs = clock.nowMs();
    const untilMs = expiryMs(answer, nowMs, random());
    // Only an answer to our own If-Modified-Since can be unchanged.
    if (answer.status === 304 && cached?.lastModified !== undefined)
      return unchanged(cached, { nowMs, untilMs });
    const weather = forecastOf(answer, { place, nowMs, onOddValues, onUnknownCode });
    // A deprecated version does not support conditional requests.
    const lastModified = answer.status === 203 ? undefined : answer.headers.get("last-modified");
    return { weather, lastModified, untilMs };
  }

  return {
    name: NAME,
    variables: MET_NORWAY_NAMES,
    async forecast(place, signal, requester) {
      signal.throwIfAborted();
      const nowMs = clock.nowMs();
      const last = cache.get(place.key);
      // A forecast that is over, or lies in the future because the clock was set back, is not used, even if the provider
      // would call it unchanged.
      const cached = last !== undefined && hasHourOf(last.weather, nowMs) ? last : undefined;
      if (cached !== undefined && nowMs < cached.untilMs) return cached.weather;
      const fetch = () => fetchPlace({ place, cached }, signal, requester);
      const fetched = await reportedFetch({ source: NAME, clock, onFetch, fetch });
      cache.set(place.key, fetched);
      return fetched.weather;
    },
    close,
  };
}

function createQueue({
  url,
  userAgent,
  timeoutMs = 3_000,
  // The largest recorded answer has 115 kB unpacked.
  maxBodyBytes = 1024 * 1024,
  onSent,
}: MetNorwayOptions) {
  const agent = new Agent({ connections: CONNECTIONS, pipelining: 1, maxResponseSize: maxBodyBytes });
  // The terms require following redirects; the request has no secret.
  const dispatcher = agent.compose(interceptors.redirect({ maxRedirections: 2 }));
  const { origin } = new URL(url);
  const fetching = { source: NAME, hosts: MET_NORWAY_HOSTS, dispatcher, origin, timeoutMs, maxBodyBytes };
  const queued = createRequestQueue({
    source: NAME,
    atOnceMax: CONNECTIONS,
    perSecond: REQUESTS_PER_SECOND,
    waitMsMax: timeoutMs / 3,
    send: ([wanted]: Together<Wanted>, signal) => {
      const path = metNorwayPath(wanted.place, url);
      const headers = metNorwayHeaders(wanted.cached?.lastModified, userAgent);
      const request = { ...fetching, path, headers, signal };
      return reportedSend({ source: NAME, calls: 1, onSent, send: () => fetchText(request) });
    },
  });
  return { queued, close: () => agent.destroy() };
}

/** An unchanged forecast still gets older, so its age is checked again. */
function unchanged(cached: Cached, { nowMs, untilMs }: { nowMs: number; untilMs: number }): Cached {
  refuseUnlessRecent(cached.weather.generatedAtMs, nowMs);
  return { ...cached, untilMs };
}

function forecastOf(answer: Answer, reading: MetNorwayReading): HourlyWeather {
  if (answer.status !== 200 && answer.status !== 203) throw metNorwayError(answer, reading.nowMs);
  const body = parsedJson(answer);
  if (body !== undefined) return metNorwayAnswer(body, reading);
  throw new WeatherError("unusable", `${NAME}: not JSON: ${excerpt(answer.text)}`, { defect: "not_json" });
}

function hasHourOf({ startMs, hours }: HourlyWeather, nowMs: number): boolean {
  return nowMs >= startMs && nowMs < startMs + hours * HOUR_MS;
}

/** For answers without an Expires, or with one in the past: polling gets clients blocked. */
const CACHED_MS_MIN = MINUTE_MS;

/** A later Expires is a mistake; recorded ones were half an hour ahead. */
const CACHED_MS_MAX = 3 * HOUR_MS;

/**
 * A random delay of up to this, so that places fetched together (after a restart, or when another source failed) do not
 * stay together.
 */
const SPREAD_MS = 2 * MINUTE_MS;

/**
 * When an answer may be fetched again, Unix ms. Computed by the provider's clock if the answer has it, since ours may be
 * off: its Date, and its Age if a cache in front of the provider answered.
 */
function expiryMs({ headers }: Answer, nowMs: number, spread: number): number {
  const dateMs = httpDateMs(headers.get("date"), nowMs) ?? nowMs;
  const expiresMs = httpDateMs(headers.get("expires"), nowMs) ?? dateMs;
  const age = headers.get("age") ?? "";
  const ageMs = /^\d+$/.test(age) ? Number(age) * 1000 : 0;
  const cachedMs = Math.min(CACHED_MS_MAX, Math.max(CACHED_MS_MIN, expiresMs - dateMs - ageMs));
  return nowMs + cachedMs + spread * SPREAD_MS;
}

/** The pause if the provider throttles without a Retry-After. */
const THROTTLED_SECONDS = 60;

/**
 * The pause if the provider refuses us because of who we are. Only an operator can change that, and continuing may lead
 * to a ban.
 */
const BLOCKED_SECONDS = 600;

/**
 * The error for a status (https://api.met.no/doc/StatusCodes). Bodies of errors must not be parsed; operators see how they
 * begin.
 */
export function metNorwayError({ status, headers, text }: Answer, nowMs: number): WeatherError {
  const headerSeconds = retryAfterSeconds(headers, { nowMs });
  const quote = excerpt(text);
  const message = `met-norway: status ${status}${quote === "" ? "" : `: ${quote}`}`;
  if (status === 429) {
    return new WeatherError("limited", message, {
      status,
      retryAfterSeconds: headerSeconds ?? THROTTLED_SECONDS,
    });
  }
  if (status === 401 || status === 403) {
    const advice = `is MET_NORWAY_USER_AGENT set to a name and a contact of yours? ${message}`;
    return new WeatherError("refused", advice, { status, retryAfterSeconds: BLOCKED_SECONDS });
  }
  if (status === 400) return new WeatherError("place_refused", message, { status });
  if (status === 404 || status === 422) return new WeatherError("uncovered", message, { status });
  if (status < 500) return new WeatherError("refused", message, { status });
  return new WeatherError("failed", message, { status, retryAfterSeconds: headerSeconds });
}
