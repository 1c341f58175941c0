// Forecasts of MET Norway's Locationforecast 2.0 (https://api.met.no, data under NLOD 2.0 and CC BY 4.0), asked for by its
// terms of service: https://api.met.no/doc/TermsOfService
import { LRUCache } from "lru-cache";
import { Agent, interceptors } from "undici";
import { type Clock, HOUR_MS } from "../../clock.ts";
import type { HourlyWeather } from "../hourly-weather.ts";
import type { Place } from "../place.ts";
import { excerpt } from "../provider/excerpt.ts";
import { type Answer, fetchText } from "../provider/fetch-text.ts";
import type { Together } from "../provider/joint-request.ts";
import { reportedFetch, type WeatherFetch } from "../provider/reported-fetch.ts";
import { reportedSend, type SentRequest } from "../provider/reported-send.ts";
import { createRequestQueue } from "../provider/request-queue.ts";
import { WeatherError } from "../weather-error.ts";
import type { ClosableSource, FetchTurn } from "../weather-source.ts";
import { metNorwayAnswer } from "./answer.ts";
import { metNorwayError } from "./error.ts";
import { metNorwayExpiryMs } from "./expiry.ts";

export interface MetNorwayOptions {
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
      const asked = { ...fetching, ...requestFor(wanted, { url, userAgent }), signal };
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
    const untilMs = metNorwayExpiryMs({ headers: answer.headers, nowMs, random });
    // Only an answer to our own If-Modified-Since: nothing else can be unchanged.
    if (answer.status === 304 && cached?.lastModified !== undefined) return { ...cached, untilMs };
    const weather = forecastOf(answer, { place, nowMs });
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

function requestFor({ place, cached }: Wanted, options: Pick<MetNorwayOptions, "url" | "userAgent">) {
  return { path: pathFor(place, options), headers: headersFor(cached, options) };
}

/** Path and query. Places are rounded to two decimals; more than four would be refused. */
function pathFor(place: Place, { url }: { readonly url: string }): string {
  const query = new URLSearchParams({ lat: place.lat.toFixed(2), lon: place.lng.toFixed(2) });
  return `${new URL(url).pathname.replace(/\/+$/, "")}/weatherapi/locationforecast/2.0/complete?${query}`;
}

/** Says who asks, and what is cached already: with the very text of its Last-Modified. */
function headersFor(cached: Cached | undefined, { userAgent }: { readonly userAgent: string }) {
  const since = cached?.lastModified;
  return { "user-agent": userAgent, ...(since === undefined ? {} : { "if-modified-since": since }) };
}

function hasHourOf({ startMs, hours }: HourlyWeather, nowMs: number): boolean {
  return nowMs >= startMs && nowMs < startMs + hours * HOUR_MS;
}

function forecastOf(answer: Answer, options: { place: Place; nowMs: number }): HourlyWeather {
  const { status, headers, text } = answer;
  if (status !== 200 && status !== 203) {
    throw metNorwayError({ status, headers, text, nowMs: options.nowMs });
  }
  return metNorwayAnswer(parsed(text), options);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new WeatherError("unusable", `${NAME}: not JSON: ${excerpt(text)}`, { defect: "not_json" });
  }
}
