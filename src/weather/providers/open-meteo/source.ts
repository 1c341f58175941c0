// Forecasts of Open-Meteo (https://open-meteo.com, data under CC BY 4.0). Waiting places share one JSON request.
import { Pool } from "undici";
import type { CallBudget } from "../../budget/call-budget.ts";
import { createReplicaSemaphore } from "../../budget/replica-semaphore.ts";
import type { ProviderCallStore } from "../../budget/provider-calls.ts";
import { withDaylight } from "../../daylight.ts";
import { withEarlierApart } from "../../earlier-hours.ts";
import type { HourlyWeather } from "../../hourly-weather.ts";
import type { Place } from "../../../lib/place.ts";
import { type CodeReading, excerpt } from "../http/answer-checks.ts";
import { type Answer, fetchText, parsedJson, retryAfterSeconds } from "../http/fetch-text.ts";
import { reportedFetch, type ProviderOptions, reportedSend } from "../http/reports.ts";
import { createRequestQueue, type Together } from "../http/request-queue.ts";
import { WeatherError } from "../../weather-error.ts";
import { apartIn, type Requester } from "../../weather-source.ts";
import type { ProviderSource } from "../provider.ts";
import { jointAnswer, openMeteoAnswer } from "./answer.ts";
import {
  isOwnOpenMeteo,
  OPEN_METEO_HOSTS,
  OPEN_METEO_NAMES,
  openMeteoConnections,
  openMeteoPath,
  openMeteoUrl,
  PLACES_TOGETHER_MAX,
} from "./request.ts";

export interface OpenMeteoOptions extends ProviderOptions, CodeReading {
  /** By default the provider's host: the commercial one with a key, the free one without. */
  readonly url?: string | undefined;
  /** Sent to that host only; redirects are not followed. */
  readonly apiKey?: string | undefined;
  /** Shared by replicas: the calls left of the day, and the permits for concurrent requests. */
  readonly budget?: Pick<CallBudget, "take"> | undefined;
  readonly permits?: Pick<ProviderCallStore, "acquireProviderPermit" | "releaseProviderPermit"> | undefined;
}

const NAME = "open-meteo";

/** The provider itself, without retry, cache or breaker. */
export function createOpenMeteoSource(options: OpenMeteoOptions): ProviderSource {
  const { clock, onFetch } = options;
  const { queued, close } = createQueue(options);

  async function fetchForecast(
    place: Place,
    signal: AbortSignal,
    requester?: Requester,
  ): Promise<HourlyWeather> {
    const { forecasts, parts } = await queued(place, signal, requester);
    return forecasts.get(place) ?? fetchForecast(place, signal, apartIn(requester, parts?.get(place)));
  }

  return {
    name: NAME,
    variables: OPEN_METEO_NAMES,
    forecast: (place, signal, requester) =>
      reportedFetch({ source: NAME, clock, onFetch, fetch: () => fetchForecast(place, signal, requester) }),
    close,
  };
}

function createQueue({
  url: configuredUrl,
  apiKey,
  clock,
  // The provider's server works for more than 4 ms on only one of a hundred recorded answers. The rest is network and our
  // own queue.
  timeoutMs = 3_000,
  // Our own request gets some 15 kB; the largest recorded answer, for 14 days, has 53 kB.
  maxBodyBytes = 256 * 1024,
  onSent,
  onOddValues,
  budget,
  permits,
  isKnownCode,
  onUnknownCode,
}: OpenMeteoOptions) {
  const url = openMeteoUrl({ url: configuredUrl, apiKey });
  const { origin } = new URL(url);
  const atOnceMax = openMeteoConnections(url);
  const maxResponseSize = maxBodyBytes * PLACES_TOGETHER_MAX;
  const dispatcher = new Pool(origin, { connections: atOnceMax, pipelining: 1, maxResponseSize });
  const fetching = { source: NAME, hosts: OPEN_METEO_HOSTS, dispatcher, origin, timeoutMs };
  const semaphore = { provider: NAME, atOnceMax, heldMs: 2 * timeoutMs };
  // The wait and the request together fit into half of the time that all sources have together.
  const queued = createRequestQueue({
    source: NAME,
    atOnceMax,
    togetherMax: PLACES_TOGETHER_MAX,
    waitMsMax: timeoutMs / 3,
    // The provider's hosts count requests by address or key, so the limit is for all replicas together.
    acquirePermit:
      permits && !isOwnOpenMeteo(url) ? createReplicaSemaphore({ ...semaphore, shared: permits }) : undefined,
    charge: budget && ((count) => budget.take(count)),
    send: (places: Together<Place>, signal) => {
      const path = openMeteoPath({ url, apiKey, places });
      const request = { ...fetching, path, maxBodyBytes: maxBodyBytes * places.length, signal };
      const askFor = async () => openMeteoBody(await fetchText(request), { nowMs: clock.nowMs(), apiKey });
      return jointAnswer(places, {
        ask: () => reportedSend({ source: NAME, calls: places.length, onSent, send: askFor }),
        read: (body, place) => {
          const nowMs = clock.nowMs();
          const weather = openMeteoAnswer(body, { place, nowMs, isKnownCode, onUnknownCode, onOddValues });
          return withEarlierApart(withDaylight(weather, place), nowMs);
        },
      });
    },
  });
  return { queued, close: () => dispatcher.destroy() };
}

