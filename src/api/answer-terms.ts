import type { ContextValues, HandlerContext } from "@connectrpc/connect";
import type { Clock } from "../clock.ts";
import type { HourlyWeather } from "../weather/hourly-weather.ts";
import type { SportsOwner } from "./own-sports.ts";

/** Who the weather is from: its licence asks for the name, and it explains a jump between two answers. */
const WEATHER_SOURCE_HEADER = "weather-source";

/** Says in an answer's headers whose forecast it was made from, and for how long its caller may keep it. */
export type StateTerms = (
  context: Pick<HandlerContext, "responseHeader" | "values">,
  made: {
    readonly forecast: HourlyWeather;
    /** When the answer would be another one for the time of day alone; Unix ms. */
    readonly changesAtMs: number;
  },
) => void;

export function createStateTerms({
  clock,
  sportsOwner,
}: {
  clock: Clock;
  /** Undefined for an account that never had sports of its own. */
  sportsOwner: (values: ContextValues) => SportsOwner | undefined;
}): StateTerms {
  return ({ responseHeader, values }, { forecast, changesAtMs }) => {
    responseHeader.set(WEATHER_SOURCE_HEADER, forecast.source);
    // A change of an account's own sports takes effect within a second, so nothing is known of how long they hold.
    const untilMs = sportsOwner(values) === undefined ? Math.min(forecast.freshUntilMs ?? 0, changesAtMs) : 0;
    responseHeader.set("cache-control", cacheControl(untilMs - clock.nowMs()));
  };
}

/** `no-cache`: it may be kept, and has to be asked about each time, which a 304 answers. */
function cacheControl(leftMs: number): string {
  const seconds = Math.floor(leftMs / 1000);
  return seconds > 0 ? `private, max-age=${seconds}` : "private, no-cache";
}
