import type { HourlyWeather } from "../hourly-weather.ts";
import { untilAborted } from "../until-aborted.ts";
import { isOfBudget, WeatherError } from "../weather-error.ts";
import type { WeatherSource } from "../weather-source.ts";

/**
 * For all sources together. Below the 10 s a call may take: a fetch is made for everybody who waits for the place, so no
 * caller's own deadline bounds it, and who began to wait with it should still hear how it ended.
 */
const TIMEOUT_MS = 8_000;

/**
 * Asks one source after the other until one answers. The time is shared out: each source may use an equal part of what
 * is left for it and those behind it, so that one that hangs leaves enough for the next, and one that fails at once
 * leaves nearly all. The most preferred comes first; there is at least one.
 */
export function createPreferredSource(sources: readonly WeatherSource[]): WeatherSource {
  return {
    name: "preferred",
    async forecast(place, signal, turn) {
      signal.throwIfAborted();
      const endMs = performance.now() + TIMEOUT_MS;
      const failures: WeatherError[] = [];
      for (const [i, source] of sources.entries()) {
        const shareMs = Math.max(0, endMs - performance.now()) / (sources.length - i);
        try {
          return await askWithin(shareMs, source, place, signal, turn);
        } catch (error) {
          signal.throwIfAborted();
          // Without its store the service can count no call either: its caller is to hear that soon, not have others asked.
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

/** What kept the preferred source from answering, with what became of the others, and the earliest time to ask again. */
function noAnswer(failures: readonly WeatherError[]): WeatherError {
  const [first] = failures;
  if (first === undefined || failures.length === 1)
    return first ?? new WeatherError("failed", "there is no source");
  // One that was not asked for reasons of our own says less than one that was.
  const { kind } = failures.find((failure) => !isOfBudget(failure)) ?? first;
  const told = failures.flatMap(({ retryAfterSeconds }) => retryAfterSeconds ?? []);
  return new WeatherError(kind, failures.map(({ message }) => message).join("; "), {
    // One that does not say when may be back any moment.
    retryAfterSeconds: told.length < failures.length ? undefined : Math.min(...told),
    cause: new AggregateError(failures),
  });
}
