import type { HourlyWeather } from "../weather/hourly-weather.ts";
import type { Language } from "../scoring/words/language.ts";
import { MODEL_VERSION } from "../scoring/model-version.ts";

/**
 * `scoring-model-version` tells scores of different models apart. `weather-source` is the name that a licence asks for, and
 * explains a jump between two answers. `cache-control` says for how long the caller may cache the answer, `content-language`
 * what a `lang` with a region fell back on.
 */
export function setAnswerHeaders(
  headers: Headers,
  made: {
    readonly forecast: HourlyWeather;
    /** When the passing of time alone changes the answer; Unix ms. */
    readonly changesAtMs: number;
    /** Whether the account has ever had sports of its own: a change of them takes effect within a second. */
    readonly hasOwnSports: boolean;
    readonly nowMs: number;
    /** That of its sentences; only where the call asked for one, so that other answers have the headers they always had. */
    readonly language?: Language | undefined;
  },
): void {
  const { forecast, changesAtMs, hasOwnSports, nowMs, language } = made;
  headers.set("scoring-model-version", MODEL_VERSION);
  headers.set("weather-source", forecast.source);
  const untilMs = hasOwnSports ? 0 : Math.min(forecast.freshUntilMs ?? 0, changesAtMs);
  headers.set("cache-control", cacheControl(untilMs - nowMs));
  if (language !== undefined) headers.set("content-language", language.tag);
}

/** `no-cache`: it may be cached, and has to be asked about each time, which a 304 answers. */
function cacheControl(leftMs: number): string {
  const seconds = Math.floor(leftMs / 1000);
  return seconds > 0 ? `private, max-age=${seconds}` : "private, no-cache";
}
