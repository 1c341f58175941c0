// Keeps a source's forecasts: fresh for a while, then answered from while they are fetched anew, then only while the
// source fails, and not at all when they are too old. What is fetched is shared with other replicas where there are any.
import type { Clock } from "../../clock.ts";
import { fetchAnew, HOLD_OFF_MS_MAX } from "./fetch-anew.ts";
import { createFlights, type Flight } from "./flights.ts";
import { UNASKED_MS_MAX, USABLE_MS_MAX } from "./age-limits.ts";
import type { HourlyWeather } from "../hourly-weather.ts";
import { ageMs, createKeptForecasts, type KeptForecast } from "./forecast-cache.ts";
import type { Place } from "../place.ts";
import type { SharedForecasts } from "./shared-forecasts.ts";
import { untilAborted } from "../until-aborted.ts";
import type { WeatherSource } from "../weather-source.ts";

/** How a caller came by a forecast; a metrics label, so the set is closed. */
export type CacheResult =
  | "fresh" // held
  | "stale" // held, and being fetched anew
  | "stale_error" // held, since fetching it anew has failed or takes too long
  | "miss" // fetched from the source, or not, if that failed
  | "shared" // another replica had fetched it
  | "deduped"; // by waiting for what another caller had asked for

export interface CachedSourceOptions {
  readonly source: WeatherSource;
  readonly clock: Clock;
  /** Memory for forecasts; the least recently asked for go first. */
  readonly bytesMax: number;
  readonly shared?: SharedForecasts | undefined;
  /** How long a caller waits for a new forecast when there is an old one to answer from. */
  readonly patienceMs?: number;
  readonly onResult?: ((result: CacheResult) => void) | undefined;
  /** Told of what a fetch threw that is no WeatherError: it may happen where no caller hears of it. */
  readonly onBug?: ((error: unknown) => void) | undefined;
}

/** What a fetch brought, or what there is instead. */
interface Landing {
  readonly result: "miss" | "shared" | "stale_error";
  readonly weather: HourlyWeather;
}

/**
 * However many callers want a place at once, it is fetched once; a caller who gives up ends only its own wait. While the
 * source fails, what is held is answered from at once, and a failure is handed only to those for whom nothing is held.
 */
export function createCachedSource(options: CachedSourceOptions): WeatherSource {
  const { source, clock, bytesMax, shared, patienceMs = 2_000, onResult, onBug } = options;
  const kept = createKeptForecasts({ bytesMax, clock });
  const flights = createFlights<Landing>({
    fly: (place) => fetchAnew(place, { source, clock, kept, shared, onBug }),
    patienceMs,
  });

  const usable = (place: Place): KeptForecast | undefined => {
    const held = kept.get(place);
    return held !== undefined && ageMs(held, clock.nowMs()) <= USABLE_MS_MAX ? held : undefined;
  };

  /** What can be answered without waiting. Sees to it that a forecast which is no longer fresh is being fetched. */
  const atOnce = (place: Place): { result: CacheResult; held: KeptForecast } | undefined => {
    const held = usable(place);
    if (held === undefined) return undefined;
    const nowMs = clock.nowMs();
    const age = ageMs(held, nowMs);
    if (age <= held.freshUntilMs - held.fetchedAtMs) return { result: "fresh", held };
    if (!isHeldOff(held, nowMs)) flights.join(place);
    if (held.holdOffUntilMs !== undefined) return { result: "stale_error", held };
    return age <= UNASKED_MS_MAX ? { result: "stale", held } : undefined;
  };

  return {
    name: source.name,
    async forecast(place, signal) {
      signal.throwIfAborted();
      const isUnderWay = flights.has(place);
      const ready = atOnce(place);
      if (ready !== undefined) {
        onResult?.(ready.result);
        return kept.weatherOf(ready.held);
      }
      let result: CacheResult = isUnderWay ? "deduped" : "miss";
      try {
        const arrival = arrivalOf(flights.join(place), () => {
          const held = usable(place);
          return held && kept.weatherOf(held);
        });
        const landing = await untilAborted(arrival, signal);
        if (!isUnderWay || landing.result === "stale_error") result = landing.result;
        return landing.weather;
      } finally {
        if (!signal.aborted) onResult?.(result);
      }
    },
  };
}

/** How a flight ends for those who wait: when it fails or is late, with what is held, if anything is. */
async function arrivalOf(
  { landed, late }: Flight<Landing>,
  weatherHeld: () => HourlyWeather | undefined,
): Promise<Landing> {
  const fallback = (): Landing | undefined => {
    const weather = weatherHeld();
    return weather && { result: "stale_error", weather };
  };
  try {
    return (await Promise.race([landed, late])) ?? fallback() ?? (await landed);
  } catch (error) {
    const landing = fallback();
    if (landing === undefined) throw error;
    return landing;
  }
}

function isHeldOff({ holdOffUntilMs = Number.NaN }: KeptForecast, nowMs: number): boolean {
  const leftMs = holdOffUntilMs - nowMs;
  // More than the maximum is left only after a clock was set back.
  return leftMs > 0 && leftMs <= HOLD_OFF_MS_MAX;
}
