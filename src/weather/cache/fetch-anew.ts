import type { Clock } from "../../clock.ts";
import type { HourlyWeather } from "../hourly-weather.ts";
import type { KeptForecasts } from "./forecast-cache.ts";
import { packForecast } from "./packed/forecast.ts";
import type { Place } from "../place.ts";
import type { SharedForecasts } from "./shared-forecasts.ts";
import { WeatherError } from "../weather-error.ts";
import type { WeatherSource } from "../weather-source.ts";

/**
 * How long a place is left alone after a failure, unless the source wants to be asked earlier: one that is down costs a
 * warm place four fetches a minute, and one that is back is noticed well within the minute.
 */
export const HOLD_OFF_MS_MAX = 15_000;

/** Aborts never: a fetch is everybody's, and the source bounds its time. */
const NEVER = new AbortController().signal;

/**
 * Gets a forecast from another replica or else from the source, and keeps it. After a failure what is kept is marked to
 * be left alone for a while.
 */
export async function fetchAnew(
  place: Place,
  inside: {
    readonly source: WeatherSource;
    readonly clock: Clock;
    readonly kept: KeptForecasts;
    readonly shared: SharedForecasts | undefined;
    readonly onBug: ((error: unknown) => void) | undefined;
  },
): Promise<{ readonly result: "miss" | "shared"; readonly weather: HourlyWeather }> {
  const { source, clock, kept, shared, onBug } = inside;
  const answer = shared && (await shared.ask(place, clock.nowMs()));
  if (answer?.kind === "Found") {
    return { result: "shared", weather: kept.weatherOf(kept.add(place, answer.forecast)) };
  }
  if (answer?.older !== undefined) kept.add(place, answer.older);
  try {
    const weather = await source.forecast(place, NEVER);
    const forecast = { packed: packForecast(weather), fetchedAtMs: clock.nowMs() };
    void answer?.settle(forecast);
    return { result: "miss", weather: { ...weather, freshUntilMs: kept.add(place, forecast).freshUntilMs } };
  } catch (error) {
    void answer?.settle(undefined);
    const held = kept.get(place);
    if (held !== undefined) held.holdOffUntilMs = clock.nowMs() + holdOffMs(error);
    if (!(error instanceof WeatherError)) onBug?.(error);
    throw error;
  }
}

function holdOffMs(error: unknown): number {
  const retryAfterSeconds = error instanceof WeatherError ? error.retryAfterSeconds : undefined;
  return retryAfterSeconds === undefined
    ? HOLD_OFF_MS_MAX
    : Math.min(HOLD_OFF_MS_MAX, retryAfterSeconds * 1000);
}
