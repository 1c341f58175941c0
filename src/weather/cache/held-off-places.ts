import { LRUCache } from "lru-cache";
import { type Clock, DAY_MS, MINUTE_MS, SECOND_MS } from "../../lib/time/clock.ts";
import type { Place } from "../../lib/place.ts";
import { failuresOf, WeatherError, type WeatherErrorKind } from "../weather-error.ts";

/** The least recently used are dropped first. */
const PLACES_MAX = 10_000;

/**
 * How long a place is held off after each kind of failure that depends on it. The next answer may be usable within
 * seconds; a provider that refuses a place may be mended within minutes; the area that a source covers does not change
 * within a day.
 */
const HELD_OFF_MS: Partial<Record<WeatherErrorKind, number>> = {
  unusable: 15 * SECOND_MS,
  place_refused: 5 * MINUTE_MS,
  uncovered: DAY_MS,
};

/**
 * Remembers places without a cached forecast that every source refuses, does not cover or gives no usable answer for. They
 * are not fetched for a while. Failures that do not depend on the place are not noted: new places are fetched as
 * soon as a source is back.
 */
export function createHeldOffPlaces({ clock }: { readonly clock: Clock }) {
  const places = new LRUCache<string, { readonly error: WeatherError; readonly fromMs: number }>({
    max: PLACES_MAX,
  });
  return {
    note({ key }: Place, error: unknown): void {
      if (heldOffMs(error) > 0) places.set(key, { error: error as WeatherError, fromMs: clock.nowMs() });
    },
    /** The error of the place's last fetch, if that was too recent for another. */
    errorOf({ key }: Place): WeatherError | undefined {
      const failure = places.get(key);
      if (failure === undefined) return undefined;
      // Absolute: a clock that was set far back must not hold a place off.
      if (Math.abs(clock.nowMs() - failure.fromMs) < heldOffMs(failure.error)) return failure.error;
      places.delete(key);
      return undefined;
    },
  };
}

export type HeldOffPlaces = ReturnType<typeof createHeldOffPlaces>;

/** 0 unless every source that was asked failed because of the place. */
export function heldOffMs(error: unknown): number {
  if (!(error instanceof WeatherError)) return 0;
  return Math.min(...failuresOf(error).map(({ kind }) => HELD_OFF_MS[kind] ?? 0));
}
