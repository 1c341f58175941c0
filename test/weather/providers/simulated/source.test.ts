import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { COLUMN_BOUNDS } from "../../../../src/weather/hourly-weather.ts";
import { type Place, placeAt } from "../../../../src/lib/place.ts";
import { simulatedHour, simulatedSky, solarHour } from "../../../../src/weather/providers/simulated/hour.ts";
import { feelsLikeC } from "../../../../src/scoring/weather-columns.ts";
import { columnsOf } from "../../../scoring/columns-of.ts";

const HOUR_MS = 3_600_000;

const SNOW_CODES = new Set([71, 73, 75]);
const WET_CODES = new Set([...SNOW_CODES, 51, 61, 63, 65, 80, 81, 95]);
const FOG_CODES = new Set([45, 48]);

const latitude = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const longitude = fc.double({ min: -180, max: 180, noNaN: true });
const anyPlace = fc.tuple(latitude(-90, 90), longitude).map(([lat, lng]) => placeAt(lat, lng));

/** Any hour from 2020 to 2040. */
const anyHour = fc
  .integer({ min: Date.UTC(2020) / HOUR_MS, max: Date.UTC(2040) / HOUR_MS })
  .map((hour) => hour * HOUR_MS);

const week = (place: Place, startMs: number) =>
  Array.from({ length: 168 }, (_, i) => simulatedHour(place, startMs + i * HOUR_MS));

describe("any hour anywhere", () => {
  test("is possible weather, and its values agree with each other", () => {
    fc.assert(
      fc.property(anyPlace, anyHour, (place, hourMs) => {
        const hour = simulatedHour(place, hourMs);
        for (const [column, value] of Object.entries(hour)) {
          const { min, max } = COLUMN_BOUNDS[column as keyof typeof hour];
          expect(value).toBeGreaterThanOrEqual(min);
          expect(value).toBeLessThanOrEqual(max);
        }
        expect(hour.gustKmh).toBeGreaterThan(hour.windKmh);
        const isWet = hour.rainMm > 0;
        expect(WET_CODES.has(hour.weatherCode)).toBe(isWet);
        expect(!isWet || hour.precipProbPct > 50).toBe(true);
        expect(SNOW_CODES.has(hour.weatherCode)).toBe(isWet && hour.tempC <= 0.5);
        expect(hour.weatherCode !== 95 || hour.tempC >= 15).toBe(true);
        expect(hour.visibilityM < 1000).toBe(FOG_CODES.has(hour.weatherCode));
      }),
      { numRuns: 500 },
    );
  });

  test("is nearly the same at the next place, also across the date line and over the poles", () => {
    const neighbours: [Place, Place][] = [
      [placeAt(51.5, -0.13), placeAt(51.51, -0.12)],
      [placeAt(-17, 180), placeAt(-17, -180)],
      [placeAt(90, 0), placeAt(90, 137)],
      [placeAt(-90, -45), placeAt(-90, 90)],
    ];
    fc.assert(
      fc.property(fc.constantFrom(...neighbours), anyHour, ([here, there], hourMs) => {
        const [a, b] = [simulatedHour(here, hourMs), simulatedHour(there, hourMs)];
        expect(Math.abs(a.tempC - b.tempC)).toBeLessThan(0.3);
        expect(Math.abs(a.windKmh - b.windKmh)).toBeLessThan(0.5);
        expect(Math.abs(a.cloudPct - b.cloudPct)).toBeLessThan(3);
      }),
      { numRuns: 100 },
    );
  });
});

test("a week in a temperate place has good, middling and bad hours, whatever the season", () => {
  const lat = fc.oneof(latitude(30, 50), latitude(-50, -30));
  fc.assert(
    fc.property(lat, longitude, anyHour, (lat, lng, hourMs) => {
      const hours = week(placeAt(lat, lng), hourMs);
      const good = hours.filter(
        (h) => h.precipProbPct < 10 && h.gustKmh < 34 && feelsLikeC(columnsOf([h]), 0) > -2,
      );
      const middling = hours.filter((h) => h.precipProbPct >= 25 && h.precipProbPct < 50 && h.gustKmh < 50);
      const bad = hours.filter((h) => h.rainMm >= 0.5 && h.precipProbPct >= 75);
      expect([good, middling, bad].map(({ length }) => length > 0)).toEqual([true, true, true]);
    }),
    { numRuns: 100 },
  );
});

const monthMean = (lat: number, month: number) =>
  week(placeAt(lat, 10), Date.UTC(2026, month, 10)).reduce((sum, { tempC }) => sum + tempC / 168, 0);

test("summer is warmer than winter, in opposite months north and south, and the tropics are warm all year", () => {
  expect(monthMean(51, 6)).toBeGreaterThan(monthMean(51, 0) + 8);
  expect(monthMean(-40, 0)).toBeGreaterThan(monthMean(-40, 6) + 8);
  expect(monthMean(0, 0)).toBeGreaterThan(24);
  expect(monthMean(80, 0)).toBeLessThan(-10);
});

// By the equation of time: the sun is two minutes late in June.
test.each([
  ["Greenwich in June", 0, "2026-06-21T12:02:00Z", 12],
  ["Sydney in December", 151.21, "2026-12-21T13:53:00Z", 0],
])("the solar hour over %s is right to the minute", (_name, lng, time, expected) => {
  const lateHours = (solarHour(lng, Date.parse(time)) - expected + 36) % 24;
  expect(Math.abs(lateHours - 12)).toBeLessThan(1 / 60);
});

describe("the code", () => {
  const dry = { tempC: 12, rainMm: 0, cloudPct: 50, humidityPct: 70, windKmh: 15 };

  test.each<[string, Partial<typeof dry>, number]>([
    ["clear", { cloudPct: 5 }, 0],
    ["mainly clear", { cloudPct: 30 }, 1],
    ["partly cloudy", {}, 2],
    ["overcast", { cloudPct: 100 }, 3],
    ["fog", { humidityPct: 98, windKmh: 5 }, 45],
    ["rime fog", { humidityPct: 98, windKmh: 5, tempC: -1 }, 48],
    ["no fog in wind", { humidityPct: 98 }, 2],
    ["drizzle", { rainMm: 0.2, cloudPct: 95 }, 51],
    ["light rain", { rainMm: 1, cloudPct: 95 }, 61],
    ["rain", { rainMm: 5, cloudPct: 95 }, 63],
    ["heavy rain", { rainMm: 9, cloudPct: 95 }, 65],
    ["a shower", { rainMm: 1 }, 80],
    ["a heavy shower", { rainMm: 2.8 }, 81],
    ["thunder", { rainMm: 4, tempC: 20 }, 95],
    ["light snow", { rainMm: 0.2, tempC: -2 }, 71],
    ["snow", { rainMm: 1, tempC: -2 }, 73],
    ["heavy snow", { rainMm: 3, tempC: -2 }, 75],
  ])("%s", (_name, change, code) => {
    expect(simulatedSky({ ...dry, ...change }).weatherCode).toBe(code);
  });
});
