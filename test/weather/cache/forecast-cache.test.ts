import { expect, test } from "vitest";
import { configFromEnvironment } from "../../../src/config/config.ts";
import { createForecastCache } from "../../../src/weather/cache/forecast-cache.ts";
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
