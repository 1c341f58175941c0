import { getTimes } from "suncalc";
import { describe, expect, test } from "vitest";
import type { HourlyWeather } from "../../../src/weather/hourly-weather.ts";
import { placeAt } from "../../../src/weather/place.ts";
import { createSimulatedSource } from "../../../src/weather/simulated/source.ts";
import { withDaylight } from "../../../src/weather/provider/with-daylight.ts";
import { createManualClock } from "../../support/manual-clock.ts";

const HOUR_MS = 3_600_000;

async function weatherAt(place: ReturnType<typeof placeAt>, time: string): Promise<HourlyWeather> {
  const source = createSimulatedSource({ clock: createManualClock(time) });
  const weather = await source.forecast(place, new AbortController().signal);
  return { ...weather, isDay: weather.isDay.map(() => Number.NaN) };
}

describe("day and night", () => {
  test.each([
    ["London in winter", 51.51, -0.13, "2026-12-21T12:00:00Z"],
    ["Sydney in summer", -33.87, 151.21, "2026-12-21T00:00:00Z"],
    ["Quito at an equinox", -0.18, -78.47, "2026-03-20T17:00:00Z"],
    ["Fiji, beyond the date line", -18.12, 178.45, "2026-06-21T00:00:00Z"],
  ])("%s: an hour is day if it begins between sunrise and sunset", async (_name, lat, lng, time) => {
    const weather = await weatherAt(placeAt(lat, lng), time);
    const { isDay } = withDaylight(weather, placeAt(lat, lng));
    const { sunrise, sunset } = getTimes(new Date(time), lat, lng);
    for (const [event, before, after] of [
      [sunrise, 0, 1],
      [sunset, 1, 0],
    ] as const) {
      const hour = Math.floor((Number(event) - weather.startMs) / HOUR_MS);
      expect([isDay[hour], isDay[hour + 1]]).toEqual([before, after]);
    }
  });

  test.each([
    ["June", 1],
    ["December", 0],
  ])("in Tromsø the sun does not change in %s", async (month, value) => {
    const place = placeAt(69.65, 18.96);
    const weather = await weatherAt(
      place,
      month === "June" ? "2026-06-10T12:00:00Z" : "2026-12-10T12:00:00Z",
    );
    expect(new Set(withDaylight(weather, place).isDay)).toEqual(new Set([value]));
  });

  test.each([
    [90, 0, 0],
    [90, -180, 0],
    [-90, 0, 1],
    [-90, 180, 1],
  ])("at the pole %s, %s the sun of November does not change", async (lat, lng, value) => {
    const place = placeAt(lat, lng);
    const weather = await weatherAt(place, "2026-11-21T12:00:00Z");
    expect(new Set(withDaylight(weather, place).isDay)).toEqual(new Set([value]));
  });

  test("what the provider tells stays, and only the rest filled in", async () => {
    const place = placeAt(51.51, -0.13);
    const weather = await weatherAt(place, "2026-12-21T12:00:00Z");
    weather.isDay[12] = 0;
    const filled = withDaylight(weather, place);
    expect([...filled.isDay.subarray(11, 14)]).toEqual([1, 0, 1]);
    expect(weather.isDay[11]).toBeNaN();
    expect(withDaylight(filled, place)).toBe(filled);
  });
});
