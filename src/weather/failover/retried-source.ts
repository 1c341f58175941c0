import type { HourlyWeather } from "../hourly-weather.ts";
import { delay } from "../until-aborted.ts";
import { WeatherError } from "../weather-error.ts";
import { apartIn, type WeatherSource } from "../weather-source.ts";
import type { NoteFailure } from "./source-reports.ts";

/** A limit on concurrent requests ends within this time; longer limits are not waited for. */
const BRIEF_SECONDS_MAX = 2;

/** Before jitter, which at most quadruples it. */
const RETRY_DELAY_MS = 100;

/** Whether the limit is one on concurrent requests: it is over in a moment, and no sign that the source is failing. */
export function isBriefLimit(error: WeatherError): boolean {
  const { kind, retryAfterSeconds } = error;
  return kind === "limited" && retryAfterSeconds !== undefined && retryAfterSeconds <= BRIEF_SECONDS_MAX;
}

/**
 * Retries once if that may help: at once (with jitter) after a broken connection or a reported failure, and after a brief
 * limit as soon as it ends. There is no retry after a timeout, which used up the time, or after an unusable answer, which
 * would not improve. After a failure the place is sent alone, because another place in the request may have caused the
 * failure. There is only one retry, because failures count against the provider's limits and there are other sources. The
 * signal ends the wait.
 */
export function createRetriedSource({
  source,
  onForecast,
  noteFailure,
}: {
  readonly source: WeatherSource;
  readonly onForecast?: ((forecast: HourlyWeather) => void) | undefined;
  readonly noteFailure?: NoteFailure | undefined;
}): WeatherSource {
  async function attempt(count: number, ...question: Parameters<WeatherSource["forecast"]>) {
    try {
      const weather = await source.forecast(...question);
      onForecast?.(weather);
      return weather;
    } catch (error) {
      const [place] = question;
      // The budget itself reports its end, once a day.
      if (error instanceof WeatherError && error.kind !== "used_up")
        noteFailure?.({ error, place, attempt: count });
      throw error;
    }
  }

  return {
    name: source.name,
    async forecast(place, signal, requester) {
      try {
        return await attempt(1, place, signal, requester);
      } catch (error) {
        if (!(error instanceof WeatherError)) throw error;
        const waitMs = waitMsAfter(error);
        if (waitMs === undefined) throw error;
        await delay(waitMs, signal);
        return await attempt(2, place, signal, isBriefLimit(error) ? requester : apartIn(requester));
      }
    },
  };
}

/** How long to wait before a retry; undefined if a retry does not help. */
function waitMsAfter(error: WeatherError): number | undefined {
  const { kind, retryAfterSeconds } = error;
  if (isBriefLimit(error)) return (retryAfterSeconds ?? 0) * 1000 * (1 + Math.random() / 4);
  const isHiccup = retryAfterSeconds === undefined && (kind === "unreachable" || kind === "failed");
  return isHiccup ? RETRY_DELAY_MS * (1 + 3 * Math.random()) : undefined;
}
