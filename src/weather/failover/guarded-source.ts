// A circuit breaker before a weather source. It is our own, because the libraries' breakers read the wall clock themselves,
// know no Retry-After, and let callers wait for a probe instead of sending them elsewhere.
import type { Clock } from "../../clock.ts";
import type { Place } from "../place.ts";
import { isOfBudget, isOfPlace, WeatherError } from "../weather-error.ts";
import type { WeatherSource } from "../weather-source.ts";
import { isBriefLimit } from "./retried-source.ts";
import type { SourcePause } from "./source-records.ts";

/**
 * The breaker opens after this many places failed in a row; places of one request count as one failure. Fewer failures
 * may be chance, or come from one place that breaks the provider. The cache already holds off such a place, so it must not
 * open the breaker for the others.
 */
const FAILED_PLACES = 5;

/**
 * How long the pause is, and the time from the start of a failed probe to the next one. Six requests a minute do not
 * burden a source that is down, and its recovery is noticed within ten seconds.
 */
const PAUSE_MS = 10_000;

interface Pause {
  readonly startedMs: number;
  readonly lengthMs: number;
  /** The error that began this pause. */
  readonly error: WeatherError;
}

interface GuardedSourceOptions {
  readonly source: WeatherSource;
  readonly clock: Clock;
  /** Also called at the start. */
  readonly onPaused?: ((paused: SourcePause) => void) | undefined;
}

/**
 * Pauses a source that keeps failing or that named a retry time: until the pause ends, every call is rejected at once
 * with an error of the kind that began it. After the pause, one call at a time probes; a success closes the breaker.
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
        // A cancellation, our own budget and a brief limit say nothing about the source's health.
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

/** Counts places that fail in a row, pauses, and lets one call at a time probe after a pause. */
function createBreaker({ source: { name }, clock, onPaused }: GuardedSourceOptions) {
  let pause: Pause | undefined;
  let isProbing = false;
  /** By place. Places of one request share one error, and count as one failure. */
  const failed = new Map<string, WeatherError>();
  let probedMs = 0;
  onPaused?.({ source: name, isPaused: false });

  function remainingMs({ startedMs, lengthMs }: Pause): number {
    const elapsedMs = clock.nowMs() - startedMs;
    // If the clock is set back, a pause must not become longer.
    return elapsedMs < 0 ? 0 : lengthMs - elapsedMs;
  }

  function pauseFor(lengthMs: number, error: WeatherError, startedMs = clock.nowMs()): void {
    // Calls that were in flight when the pause began do not shorten it.
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

  /** Whether this call is a probe. Throws if it may not pass; the cause is the error that began the pause. */
  function admit(): boolean {
    if (pause === undefined) return false;
    const waitMs = Math.max(0, remainingMs(pause));
    if (waitMs === 0 && !isProbing) {
      isProbing = true;
      probedMs = clock.nowMs();
      return true;
    }
    const { kind, message } = pause.error;
    throw new WeatherError(kind, `${name}: not asked, because it failed before: ${message}`, {
      retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
      cause: pause.error,
    });
  }

  return {
    admit,
    noteAnswer,
    noteFailure,
    /** Called when a probe has ended, in whichever way. */
    endProbe: () => {
      isProbing = false;
    },
  };
}
