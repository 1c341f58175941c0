// Forecasts of Open-Meteo (https://open-meteo.com, data under CC BY 4.0). Places that wait go in one JSON request together.
import { Pool } from "undici";
import type { Clock } from "../../clock.ts";
import type { CallBudget } from "../budget/call-budget.ts";
import { createRequestTurns } from "../budget/request-turns.ts";
import type { SharedProvider } from "../budget/shared-provider.ts";
import { withEarlierApart } from "../earlier-hours.ts";
import type { HourlyWeather } from "../hourly-weather.ts";
import type { Place } from "../place.ts";
import { excerpt } from "../provider/excerpt.ts";
import { type Answer, fetchText, type FetchTextOptions } from "../provider/fetch-text.ts";
import type { Together } from "../provider/joint-request.ts";
import { reportedFetch, type WeatherFetch } from "../provider/reported-fetch.ts";
import { reportedSend, type SentRequest } from "../provider/reported-send.ts";
import { createRequestQueue } from "../provider/request-queue.ts";
import { retryAfterSeconds } from "../provider/retry-after-seconds.ts";
import { withDaylight } from "../provider/with-daylight.ts";
import { WeatherError } from "../weather-error.ts";
import { apartIn, type ClosableSource, type FetchTurn } from "../weather-source.ts";
import { openMeteoAnswer } from "./answer.ts";
import { openMeteoError, openMeteoReason } from "./error.ts";
import { jointAnswer } from "./joint-answer.ts";
import {
  openMeteoConnections,
  openMeteoPath,
  openMeteoTurnsAtOnce,
  openMeteoUrl,
  PLACES_TOGETHER_MAX,
} from "./request.ts";

export interface OpenMeteoOptions {
  /** Without one, the provider's own host: the commercial one if there is a key. */
  readonly url?: string | undefined;
  /** Sent to that host and nowhere else; redirects are not followed. */
  readonly apiKey?: string | undefined;
  readonly clock: Clock;
  /** For a whole fetch, from connecting to the last byte; the wait for other fetches, a third of it at most, is extra. */
  readonly timeoutMs?: number;
  /** For each place that is asked for. */
  readonly maxBodyBytes?: number;
  readonly onFetch?: ((fetch: WeatherFetch) => void) | undefined;
  readonly onSent?: ((sent: SentRequest) => void) | undefined;
  /** What replicas share: how many calls are left of the day, and how many requests are under way. */
  readonly budget?: Pick<CallBudget, "take"> | undefined;
  readonly turns?: Pick<SharedProvider, "hasProviderTurn" | "endProviderTurn"> | undefined;
}

const NAME = "open-meteo";

/** The provider as it is: no retry, no cache, no breaker. */
export function createOpenMeteoSource({
  url: configuredUrl,
  apiKey,
  clock,
  // Its server works on one of a hundred recorded answers for more than 4 ms. The rest is network, and our own queue.
  timeoutMs = 3_000,
  // Our own request is answered with some 15 kB; the largest recorded answer to any, 14 days, has 53 kB.
  maxBodyBytes = 256 * 1024,
  onFetch,
  onSent,
  budget,
  turns,
}: OpenMeteoOptions): ClosableSource {
  const url = openMeteoUrl({ url: configuredUrl, apiKey });
  const { origin } = new URL(url);
  const connections = openMeteoConnections(url);
  const maxResponseSize = maxBodyBytes * PLACES_TOGETHER_MAX;
  const dispatcher = new Pool(origin, { connections, pipelining: 1, maxResponseSize });
  const fetching = { source: NAME, dispatcher, origin, timeoutMs };
  const turnsAtOnce = openMeteoTurnsAtOnce(url);
  // With the wait a fetch fits into half of the time that the sources have together.
  const queued = createRequestQueue({
    source: NAME,
    atOnceMax: connections,
    togetherMax: PLACES_TOGETHER_MAX,
    waitMsMax: timeoutMs / 3,
    enterTurn:
      turns && turnsAtOnce !== undefined
        ? createRequestTurns({ provider: NAME, atOnceMax: turnsAtOnce, heldMs: 2 * timeoutMs, shared: turns })
        : undefined,
    charge: budget && ((count) => budget.take(count)),
    send: (places: Together<Place>, signal) => {
      const path = openMeteoPath({ url, apiKey, places });
      const asked = { ...fetching, path, maxBodyBytes: maxBodyBytes * places.length, signal };
      return jointAnswer(places, {
        ask: () => reportedSend({ source: NAME, calls: places.length, onSent, send: () => askFor(asked) }),
        read: (body, place) => {
          const nowMs = clock.nowMs();
          return withEarlierApart(withDaylight(openMeteoAnswer(body, { nowMs }), place), nowMs);
        },
      });
    },
  });

  async function askFor(asked: FetchTextOptions): Promise<unknown> {
    return bodyOf(await fetchText(asked), { nowMs: clock.nowMs(), apiKey });
  }

  async function fetchForecast(place: Place, signal: AbortSignal, turn?: FetchTurn): Promise<HourlyWeather> {
    const { told, parts } = await queued(place, signal, turn);
    return told.get(place) ?? fetchForecast(place, signal, apartIn(turn, parts?.get(place)));
  }

  return {
    name: NAME,
    forecast: (place, signal, turn) =>
      reportedFetch({ source: NAME, onFetch, fetch: () => fetchForecast(place, signal, turn) }),
    close: () => dispatcher.destroy(),
  };
}

/** What was sent, if it is an answer at all. */
function bodyOf(answer: Answer, options: { nowMs: number; apiKey: string | undefined }): unknown {
  const { status, text } = answer;
  const body = parsed(text);
  const reason = openMeteoReason(body);
  if (status >= 300 || reason !== undefined) {
    const seconds = retryAfterSeconds(answer.headers, options);
    throw openMeteoError({ status, reason, text, retryAfterSeconds: seconds, ...options });
  }
  if (body === undefined) {
    // An error in the middle of an answer leaves status 200 and a JSON cut off.
    const message = `${NAME}: status ${status}, not JSON: ${excerpt(text, options.apiKey)}`;
    throw new WeatherError("unusable", message, { status, defect: "not_json" });
  }
  return body;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
