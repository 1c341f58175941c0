import { fault } from "../fault.ts";
import type { HourlyWeather } from "../weather/hourly-weather.ts";
import { placeAt, type Place } from "../weather/place.ts";
import { NewPlacesLimited } from "../weather/fetch-owner.ts";
import { WeatherError } from "../weather/weather-error.ts";
import type { Forecasts } from "../weather/weather-source.ts";
import type { OperationCall } from "./call.ts";
import { required } from "./request-fields.ts";

/** Retry-After where the source does not say when to ask again; providers' hiccups last seconds. */
const RETRY_SECONDS = 10;

/** A retry further away than this is a promise nobody can keep: another source or an operator may act before. */
const RETRY_SECONDS_MAX = 300;

/**
 * The forecast for a caller's point, without a promise where it is cached; UNAVAILABLE, with nothing of the source's own words, when there is none or may be none, and
 * RESOURCE_EXHAUSTED when it is a new place more than the account may have fetched.
 */
export function fetchForecast(
  weather: Forecasts,
  point: { lat?: number; lng?: number },
  call: Pick<OperationCall, "signal" | "fetchOwner">,
): HourlyWeather | Promise<HourlyWeather> {
  const place = placeAt(required(point.lat), required(point.lng));
  return weather.cached(place, call.fetchOwner) ?? waitForForecast(weather, place, call);
}

async function waitForForecast(
  weather: Forecasts,
  place: Place,
  { signal, fetchOwner }: Pick<OperationCall, "signal" | "fetchOwner">,
): Promise<HourlyWeather> {
  try {
    return await weather.forecast(place, signal, fetchOwner);
  } catch (error) {
    // The caller has left, or its time is up: the signal says which.
    signal.throwIfAborted();
    if (error instanceof WeatherError) {
      throw error.kind === "used_up" ? budgetUsedUp(error) : noForecast(error.retryAfterSeconds, error);
    }
    if (error instanceof NewPlacesLimited) throw tooManyNewPlaces(error);
    throw error;
  }
}

function tooManyNewPlaces(error: NewPlacesLimited) {
  const { retryAfterSeconds, usedUp } = error;
  const { burst, count } = error.limits.newPlaces;
  const seconds = retryAfterSeconds === 1 ? "1 second" : `${retryAfterSeconds} seconds`;
  const sentences = {
    new:
      `This account's plan allows ${burst} new places at first, then ${count} a minute. Ask for this place again in ${seconds}; ` +
      "places that this account asked for within 48 hours, and places that are cached, are not limited.",
    untaken:
      `Too many forecasts were fetched for calls of this account that were then given up, refused or could not be answered: its plan allows ${burst} a day. ` +
      `Let calls wait longer, such as ten seconds. Ask for this place again in ${seconds}; places that are cached are not limited.`,
    day:
      "This account has had more of the requests that the service may make of its weather source today than are left for all. " +
      `Ask for this place again in ${seconds}; places that are cached are not limited.`,
  };
  const sentence = sentences[usedUp];
  return fault({
    sentence,
    reason: "NEW_PLACES_LIMITED",
    quota: { subject: "new places", description: sentence },
    retryAfterSeconds,
    cause: error,
  });
}

/** UNAVAILABLE for a place of which nothing is known, until there may be more calls: the source says when. */
function budgetUsedUp(error: WeatherError) {
  return fault({
    sentence:
      "No weather forecast can be had for this place before midnight UTC: all requests that the service may make of its weather " +
      "source today are used up. Places that were asked for in the last six hours are still answered.",
    reason: "PROVIDER_BUDGET_USED_UP",
    retryAfterSeconds: error.retryAfterSeconds ?? RETRY_SECONDS_MAX,
    cause: error,
  });
}

/** UNAVAILABLE for a session that has begun in an hour that is not known any more: the source tells no hours that are over. */
export function hoursUnknown() {
  return fault({
    sentence:
      "What the weather was when this session began is not known: the weather source that answers at the moment tells of no hours " +
      "that are over. Ask without ongoing for a start from the current hour on, or try again later.",
    reason: "FORECAST_UNAVAILABLE",
    // What is cached stays for long: a call that does not count has nothing fetched anew.
    retryAfterSeconds: RETRY_SECONDS_MAX,
  });
}

/** UNAVAILABLE for a place or an hour that no source can answer for. */
export function noForecast(retryAfterSeconds: number = RETRY_SECONDS, cause?: unknown) {
  return fault({
    sentence: "No weather forecast can be had for this place and time at the moment. Try again shortly.",
    reason: "FORECAST_UNAVAILABLE",
    retryAfterSeconds: retrySeconds(retryAfterSeconds),
    cause,
  });
}

function retrySeconds(seconds: number): number {
  return Math.min(RETRY_SECONDS_MAX, Math.max(1, Math.ceil(seconds)));
}
