// A circuit breaker before a weather source. It is our own, because the libraries' breakers read the wall clock themselves,
// know no Retry-After, and let callers wait for a probe instead of sending them elsewhere.
import { createGrowingLru } from "../../lib/growing-lru.ts";
import type { Clock } from "../../lib/time/clock.ts";
import type { Place } from "../../lib/place.ts";
import { isOfBudget, isOfPlace, WeatherError } from "../weather-error.ts";
import type { WeatherSource } from "../weather-source.ts";
import { isBriefLimit } from "./retried-source.ts";
import type { SourcePause } from "./preferred-source.ts";

/**
 * The breaker opens after this many places failed in a row; places of one request count as one failure. Fewer failures
 * may be chance, or come from one place that breaks the provider. The cache already holds off such a place, so it must not
 * open the breaker for the others.
 */
const FAILED_PLACES = 5;

/**
 * Whether a place or the source is at fault: an answer without a usable forecast (`isOfPlace`: a 400, impossible values)
 * shows that the source works, so the fault is the place's, and the cache backs off from that place alone. It is the
 * source's (our request has become invalid, a unit has changed) if every place gets such an answer: after this many places
 * in a row the breaker opens. Even then, a place that got a forecast the last time is still asked, since a region full of
 * bad places must not cost it its forecast; if it gets one, the others were at fault, and the breaker closes.
 */
const UNANSWERED_PLACES = 25;

/** How many of the places that got a forecast the last time are remembered; 100 bytes each. */
const ANSWERED_PLACES_MAX = 1_000;

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
  /** Whether it began because place after place got no usable forecast. */
  readonly isOfPlaces: boolean;
}

interface GuardedSourceOptions {
  readonly source: WeatherSource;
  readonly clock: Clock;
  /** Called when the source is paused or used again. */
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
    async forecast(place, signal, requester) {
      const isProbe = breaker.admit(place);
      try {
        const weather = await source.forecast(place, signal, requester);
        breaker.noteForecast(place, isProbe);
        return weather;
      } catch (error) {
        // A cancellation, our own budget and a brief limit say nothing about the source's health.
        if (!(error instanceof WeatherError) || isBriefLimit(error) || isOfBudget(error)) throw error;
        // To say that a place is not covered is an answer as good as a forecast.
        if (error.kind === "uncovered") breaker.noteAnswer(isProbe);
        else if (isOfPlace(error)) breaker.noteUnanswered(error, place, isProbe);
        else breaker.noteFailure(error, place, isProbe);
        throw error;
      } finally {
        if (isProbe) breaker.endProbe();
      }
    },
  };
}

/** Counts places that fail, and places that get no usable forecast, and decides when that is a reason for a pause. */
function createBreaker(options: GuardedSourceOptions) {
  const { name } = options.source;
  const pauses = createPauses(options);
  /** By place. Places of one request share one error, and count as one failure. */
  const failed = new Map<string, WeatherError>();
  const unanswered = new Set<string>();
  /** Places that got a forecast the last time. */
  const answered = createGrowingLru<string, true>(ANSWERED_PLACES_MAX);

  /** The error of a source that has no usable forecast for anybody. */
  function ofEveryPlace({ kind, message, status }: WeatherError): WeatherError {
    const sentence = `${name}: no forecast for ${UNANSWERED_PLACES} places in a row: ${message}`;
    return new WeatherError(kind === "place_refused" ? "refused" : kind, sentence, { status });
  }

  function noteAnswer(endsPause: boolean): void {
    failed.clear();
    unanswered.clear();
    if (endsPause) pauses.end();
  }

  return {
    /** Whether this call is a probe. Throws if it may not pass. */
    admit: ({ key }: Place): boolean => {
      if (pauses.now()?.isOfPlaces === true && answered.has(key)) return false;
      return pauses.admit();
    },
    noteAnswer,
    noteForecast: ({ key }: Place, isProbe: boolean): void => {
      answered.set(key, true);
      noteAnswer(isProbe || pauses.now()?.isOfPlaces === true);
    },
    noteUnanswered: (error: WeatherError, { key }: Place, isProbe: boolean): void => {
      answered.delete(key);
      failed.clear();
      if (isProbe && pauses.now()?.isOfPlaces === true) pauses.renew();
      else if (isProbe) pauses.end();
      if (pauses.now() !== undefined) return;
      unanswered.add(key);
      if (unanswered.size < UNANSWERED_PLACES) return;
      unanswered.clear();
      pauses.begin({ error: ofEveryPlace(error), isOfPlaces: true });
    },
    noteFailure: (error: WeatherError, { key }: Place, isProbe: boolean): void => {
      const { retryAfterSeconds } = error;
      if (retryAfterSeconds !== undefined) {
        pauses.begin({ error, lengthMs: retryAfterSeconds * 1000 });
        return;
      }
      // A probe has decided by itself. Its place is not remembered: in a long outage there are thousands of probes.
      if (isProbe) {
        pauses.begin({ error, startedMs: pauses.probedMs() });
        return;
      }
      failed.set(key, error);
      const failures = new Set(failed.values()).size;
      // A pause because of places lets some through, so the source's own failures still have to begin one.
      if (pauses.now()?.isOfPlaces !== false && failures >= FAILED_PLACES) pauses.begin({ error });
    },
    endProbe: pauses.endProbe,
  };
}

/** The pause of a source; after it, one call at a time probes. */
function createPauses({ source: { name }, clock, onPaused }: GuardedSourceOptions) {
  let pause: Pause | undefined;
  let isProbing = false;
  let probedMs = 0;

  function remainingMs({ startedMs, lengthMs }: Pause): number {
    return startedMs + lengthMs - clock.elapsedMs();
  }

  function begin(init: Pick<Pause, "error"> & Partial<Pause>): void {
    const begun = { startedMs: clock.elapsedMs(), lengthMs: PAUSE_MS, isOfPlaces: false, ...init };
    // Calls that were in flight when the pause began do not shorten it.
    if (pause !== undefined && remainingMs(pause) > begun.lengthMs) return;
    pause = begun;
    onPaused?.({ source: name, isPaused: true, kind: begun.error.kind });
  }

  return {
    now: () => pause,
    begin,
    /** Begins the same pause again after a probe. */
    renew: (): void => {
      if (pause !== undefined) begin({ ...pause, startedMs: probedMs });
    },
    end: (): void => {
      pause = undefined;
      onPaused?.({ source: name, isPaused: false });
    },
    /** When the last probe began. */
    probedMs: () => probedMs,
    /** Whether this call is a probe. Throws if it may not pass; the cause is the error that began the pause. */
    admit: (): boolean => {
      if (pause === undefined) return false;
      const waitMs = Math.max(0, remainingMs(pause));
      if (waitMs === 0 && !isProbing) {
        isProbing = true;
        probedMs = clock.elapsedMs();
        return true;
      }
      const { kind, message } = pause.error;
      throw new WeatherError(kind, `${name}: not asked, because it failed before: ${message}`, {
        retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
        cause: pause.error,
      });
    },
    /** Called when a probe has ended, in whichever way. */
    endProbe: (): void => {
      isProbing = false;
    },
  };
}
