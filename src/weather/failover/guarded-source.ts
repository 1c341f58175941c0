import { createBreaker, type BreakerOptions } from "./breaker.ts";
import { isBriefLimit } from "./retried-source.ts";
import { WeatherError } from "../weather-error.ts";
import type { WeatherSource } from "../weather-source.ts";

export interface GuardedSourceOptions extends Omit<BreakerOptions, "name"> {
  readonly source: WeatherSource;
}

/**
 * Leaves a source alone that keeps failing, or that said when to ask again: meanwhile every call is rejected at once
 * with what went wrong. After the pause one call at a time tries; if it is answered, everything is as before.
 */
export function createGuardedSource({ source, clock, onPaused }: GuardedSourceOptions): WeatherSource {
  const { name } = source;
  const breaker = createBreaker({ name, clock, onPaused });

  return {
    name,
    async forecast(place, signal) {
      const isProbe = breaker.admit();
      try {
        const weather = await source.forecast(place, signal);
        breaker.noteAnswer(isProbe);
        return weather;
      } catch (error) {
        // Whoever gave up says nothing about the source, and a brief limit not that it is unwell.
        if (!(error instanceof WeatherError) || isBriefLimit(error)) throw error;
        if (error.kind === "uncovered") breaker.noteAnswer(isProbe);
        else breaker.noteFailure(error, isProbe);
        throw error;
      } finally {
        if (isProbe) breaker.endProbe();
      }
    },
  };
}
