import { expect, test } from "vitest";
import { MINUTE_MS } from "../../../src/lib/time/clock.ts";
import { configFromEnvironment } from "../../../src/app/settings/config.ts";
import { freshTermMs, FRESH_MS_DEFAULT, staleMsMax } from "../../../src/weather/cache/age-limits.ts";
import { createForecastCache, isFresh } from "../../../src/weather/cache/forecast-cache.ts";
import { packForecast } from "../../../src/weather/cache/packed-forecast.ts";
import { placeAt } from "../../../src/lib/place.ts";
import { createManualClock } from "../../support/fakes/manual-clock.ts";
import { simulatedAt } from "../scripted-source.ts";

const clock = createManualClock("2026-11-21T14:25:00Z");
const LONDON = placeAt(51.5, 0);
const weather = await simulatedAt(LONDON, clock.nowMs());
const forecast = { packed: packForecast(weather), fetchedAtMs: clock.nowMs() };

test("20,000 places fit into the cache with default settings, even from the source with the largest forecasts", () => {
  const cache = createForecastCache({ bytesMax: configFromEnvironment({}).forecastCacheBytes, clock });
  const places = Array.from({ length: 20_000 }, (_, i) => placeAt((i % 200) / 10, i / 200));
  for (const place of places) cache.add(place, forecast);
  expect(places.filter((place) => cache.get(place) === undefined)).toEqual([]);
});

test("a forecast that comes again, from another replica, stays the same object", () => {
  const cache = createForecastCache({ bytesMax: 100_000, clock });
  const cached = cache.add(LONDON, forecast);
  expect(cache.add(LONDON, { ...forecast })).toBe(cached);
  const younger = { ...forecast, fetchedAtMs: forecast.fetchedAtMs + 1 };
  clock.advance(1);
  expect(cache.add(LONDON, younger)).not.toBe(cached);
});

test("a change of how long forecasts are fresh applies to cached ones too", () => {
  let freshMs = 15 * MINUTE_MS;
  const cache = createForecastCache({ bytesMax: 100_000, clock, freshMs: () => freshMs });
  const cached = cache.add(LONDON, forecast);
  const termMs = () => Number(cache.weatherOf(cached).freshUntilMs) - clock.nowMs();
  const shortMs = termMs();
  expect(isFresh(cached, clock.nowMs() + shortMs + 1, freshMs)).toBe(false);

  freshMs *= 4;
  expect(termMs() / shortMs).toBeCloseTo(4, 4);
  expect(isFresh(cached, clock.nowMs() + shortMs + 1, freshMs)).toBe(true);
  expect(cache.weatherOf(cached)).toBe(cache.weatherOf(cached));
});

test("a thousand places fetched together expire evenly over three minutes, none after more than fifteen", () => {
  const terms = Array.from({ length: 1_000 }, (_, i) =>
    freshTermMs(placeAt(51 + (i % 40) / 100, i / 4_000), FRESH_MS_DEFAULT),
  );
  expect(Math.max(...terms)).toBeLessThanOrEqual(15 * MINUTE_MS);
  const perMinute = [12, 13, 14].map(
    (minutes) => terms.filter((ms) => Math.floor(ms / MINUTE_MS) === minutes).length,
  );
  for (const count of perMinute) expect(count).toBeGreaterThan(150);
});

test.each([
  [15, 60],
  [180, 225],
])("a forecast fresh for %i minutes is used during a refetch up to an age of %i minutes", (fresh, stale) => {
  expect(staleMsMax(fresh * MINUTE_MS)).toBe(stale * MINUTE_MS);
});