/** The parsed answer. `{"error": true, "reason": "..."}` is an error under any status. */
export function openMeteoBody(
  answer: Answer,
  options: { readonly nowMs: number; readonly apiKey?: string | undefined },
): unknown {
  const { status, text } = answer;
  const body = parsedJson(answer);
  const reason = reasonOf(body);
  if (status >= 300 || reason !== undefined) throw openMeteoError(answer, { reason, ...options });
  if (body === undefined) {
    // An error in the middle of an answer leaves status 200 and truncated JSON.
    const message = `${NAME}: status ${status}, not JSON: ${excerpt(text, options.apiKey)}`;
    throw new WeatherError("unusable", message, { status, defect: "not_json" });
  }
  return body;
}

/** The message of a JSON error; undefined for anything else. */
function reasonOf(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || !("error" in body) || body.error !== true)
    return undefined;
  return "reason" in body && typeof body.reason === "string" ? body.reason : "";
}

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** The error for an answer without a forecast. HTML or plain text comes from the network in between. */
function openMeteoError(
  { status, headers, text }: Answer,
  {
    reason = "",
    nowMs,
    apiKey,
  }: { readonly reason: string | undefined; readonly nowMs: number; readonly apiKey?: string | undefined },
): WeatherError {
  const message = `${NAME}: status ${status}: ${excerpt(reason || text, apiKey)}`;
  const limitedSeconds = limitSeconds(reason, nowMs);
  // The provider sends no Retry-After; a proxy in front may.
  const proxySeconds = retryAfterSeconds(headers, { nowMs });
  if (limitedSeconds !== undefined || status === 429) {
    const seconds = limitedSeconds ?? proxySeconds ?? MINUTE_S;
    return new WeatherError("limited", message, { status, retryAfterSeconds: seconds });
  }
  if (/no data is available for this location/i.test(reason))
    return new WeatherError("uncovered", message, { status });
  // The wording of other refusals changes. An invalid key has this status too, and is nobody's place.
  if (status === 400 && !/\bapi.?key\b/i.test(reason))
    return new WeatherError("place_refused", message, { status });
  // The free host answers a key with a redirect. It is not followed, so that the key goes to the configured host only.
  if (status >= 300 && status < 500) return new WeatherError("refused", message, { status });
  return new WeatherError("failed", message, { status, retryAfterSeconds: proxySeconds });
}

/**
 * Four limits share one status without a Retry-After; only the text tells them apart. Their windows are fixed: the minute
 * ends at an unknown second, the hour and the day with the UTC clock.
 */
function limitSeconds(reason: string, nowMs: number): number | undefined {
  if (/too many concurrent requests/i.test(reason)) return 2;
  const window = /\b(minutely|hourly|daily) api request limit/i.exec(reason)?.[1]?.toLowerCase();
  if (window === "minutely") return MINUTE_S;
  if (window === "hourly") return secondsToNext(HOUR_S, nowMs);
  // A minute more, in case our clock is a little ahead: the first request of the day should not be refused.
  if (window === "daily") return secondsToNext(DAY_S, nowMs) + MINUTE_S;
  return undefined;
}

function secondsToNext(periodSeconds: number, nowMs: number): number {
  return Math.ceil(periodSeconds - ((nowMs / 1000) % periodSeconds));
}
