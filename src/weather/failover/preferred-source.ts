// The sources in the order of WEATHER_SOURCES: the first that is not paused is asked first. retried-source.ts tries once more
// after a failure, guarded-source.ts is the circuit breaker.
import { systemClock } from "../../lib/time/clock.ts";
import type { HourlyWeather } from "../hourly-weather.ts";
import { untilAborted } from "../until-aborted.ts";
import { isOfBudget, WeatherError, type WeatherErrorKind } from "../weather-error.ts";
import type { WeatherSource } from "../weather-source.ts";

/**
 * For all sources together. It is below the 10 s of a call, because a fetch serves all callers of a place: no caller's own
 * deadline bounds it, and callers that waited from its start should still get the result.
 */
const TIMEOUT_MS = 8_000;

/** Whether a source is paused by its breaker. */
export interface SourcePause {
  readonly source: string;
  readonly isPaused: boolean;
  /** The kind of the error that began the pause. */
  readonly kind?: WeatherErrorKind;
}

/** What a source is used for at the moment. */
export interface SourceState {
  readonly name: string;
  readonly state: "asked_first" | "standby" | "left_alone";
  /** Whether it is the one that is asked first if none is paused. */
  readonly isPreferred: boolean;
}

/** `preferred` at the start, `failed_over` to a later source, `back` to the preferred one. */
export interface SourceTransition {
  readonly kind: "preferred" | "failed_over" | "back";
  /** Undefined while all sources are paused. */
  readonly source: string | undefined;
}

export interface PreferenceChange {
  /** In order of preference. */
  readonly states: readonly SourceState[];
  /** Undefined if the same source is asked first as before. */
  readonly transition: SourceTransition | undefined;
  /** Why; undefined at the start. */
  readonly pause: SourcePause | undefined;
}

export interface PreferredSource extends WeatherSource {
  /** Has to be called when a source is paused or used again. */
  notePaused(pause: SourcePause): void;
}

/**
 * Asks the sources in order until one answers. The time that is left is divided equally between a source and the sources
 * after it: a source that hangs leaves enough for the next, and a source that fails at once leaves nearly all of it.
 * Nothing else knows the order: `onChange` hears of it at the start, and whenever a source is paused or used again.
 */
export function createPreferredSource({
  sources,
  onChange = () => undefined,
}: {
  readonly sources: readonly WeatherSource[];
  readonly onChange?: ((change: PreferenceChange) => void) | undefined;
}): PreferredSource {
  return {
    name: "preferred",
    notePaused: createPreference({ names: sources.map(({ name }) => name), onChange }),
    async forecast(place, signal, requester) {
      signal.throwIfAborted();
      const endMs = systemClock.elapsedMs() + TIMEOUT_MS;
      const failures: WeatherError[] = [];
      for (const [i, source] of sources.entries()) {
        const shareMs = Math.max(0, endMs - systemClock.elapsedMs()) / (sources.length - i);
        try {
          return await askWithin(shareMs, source, place, signal, requester);
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

/** Reports the states at the start. Returns what reports them again when a source is paused or used again. */
function createPreference({
  names,
  onChange,
}: {
  /** In order of preference. */
  readonly names: readonly string[];
  readonly onChange: (change: PreferenceChange) => void;
}): PreferredSource["notePaused"] {
  const [preferred] = names;
  const paused = new Set<string>();
  let first = preferred;

  const states = () =>
    names.map((name): SourceState => {
      const state = paused.has(name) ? "left_alone" : name === first ? "asked_first" : "standby";
      return { name, state, isPreferred: name === preferred };
    });

  onChange({ states: states(), transition: { kind: "preferred", source: preferred }, pause: undefined });
  return (pause) => {
    if (pause.isPaused) paused.add(pause.source);
    else paused.delete(pause.source);
    const before = first;
    first = names.find((name) => !paused.has(name));
    const kind = first === preferred ? "back" : "failed_over";
    const transition = first === before ? undefined : ({ kind, source: first } as const);
    onChange({ states: states(), transition, pause });
  };
}

async function askWithin(
  shareMs: number,
  source: WeatherSource,
  ...[place, signal, requester]: Parameters<WeatherSource["forecast"]>
): Promise<HourlyWeather> {
  const deadline = new AbortController();
  const timer = setTimeout(
    () =>
      deadline.abort(new WeatherError("timeout", `${source.name}: no answer in ${Math.round(shareMs)} ms`)),
    shareMs,
  );
  try {
    const either = AbortSignal.any([signal, deadline.signal]);
    return await untilAborted(source.forecast(place, either, requester), either);
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
