// Forecasts held in this process, packed, up to so many bytes.
import { LRUCache } from "lru-cache";
import type { Clock } from "../../clock.ts";
import type { HourlyWeather } from "../hourly-weather.ts";
import { freshTermMs } from "./age-limits.ts";
import { unpackForecast } from "./packed/forecast.ts";
import type { Place } from "../place.ts";

/** A forecast as it is kept and shared. */
export interface PackedForecast {
  readonly packed: Uint8Array;
  /** Unix ms. */
  readonly fetchedAtMs: number;
}

/** One that is held, and what has come of fetching it anew. */
export interface KeptForecast extends PackedForecast {
  readonly freshUntilMs: number;
  /** The last fetch failed, and until then there is not to be another. Unix ms. */
  holdOffUntilMs: number | undefined;
}

export interface KeptForecasts {
  get(place: Place): KeptForecast | undefined;
  /** Holds a forecast, unless a younger one is held; returns the younger of the two. */
  add(place: Place, forecast: PackedForecast): KeptForecast;
  /** As callers get it: to all of them the same object for a while, so that what they make of it may be kept with it. */
  weatherOf(forecast: KeptForecast): HourlyWeather;
}

/** What an entry takes besides its packed bytes: the objects around them, its key, its place in the list. Measured. */
const ENTRY_BYTES = 600;

/** Of how many forecasts that were asked for of late, some 11 kB each. */
const UNPACKED_MAX = 1_000;

/** The least recently asked for go first. */
export function createKeptForecasts({
  bytesMax,
  clock,
}: {
  readonly bytesMax: number;
  readonly clock: Clock;
}): KeptForecasts {
  const forecasts = new LRUCache<string, KeptForecast>({
    maxSize: bytesMax,
    sizeCalculation: ({ packed }) => packed.byteLength + ENTRY_BYTES,
  });
  // Unpacking takes a tenth of a warm call.
  const unpacked = new LRUCache<KeptForecast, HourlyWeather>({ max: UNPACKED_MAX });
  return {
    get: ({ key }) => forecasts.get(key),
    add: (place, forecast) => {
      const { packed, fetchedAtMs } = forecast;
      const held = forecasts.get(place.key);
      const nowMs = clock.nowMs();
      if (held !== undefined && ageMs(held, nowMs) < ageMs(forecast, nowMs)) {
        return held;
      }
      const freshUntilMs = fetchedAtMs + freshTermMs(place);
      const added: KeptForecast = { packed, fetchedAtMs, freshUntilMs, holdOffUntilMs: undefined };
      forecasts.set(place.key, added);
      return added;
    },
    weatherOf: (forecast) => {
      const ready = unpacked.get(forecast);
      if (ready !== undefined) return ready;
      const { packed, freshUntilMs } = forecast;
      const weather = { ...unpackForecast(packed), freshUntilMs };
      unpacked.set(forecast, weather);
      return weather;
    },
  };
}

/**
 * Since it was fetched. One from the future is as old as it is ahead: when a clock is set back it must neither stay fresh
 * for good nor keep out what is fetched from then on.
 */
export function ageMs({ fetchedAtMs }: PackedForecast, nowMs: number): number {
  return Math.abs(nowMs - fetchedAtMs);
}
