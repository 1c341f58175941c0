import { LRUCache } from "lru-cache";
import { type Clock, DAY_MS } from "../../clock.ts";
import type { Place } from "../place.ts";
import { WeatherError, type WeatherErrorKind } from "../weather-error.ts";

/** The least recently asked for go first. */
const PLACES_MAX = 10_000;

/** An answer that makes no sense may make some soon; where a source ends does not change within the day. */
const UNUSABLE_MS = 15_000;
const UNCOVERED_MS = DAY_MS;

/**
 * Places that are not cached and that no source could answer for, left alone for a while. Failures that are no matter of
 * the place are not noted: new places are to be answered as soon as a source is back.
 */
export function createHeldOffPlaces({ clock }: { readonly clock: Clock }) {
  const places = new LRUCache<string, { readonly error: WeatherError; readonly fromMs: number }>({
    max: PLACES_MAX,
  });
  return {
    note({ key }: Place, error: unknown): void {
      if (heldOffMs(error) > 0) places.set(key, { error: error as WeatherError, fromMs: clock.nowMs() });
    },
    /** What went wrong, if that was too short a while ago for another fetch. */
    errorOf({ key }: Place): WeatherError | undefined {
      const failure = places.get(key);
      if (failure === undefined) return undefined;
      // A clock that was set back holds nothing off for longer.
      if (Math.abs(clock.nowMs() - failure.fromMs) < heldOffMs(failure.error)) return failure.error;
      places.delete(key);
      return undefined;
    },
  };
}

export type HeldOffPlaces = ReturnType<typeof createHeldOffPlaces>;

/** Of several sources all have to say that it is the place. */
function heldOffMs(error: unknown): number {
  if (!(error instanceof WeatherError)) return 0;
  const errors: readonly unknown[] = error.cause instanceof AggregateError ? error.cause.errors : [error];
  const are = (...kinds: readonly WeatherErrorKind[]) =>
    errors.every((each) => each instanceof WeatherError && kinds.includes(each.kind));
  if (are("uncovered")) return UNCOVERED_MS;
  return are("uncovered", "unusable") ? UNUSABLE_MS : 0;
}
