import { expect, test } from "vitest";
import { configFromEnvironment } from "../../../src/config/config.ts";
import { createForecastCache, isFresh } from "../../../src/weather/cache/forecast-cache.ts";
import { packForecast } from "../../../src/weather/cache/packed-forecast.ts";
import { placeAt } from "../../../src/weather/place.ts";
import { createSimulatedSource } from "../../../src/weather/simulated/source.ts";
import { createManualClock } from "../../support/manual-clock.ts";

const clock = createManualClock("2026-11-21T14:25:00Z");

test("20,000 places have room in the cache with the settings as they are, also of the source whose forecasts are largest", async () => {
  const { signal } = new AbortController();
  const weather = await createSimulatedSource({ clock }).forecast(placeAt(51.5, 0), signal);
  const forecast = { packed: packForecast(weather), fetchedAtMs: clock.nowMs() };
  const cache = createForecastCache({ bytesMax: configFromEnvironment({}).forecastCacheBytes, clock });
  const places = Array.from({ length: 20_000 }, (_, i) => placeAt((i % 200) / 10, i / 200));
  for (const place of places) cache.add(place, forecast);
  expect(places.filter((place) => cache.get(place) === undefined)).toEqual([]);
});

test("how long a forecast is fresh follows what is in force, also for one that is cached already", async () => {
  const { signal } = new AbortController();
  const weather = await createSimulatedSource({ clock }).forecast(placeAt(51.5, 0), signal);
  let freshMs = 15 * 60_000;
  const cache = createForecastCache({ bytesMax: 100_000, clock, freshMs: () => freshMs });
  const cached = cache.add(placeAt(51.5, 0), { packed: packForecast(weather), fetchedAtMs: clock.nowMs() });
  const termMs = () => Number(cache.weatherOf(cached).freshUntilMs) - clock.nowMs();
  const shortMs = termMs();
  expect(isFresh(cached, clock.nowMs() + shortMs + 1, freshMs)).toBe(false);

  freshMs *= 4;
  expect(termMs() / shortMs).toBeCloseTo(4, 4);
  expect(isFresh(cached, clock.nowMs() + shortMs + 1, freshMs)).toBe(true);
  expect(cache.weatherOf(cached)).toBe(cache.weatherOf(cached));
});
