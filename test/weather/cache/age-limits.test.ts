import { expect, test } from "vitest";
import { freshTermMs, FRESH_MS_DEFAULT, staleMsMax } from "../../../src/weather/cache/age-limits.ts";
import { placeAt } from "../../../src/weather/place.ts";

const MINUTE_MS = 60_000;

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

test("a place has the same term each time", () => {
  const term = (lat: number, lng: number) => freshTermMs(placeAt(lat, lng), FRESH_MS_DEFAULT);
  expect(term(51.5, -0.13)).toBe(term(51.5049, -0.1251));
});

test.each([
  [5, 60],
  [15, 60],
  [60, 105],
  [180, 225],
])("one that is fresh for %i minutes is stale while refetching up to %i", (fresh, stale) => {
  expect(staleMsMax(fresh * MINUTE_MS)).toBe(stale * MINUTE_MS);
});
