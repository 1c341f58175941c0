import { getTimes } from "suncalc";
import { describe, expect, test } from "vitest";
import type { HourlyWeather } from "../../../src/weather/hourly-weather.ts";
import { placeAt } from "../../../src/weather/place.ts";
import { createSimulatedSource } from "../../../src/weather/simulated/source.ts";
import { withDaylight } from "../../../src/weather/daylight.ts";
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
    ["in Tromsø in June", 69.65, 18.96, "2026-06-10T12:00:00Z", 1],
    ["in Tromsø in December", 69.65, 18.96, "2026-12-10T12:00:00Z", 0],
    ["at the north pole in November", 90, 0, "2026-11-21T12:00:00Z", 0],
    ["there, at the date line", 90, -180, "2026-11-21T12:00:00Z", 0],
    ["at the south pole in November", -90, 0, "2026-11-21T12:00:00Z", 1],
    ["there, at the date line", -90, 180, "2026-11-21T12:00:00Z", 1],
  ])("%s the sun does not change", async (_name, lat, lng, time, value) => {
    const place = placeAt(lat, lng);
    expect(new Set(withDaylight(await weatherAt(place, time), place).isDay)).toEqual(new Set([value]));
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
