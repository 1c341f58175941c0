import type { FetchOwner } from "./fetch-owner.ts";
import type { HourlyWeather } from "./hourly-weather.ts";
import type { Place } from "./place.ts";

/**
 * Somewhere a forecast comes from: a provider, the simulation, or a cache in front of either.
 *
 * Promises: the answer contains the hour it was fetched in, has no hour missing between its first and its last (a value
 * may be NaN), and reaches PAST_HOURS back and HOURS_AHEAD ahead wherever the source knows so many hours, with EARLIER_HOURS
 * before them apart. One that knows fewer is answered from all the same, so whoever reads an hour checks that it is there. Anything else is a
 * WeatherError, never a guess. `signal` ends the wait, rejecting with its reason; a forecast that others wait for too
 * goes on being fetched.
 */
export interface WeatherSource {
  /** Lower-case, used as a metrics label and in log lines: `open-meteo`. */
  readonly name: string;
  forecast(place: Place, signal: AbortSignal, turn?: FetchTurn): Promise<HourlyWeather>;
}

/** Whose turn it is that a provider is asked, and whom to tell that it was. */
export interface FetchTurn {
  /** The account; undefined for what is fetched for nobody. */
  readonly owner: string | undefined;
  /** Called when a request leaves, and again when another does. Until then the fetch can be given up for nothing. */
  onSent(): void;
  /** To be asked for together with places of the same part alone, as a source may have stumbled over one of the others. */
  readonly part?: object | undefined;
}

/** The same turn, for a request about a part of what the one before was about: unless told which, about this place alone. */
export function apartIn(turn: FetchTurn | undefined, part: object = {}): FetchTurn {
  return { owner: undefined, onSent: () => undefined, ...turn, part };
}

/** Forecasts as operations ask for them: for an account, or for nobody. */
export interface Forecasts {
  readonly name: string;
  /** What can be answered without waiting; undefined where `forecast` has to be asked. */
  cached(place: Place, owner?: FetchOwner): HourlyWeather | undefined;
  forecast(place: Place, signal: AbortSignal, owner?: FetchOwner): Promise<HourlyWeather>;
}

/** One with connections of its own. */
export interface ClosableSource extends WeatherSource {
  /** Closes the connections; what is still being fetched ends as `unreachable`. */
  close(): Promise<void>;
}

/** Hours before the current one: what the wet-surface term of the score looks back on. */
export const PAST_HOURS = 12;

/** As many hours before those: a session that has begun up to so long ago is judged as it would have been then. */
export const EARLIER_HOURS = 12;

/** The current hour, 168 hours of horizon, 24 of the longest session, and one more for values of the preceding hour. */
export const HOURS_AHEAD = 194;

/** Asked for beyond HOURS_AHEAD: a cached answer stays long enough for so many hours. */
export const SPARE_HOURS = 46;
