// What Open-Meteo says when it does not answer. Statuses and texts: its server source, and recorded answers.
import { excerpt } from "../provider/excerpt.ts";
import { WeatherError } from "../weather-error.ts";

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** The sentence of an `{"error": true, "reason": "..."}`, which counts as an error under any status. */
export function openMeteoReason(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || !("error" in body) || body.error !== true)
    return undefined;
  return "reason" in body && typeof body.reason === "string" ? body.reason : "";
}

/** Reads an answer that is none. Everything beside the JSON errors is the network in between: HTML, plain text. */
export function openMeteoError(options: {
  status: number;
  reason: string | undefined;
  text: string;
  nowMs: number;
  retryAfterSeconds?: number | undefined;
  apiKey?: string | undefined;
}): WeatherError {
  const { status, reason, nowMs } = options;
  const message = `open-meteo: status ${status}: ${excerpt(reason || options.text, options.apiKey)}`;
  const retryAfterSeconds = limitSeconds(reason ?? "", nowMs);
  if (retryAfterSeconds !== undefined)
    return new WeatherError("limited", message, { status, retryAfterSeconds });
  // Of its own accord it never says when; a proxy in front may.
  const proxySeconds = options.retryAfterSeconds;
  if (status === 429)
    return new WeatherError("limited", message, { status, retryAfterSeconds: proxySeconds ?? MINUTE_S });
  if (/no data is available for this location/i.test(reason ?? ""))
    return new WeatherError("uncovered", message, { status });
  // A redirect is what the free host answers to a key. It is not followed: the key goes to the configured host only.
  if (status >= 300 && status < 500) return new WeatherError("refused", message, { status });
  return new WeatherError("failed", message, { status, retryAfterSeconds: proxySeconds });
}

/**
 * Four limits share one status and send no Retry-After; only the text tells them apart. The windows are fixed: the
 * minute's is swept at a second we cannot know, the hour's and the day's end on the clock (UTC).
 */
function limitSeconds(reason: string, nowMs: number): number | undefined {
  if (/too many concurrent requests/i.test(reason)) return 2;
  const window = /\b(minutely|hourly|daily) api request limit/i.exec(reason)?.[1]?.toLowerCase();
  if (window === "minutely") return MINUTE_S;
  if (window === "hourly") return secondsToNext(HOUR_S, nowMs);
  // A minute more, so that a clock a little ahead of theirs does not spend the first request of the day on a refusal.
  if (window === "daily") return secondsToNext(DAY_S, nowMs) + MINUTE_S;
  return undefined;
}

function secondsToNext(periodSeconds: number, nowMs: number): number {
  return Math.ceil(periodSeconds - ((nowMs / 1000) % periodSeconds));
}
