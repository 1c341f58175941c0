import { expect, test } from "vitest";
import { freshTermMs } from "../../../src/weather/cache/age-limits.ts";
import { placeAt } from "../../../src/weather/place.ts";

const MINUTE_MS = 60_000;

test("a thousand places fetched together expire evenly over three minutes, none after more than fifteen", () => {
  const terms = Array.from({ length: 1_000 }, (_, i) => freshTermMs(placeAt(51 + (i % 40) / 100, i / 4_000)));
  expect(Math.max(...terms)).toBeLessThanOrEqual(15 * MINUTE_MS);
  const perMinute = [12, 13, 14].map(
    (minutes) => terms.filter((ms) => Math.floor(ms / MINUTE_MS) === minutes).length,
  );
  for (const count of perMinute) expect(count).toBeGreaterThan(150);
});

test("a place has the same term each time", () => {
  expect(freshTermMs(placeAt(51.5, -0.13))).toBe(freshTermMs(placeAt(51.5049, -0.1251)));
});
