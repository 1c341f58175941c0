import type { HourlyWeather } from "../weather/hourly-weather.ts";
import { MODEL_VERSION } from "../scoring/model-version.ts";

/**
 * Says in an answer's headers which numbers made its scores, so that whoever stores scores can tell those of different
 * models apart; who the weather is from, since its licence asks for the name and it explains a jump between two
 * answers; and for how long the caller may cache it.
 */
export function setAnswerHeaders(
  headers: Headers,
  made: {
    readonly forecast: HourlyWeather;
    /** When the answer would be another one for the time of day alone; Unix ms. */
    readonly changesAtMs: number;
    /** Whether the account may have sports of its own: a change of them takes effect within a second. */
    readonly hasOwnSports: boolean;
    readonly nowMs: number;
  },
): void {
  const { forecast, changesAtMs, hasOwnSports, nowMs } = made;
  headers.set("scoring-model-version", MODEL_VERSION);
  headers.set("weather-source", forecast.source);
  const untilMs = hasOwnSports ? 0 : Math.min(forecast.freshUntilMs ?? 0, changesAtMs);
  headers.set("cache-control", cacheControl(untilMs - nowMs));
}

/** `no-cache`: it may be cached, and has to be asked about each time, which a 304 answers. */
function cacheControl(leftMs: number): string {
  const seconds = Math.floor(leftMs / 1000);
  return seconds > 0 ? `private, max-age=${seconds}` : "private, no-cache";
}
