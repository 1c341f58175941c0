// The stores that replicas share, in memory and fast. They need no leases, because the simulation makes one call at a time.
import { freshTermMs } from "../../src/weather/cache/age-limits.ts";
import type { CachedSourceOptions } from "../../src/weather/cache/cached-source.ts";
import type { PackedForecast } from "../../src/weather/cache/forecast-cache.ts";
import type { ProviderCallStore } from "../../src/weather/budget/provider-calls.ts";

export type SharedForecasts = NonNullable<CachedSourceOptions["shared"]>;

export function createForecastsInMemory() {
  const forecasts = new Map<string, PackedForecast>();
  /** The store as seen by a replica whose forecasts are fresh for `freshMs`. */
  return (freshMs: () => number): SharedForecasts => ({
    ask: (place, nowMs, _signal, onOlder) => {
      const cached = forecasts.get(place.key);
      if (cached !== undefined && nowMs - cached.fetchedAtMs <= freshTermMs(place, freshMs())) {
        return Promise.resolve({ kind: "Found", forecast: cached });
      }
      if (cached !== undefined) onOlder(cached);
      const settle = (fetched: PackedForecast | undefined) => {
        if (fetched !== undefined) forecasts.set(place.key, fetched);
        return Promise.resolve();
      };
      return Promise.resolve({ kind: "Wanted", settle });
    },
  });
}

export function createProviderInMemory(): Pick<ProviderCallStore, "takeProviderCalls"> {
  const days = new Map<string, { used: number; pressure: number | undefined }>();
  return {
    takeProviderCalls: ({ day, calls, callsMax = Infinity, pressure }) => {
      const known = days.get(day) ?? { used: 0, pressure: undefined };
      const isTaken = calls === 0 || known.used + calls <= callsMax;
      if (isTaken && calls > 0) {
        known.used += calls;
        known.pressure = pressure ?? known.pressure;
        days.set(day, known);
      }
      return Promise.resolve({ isTaken, ...known });
    },
  };
}
