// Forecasts of Open-Meteo (https://open-meteo.com, data under CC BY 4.0), one JSON request a place.
import { Pool } from "undici";
import type { Clock } from "../clock.ts";
import { excerpt } from "./excerpt.ts";
import { fetchText } from "./fetch-text.ts";
import type { HourlyWeather } from "./hourly-weather.ts";
import { openMeteoAnswer } from "./open-meteo-answer.ts";
import { openMeteoError, openMeteoReason } from "./open-meteo-error.ts";
import { openMeteoConnections, openMeteoPath, openMeteoUrl } from "./open-meteo-request.ts";
import type { Place } from "./place.ts";
import { WeatherError } from "./weather-error.ts";
import type { WeatherFetch } from "./weather-fetch.ts";
import type { WeatherSource } from "./weather-source.ts";

export interface OpenMeteoOptions {
  /** Without one, the provider's own host: the commercial one if there is a key. */
  readonly url?: string | undefined;
  /** Sent to that host and nowhere else; redirects are not followed. */
  readonly apiKey?: string | undefined;
  readonly clock: Clock;
  /** For a whole fetch, from waiting for a connection to the last byte. */
  readonly timeoutMs?: number;
  readonly maxBodyBytes?: number;
  readonly onFetch?: ((fetch: WeatherFetch) => void) | undefined;
}

export interface OpenMeteoSource extends WeatherSource {
  /** Closes the connections; what is still being fetched ends as `unreachable`. */
  close(): Promise<void>;
}

const NAME = "open-meteo";

/** The provider as it is: no retry, no cache, no breaker. */
export function createOpenMeteoSource({
  url: configuredUrl,
  apiKey,
  clock,
  timeoutMs = 5_000,
  // Our own request is answered with some 15 kB; the largest recorded answer to any, 14 days, has 53 kB.
  maxBodyBytes = 256 * 1024,
  onFetch,
}: OpenMeteoOptions): OpenMeteoSource {
  const url = openMeteoUrl({ url: configuredUrl, apiKey });
  const pool = new Pool(new URL(url).origin, {
    connections: openMeteoConnections(url),
    pipelining: 1,
    maxResponseSize: maxBodyBytes,
  });

  async function fetchForecast(place: Place, signal: AbortSignal): Promise<HourlyWeather> {
    const path = openMeteoPath({ url, apiKey, place });
    const answer = await fetchText({ source: NAME, pool, path, timeoutMs, signal });
    return forecastOf(answer, { nowMs: clock.nowMs(), apiKey });
  }

  return {
    name: NAME,
    async forecast(place, signal) {
      const startedMs = performance.now();
      const report = (outcome: WeatherFetch["outcome"]) =>
        onFetch?.({ source: NAME, outcome, seconds: (performance.now() - startedMs) / 1000 });
      try {
        const weather = await fetchForecast(place, signal);
        report("ok");
        return weather;
      } catch (error) {
        if (error instanceof WeatherError) report(error.kind);
        throw error;
      }
    },
    close: () => pool.destroy(),
  };
}

function forecastOf(
  answer: { status: number; text: string },
  options: { nowMs: number; apiKey: string | undefined },
): HourlyWeather {
  const { status, text } = answer;
  const body = parsed(text);
  const reason = openMeteoReason(body);
  if (status >= 300 || reason !== undefined) throw openMeteoError({ status, reason, text, ...options });
  if (body === undefined) {
    // An error in the middle of an answer leaves status 200 and a JSON cut off.
    throw new WeatherError(
      "unusable",
      `${NAME}: status ${status}, not JSON: ${excerpt(text, options.apiKey)}`,
    );
  }
  return openMeteoAnswer(body, options);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
