import type { HourlyWeather } from "./hourly-weather.ts";
import type { Place } from "./place.ts";

/**
 * Somewhere a forecast comes from: a provider, the simulation, or a cache in front of either.
 *
 * Promises: the answer starts at least PAST_HOURS before the current hour where the source has those hours, reaches
 * HOURS_AHEAD beyond it, and has no hour missing in between (a value may be NaN). Anything else is a WeatherError,
 * never a guess. `signal` ends the wait; a forecast that others wait for too goes on being fetched.
 */
export interface WeatherSource {
  /** Lower-case, used as a metrics label and in log lines: `open-meteo`. */
  readonly name: string;
  forecast(place: Place, signal: AbortSignal): Promise<HourlyWeather>;
}

/** Hours before the current one: what the wet-surface term of the score looks back on. */
export const PAST_HOURS = 12;

/** The current hour, 168 hours of horizon, 24 of the longest session, and one more for values of the preceding hour. */
export const HOURS_AHEAD = 194;
