// A circuit breaker before a weather source. Of our own: the libraries' breakers read the wall clock themselves, know no
// Retry-After, and let callers wait for the outcome of a probe instead of sending them elsewhere.
import type { Clock } from "../../clock.ts";
import type { Place } from "../place.ts";
import { isOfBudget, isOfPlace, WeatherError } from "../weather-error.ts";
import type { WeatherSource } from "../weather-source.ts";
import { isBriefLimit } from "./retried-source.ts";

/**
 * Places that failed with no answer in between, those of one request counted as one, since there was one failure.
 * Fewer may be chance, or have a point that the provider stumbles over: such a place is held off by itself, and must not take
 * the others with it.
 */
const FAILED_PLACES = 5;

/**
 * How long a source is left alone when it has failed so often, and from the beginning of a probe that fails too to the next
 * one, however long it took: six requests a minute are no burden to a source that is down, and one that is back is noticed.
 */
const PAUSE_MS = 10_000;

interface Pause {
  readonly startedMs: number;
  readonly lengthMs: number;
  /** What it is for. */
  readonly error: WeatherError;
}

export interface GuardedSourceOptions {
  readonly source: WeatherSource;
  readonly clock: Clock;
  /** Also at the start. */
  readonly onPaused?: ((paused: { source: string; isPaused: boolean }) => void) | undefined;
}

/**
 * Leaves a source alone that keeps failing, or that said when to ask again: meanwhile every call is rejected at once
 * with what went wrong. After the pause one call at a time tries; if it is answered, everything is as before.
 */
export function createGuardedSource(options: GuardedSourceOptions): WeatherSource {
  const { source } = options;
  const breaker = createBreaker(options);
  return {
    name: source.name,
    async forecast(place, signal, turn) {
      const isProbe = breaker.admit();
      try {
        const weather = await source.forecast(place, signal, turn);
        breaker.noteAnswer(isProbe);
        return weather;
      } catch (error) {
        // Whoever gave up says nothing about the source, nor does a budget of our own, and a brief limit not that it is unwell.
        if (!(error instanceof WeatherError) || isBriefLimit(error) || isOfBudget(error)) throw error;
        if (isOfPlace(error)) breaker.noteAnswer(isProbe);
        else breaker.noteFailure(error, place, isProbe);
        throw error;
      } finally {
        if (isProbe) breaker.endProbe();
      }
    },
  };
}

/** Closed at first; counts the places that fail in a row, pauses, and lets one call at a time probe when a pause is over. */
function createBreaker({ source: { name }, clock, onPaused }: GuardedSourceOptions) {
  let pause: Pause | undefined;
  let isProbing = false;
  /** By place. All that failed with the same request have the same error. */
  const failed = new Map<string, WeatherError>();
  let probedMs = 0;
  onPaused?.({ source: name, isPaused: false });

  function remainingMs({ startedMs, lengthMs }: Pause): number {
    const elapsedMs = clock.nowMs() - startedMs;
    // A clock that was set back must not prolong a pause.
    return elapsedMs < 0 ? 0 : lengthMs - elapsedMs;
  }

  function pauseFor(lengthMs: number, error: WeatherError, startedMs = clock.nowMs()): void {
    // Calls that were under way when it began do not shorten it.
    if (pause !== undefined && remainingMs(pause) > lengthMs) return;
    pause = { startedMs, lengthMs, error };
    onPaused?.({ source: name, isPaused: true });
  }

  function noteAnswer(isProbe: boolean): void {
    failed.clear();
    if (!isProbe) return;
    pause = undefined;
    onPaused?.({ source: name, isPaused: false });
  }

  function noteFailure(error: WeatherError, place: Place, isProbe: boolean): void {
    if (error.retryAfterSeconds !== undefined) {
      pauseFor(error.retryAfterSeconds * 1000, error);
      return;
    }
    failed.set(place.key, error);
    const failures = new Set(failed.values()).size;
    if (isProbe) pauseFor(PAUSE_MS, error, probedMs);
    else if (pause === undefined && failures >= FAILED_PLACES) pauseFor(PAUSE_MS, error);
  }

  /** Whether this call is a probe; throws what went wrong if it may not go through at all. */
  function admit(): boolean {
    if (pause === undefined) return false;
    const waitMs = Math.max(0, remainingMs(pause));
    if (waitMs === 0 && !isProbing) {
      isProbing = true;
      probedMs = clock.nowMs();
      return true;
    }
    const { kind, message } = pause.error;
    throw new WeatherError(kind, `${name}: not asked since ${message}`, {
      retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
      cause: pause.error,
    });
  }

  return {
    admit,
    noteAnswer,
    noteFailure,
    /** To be called at the end of a probe, however it ended. */
    endProbe: () => {
      isProbing = false;
    },
  };
}
