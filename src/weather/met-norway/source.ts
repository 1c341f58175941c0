// Forecasts of MET Norway's Locationforecast 2.0 (https://api.met.no, data under NLOD 2.0 and CC BY 4.0).
import { LRUCache } from "lru-cache";
import { Agent, interceptors } from "undici";
import { type Clock, HOUR_MS } from "../../clock.ts";
import { excerpt } from "../provider/excerpt.ts";
import { fetchText } from "../provider/fetch-text.ts";
import type { Answer } from "../provider/fetch-text.ts";
import type { HourlyWeather } from "../hourly-weather.ts";
import { metNorwayAnswer } from "./answer.ts";
import { metNorwayError } from "./error.ts";
import { metNorwayExpiryMs } from "./expiry.ts";
import { metNorwayHeaders, metNorwayPath } from "./request.ts";
import { createPacedTurns } from "../provider/paced-turns.ts";
import type { Place } from "../place.ts";
import { reportedFetch } from "../provider/reported-fetch.ts";
import { createSlots } from "../provider/request-limit.ts";
import { WeatherError } from "../weather-error.ts";
import type { WeatherFetch } from "../provider/weather-fetch.ts";
import type { WeatherSource } from "../weather-source.ts";

export interface MetNorwayOptions {
  readonly url: string;
  /** A name and a contact of whoever runs this service; the provider refuses requests without. */
  readonly userAgent: string;
  readonly clock: Clock;
  /** Of how many places the last answer is held; some 10 kB each. */
  readonly maxPlaces?: number;
  /** For a whole fetch, from connecting to the last byte; waits for other fetches are extra, and shorter. */
  readonly timeoutMs?: number;
  readonly maxBodyBytes?: number;
  /** From 0 up to 1; spreads requests in time. */
  readonly random?: () => number;
  readonly onFetch?: ((fetch: WeatherFetch) => void) | undefined;
  /** Once, when the provider says that this version of its service will end. */
  readonly onDeprecated?: (() => void) | undefined;
}

export interface MetNorwaySource extends WeatherSource {
  /** Closes the connections; what is still being fetched ends as `unreachable`. */
  close(): Promise<void>;
}

interface Held {
  readonly weather: HourlyWeather;
  /** As it was sent, for the next request; absent if that may not be conditional. */
  readonly lastModified: string | undefined;
  /** Not to be asked for before. */
  readonly untilMs: number;
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
  onDeprecated,
}: MetNorwayOptions): MetNorwaySource {
  const agent = new Agent({ connections: CONNECTIONS, pipelining: 1, maxResponseSize: maxBodyBytes });
  const fetching = {
    source: NAME,
    // Redirects are to be followed, by the terms; nothing that is sent is a secret.
    dispatcher: agent.compose(interceptors.redirect({ maxRedirections: 2 })),
    origin: new URL(url).origin,
    timeoutMs,
    maxBodyBytes,
  };
  const untilTurn = createPacedTurns({
    source: NAME,
    perSecond: REQUESTS_PER_SECOND,
    waitMsMax: timeoutMs / 2,
  });
  const inSlot = createSlots({ source: NAME, count: CONNECTIONS, waitMsMax: timeoutMs / 3 });
  const heldByPlace = new LRUCache<string, Held>({ max: maxPlaces });
  let isDeprecated = false;

  async function fetchPlace(place: Place, held: Held | undefined, signal: AbortSignal): Promise<Held> {
    await untilTurn(signal);
    const path = metNorwayPath({ url, place });
    const headers = metNorwayHeaders({ userAgent, lastModified: held?.lastModified });
    const answer = await inSlot(signal, () => fetchText({ ...fetching, path, headers, signal }));
    if (answer.status === 203 && !isDeprecated) {
      isDeprecated = true;
      onDeprecated?.();
    }
    const nowMs = clock.nowMs();
    const untilMs = metNorwayExpiryMs({ headers: answer.headers, nowMs, random });
    // Only an answer to our own If-Modified-Since: nothing else can be unchanged.
    if (answer.status === 304 && held?.lastModified !== undefined) return { ...held, untilMs };
    const weather = forecastOf(answer, { place, nowMs });
    // A deprecated version does not answer conditional requests.
    const lastModified = answer.status === 203 ? undefined : answer.headers.get("last-modified");
    return { weather, lastModified, untilMs };
  }

  return {
    name: NAME,
    async forecast(place, signal) {
      signal.throwIfAborted();
      const nowMs = clock.nowMs();
      const last = heldByPlace.get(place.key);
      // What is over, or begins in the future since a clock was set back, would not become an answer by being unchanged.
      const held = last !== undefined && hasHourOf(last.weather, nowMs) ? last : undefined;
      if (held !== undefined && nowMs < held.untilMs) return held.weather;
      const fetch = () => fetchPlace(place, held, signal);
      const fetched = await reportedFetch({ source: NAME, onFetch, fetch });
      heldByPlace.set(place.key, fetched);
      return fetched.weather;
    },
    close: () => agent.destroy(),
  };
}

function hasHourOf({ startMs, hours }: HourlyWeather, nowMs: number): boolean {
  return nowMs >= startMs && nowMs < startMs + hours * HOUR_MS;
}

function forecastOf(answer: Answer, options: { place: Place; nowMs: number }): HourlyWeather {
  const { status, headers, text } = answer;
  if (status !== 200 && status !== 203) {
    throw metNorwayError({ status, headers, nowMs: options.nowMs });
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
