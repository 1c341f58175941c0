import { systemClock } from "../../lib/time/clock.ts";
import type { HourlyWeather } from "../hourly-weather.ts";
import { untilAborted } from "../until-aborted.ts";
import { isOfBudget, WeatherError } from "../weather-error.ts";
import type { WeatherSource } from "../weather-source.ts";

/**
 * For all sources together. It is below the 10 s of a call, because a fetch serves all callers of a place: no caller's own
 * deadline bounds it, and callers that waited from its start should still get the result.
 */
const TIMEOUT_MS = 8_000;

/**
 * Asks the sources in order until one answers. The time that is left is divided equally between a source and the sources
 * after it: a source that hangs leaves enough for the next, and a source that fails at once leaves nearly all of it.
 */
export function createPreferredSource(sources: readonly WeatherSource[]): WeatherSource {
  return {
    name: "preferred",
    async forecast(place, signal, turn) {
      signal.throwIfAborted();
      const endMs = systemClock.elapsedMs() + TIMEOUT_MS;
      const failures: WeatherError[] = [];
      for (const [i, source] of sources.entries()) {
        const shareMs = Math.max(0, endMs - systemClock.elapsedMs()) / (sources.length - i);
        try {
          return await askWithin(shareMs, source, place, signal, turn);
        } catch (error) {
          signal.throwIfAborted();
          // Without the store, the service cannot count the caller's call either, so the caller should get the error at
          // once.
          if (!(error instanceof WeatherError) || error.kind === "uncounted") throw error;
          failures.push(error);
        }
      }
      throw noAnswer(failures);
    },
  };
}

async function askWithin(
  shareMs: number,
  source: WeatherSource,
  ...[place, signal, turn]: Parameters<WeatherSource["forecast"]>
): Promise<HourlyWeather> {
  const deadline = new AbortController();
  const timer = setTimeout(
    () =>
      deadline.abort(new WeatherError("timeout", `${source.name}: no answer in ${Math.round(shareMs)} ms`)),
    shareMs,
  );
  try {
    const either = AbortSignal.any([signal, deadline.signal]);
    return await untilAborted(source.forecast(place, either, turn), either);
  } finally {
    clearTimeout(timer);
  }
}

/** One error for all failures: the kind of the first source that was asked, every message, and the earliest retry time. */
function noAnswer(failures: readonly WeatherError[]): WeatherError {
  const [first] = failures;
  if (first === undefined || failures.length === 1)
    return first ?? new WeatherError("failed", "there is no source");
  // A source that was not asked because of our own limits says less than one that failed.
  const { kind } = failures.find((failure) => !isOfBudget(failure)) ?? first;
  const waits = failures.flatMap(({ retryAfterSeconds }) => retryAfterSeconds ?? []);
  return new WeatherError(kind, failures.map(({ message }) => message).join("; "), {
    // A source without a Retry-After may be back at any moment.
    retryAfterSeconds: waits.length < failures.length ? undefined : Math.min(...waits),
    cause: new AggregateError(failures),
  });
}
