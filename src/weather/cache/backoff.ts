import { type Clock, DAY_MS, MINUTE_MS, SECOND_MS } from "../../lib/time/clock.ts";
import { createTtlCache } from "../../lib/ttl-cache.ts";
import type { Place } from "../../lib/place.ts";
import { failuresOf, WeatherError, type WeatherErrorKind } from "../weather-error.ts";

/** The least recently used are dropped first. */
const PLACES_MAX = 10_000;

/**
 * How long a place is not fetched again after each kind of failure that depends on it. The next answer may be usable within
 * seconds; a provider that refuses a place may be mended within minutes; the area that a source covers does not change
 * within a day.
 */
const BACKOFF_MS: Partial<Record<WeatherErrorKind, number>> = {
  unusable: 15 * SECOND_MS,
  place_refused: 5 * MINUTE_MS,
  uncovered: DAY_MS,
};

/**
 * Remembers places without a cached forecast that every source refuses, does not cover or gives no usable answer for. They
 * are not fetched for a while. Failures that do not depend on the place are not noted: new places are fetched as
 * soon as a source is back.
 */
export function createFailedPlaces({ clock }: { readonly clock: Clock }) {
  const places = createTtlCache<WeatherError>({ clock, max: PLACES_MAX, ttlMs: DAY_MS });
  return {
    note({ key }: Place, error: unknown): void {
      const ttl = backoffMs(error);
      if (ttl > 0) places.set(key, error as WeatherError, { ttl });
    },
    /** The error of the place's last fetch, if that was too recent for another. */
    errorOf: ({ key }: Place): WeatherError | undefined => places.get(key),
  };
}

export type FailedPlaces = ReturnType<typeof createFailedPlaces>;

/** 0 unless every source that was asked failed because of the place. */
export function backoffMs(error: unknown): number {
  if (!(error instanceof WeatherError)) return 0;
  return Math.min(...failuresOf(error).map(({ kind }) => BACKOFF_MS[kind] ?? 0));
}
