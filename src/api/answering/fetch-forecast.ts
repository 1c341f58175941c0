import { SECOND_MS } from "../../lib/time/clock.ts";
import { fault } from "../../errors/fault.ts";
import type { Work } from "../../call/operation.ts";
import { placeAt, type Place } from "../../lib/place.ts";
import { NewPlacesLimited } from "../../weather/fetch-owner.ts";
import { backoffMs } from "../../weather/cache/backoff.ts";
import { failuresOf, isOfPlace, WeatherError } from "../../weather/weather-error.ts";
import type { Forecasts, UsedForecast } from "../../weather/weather-source.ts";
import { required } from "../reading/required.ts";

/** The Retry-After if the source names none: short failures of providers last seconds. */
const RETRY_SECONDS = 10;

/** The longest Retry-After: another source may answer, or an operator may act, before the time that a source names. */
const RETRY_SECONDS_MAX = 300;

/**
 * The forecast for a caller's point; without a promise if it is cached. Throws UNAVAILABLE, without the source's
 * words, if there is none, and RESOURCE_EXHAUSTED if the account may not fetch another new place.
 */
export function fetchForecast(
  weather: Forecasts,
  { lat, lng }: { readonly lat?: number; readonly lng?: number },
  work: ForecastWork,
): UsedForecast | Promise<UsedForecast> {
  const place = placeAt(required(lat), required(lng));
  return weather.cached(place, work.caller.fetchOwner) ?? waitForForecast(weather, place, work);
}

type ForecastWork = Pick<Work<Pick<Work["caller"], "fetchOwner">>, "caller" | "signal">;

async function waitForForecast(
  weather: Forecasts,
  place: Place,
  { signal, caller }: ForecastWork,
): Promise<UsedForecast> {
  try {
    return await weather.forecast(place, signal, caller.fetchOwner);
  } catch (error) {
    // The caller has left or its deadline has passed; the signal says which.
    signal.throwIfAborted();
    if (error instanceof WeatherError) {
      if (error.kind === "used_up") throw budgetUsedUp(error);
      throw failuresOf(error).every(isOfPlace)
        ? placeWithoutForecast(error)
        : noForecast(error.retryAfterSeconds, error);
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
    unused:
      `Too many forecasts were fetched for calls of this account that were then cancelled, refused or not answered: its plan allows ${burst} a day. ` +
      `Let calls wait longer, such as ten seconds. Ask for this place again in ${seconds}; places that are cached are not limited.`,
    day:
      "Of the requests that the service may send to its weather source today, this account has used more than are left for all. " +
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

/** UNAVAILABLE for a place without a forecast, when the provider calls of the day are used up. */
function budgetUsedUp(error: WeatherError) {
  return fault({
    sentence:
      "No weather forecast is available for this place before midnight UTC: the service has used up the requests that it may send " +
      "to its weather source today. Places that were asked for in the last six hours are still answered.",
    reason: "PROVIDER_BUDGET_USED_UP",
    retryAfterSeconds: error.retryAfterSeconds ?? RETRY_SECONDS_MAX,
    cause: error,
  });
}

/** UNAVAILABLE for a place for which every source answers, but none with a forecast that can be used. */
function placeWithoutForecast(error: WeatherError) {
  return fault({
    sentence:
      "The weather sources answer, but none has a usable forecast for this place at the moment. Ask about a place some " +
      "kilometres away, or try again later.",
    reason: "FORECAST_UNAVAILABLE",
    retryAfterSeconds: Math.min(RETRY_SECONDS_MAX, backoffMs(error) / SECOND_MS),
    cause: error,
  });
}

/** UNAVAILABLE for a session that began in an hour that is no longer known: the source has no past hours. */
export function hoursUnknown() {
  return fault({
    sentence:
      "The weather when this session began is not known: the weather source in use at the moment sends no past hours. " +
      "Ask without ongoing for a start from the current hour on, or try again later.",
    reason: "FORECAST_UNAVAILABLE",
    // Long, because the cached forecast does not change soon: an uncounted call triggers no fetch.
    retryAfterSeconds: RETRY_SECONDS_MAX,
  });
}

/** UNAVAILABLE for a place or hour for which no source gives a forecast. */
export function noForecast(retryAfterSeconds: number = RETRY_SECONDS, cause?: unknown) {
  return fault({
    sentence: "No weather forecast is available for this place and time at the moment. Try again shortly.",
    reason: "FORECAST_UNAVAILABLE",
    retryAfterSeconds: Math.min(RETRY_SECONDS_MAX, Math.max(1, Math.ceil(retryAfterSeconds))),
    cause,
  });
}
