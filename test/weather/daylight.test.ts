import fc from "fast-check";
import { getTimes } from "suncalc";
import { describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/lib/time/clock.ts";
import { sunTimes, withDaylight } from "../../src/weather/daylight.ts";
import type { HourlyWeather } from "../../src/weather/hourly-weather.ts";
import { type Place, placeAt } from "../../src/lib/place.ts";
import { simulatedAt } from "./scripted-source.ts";

const at = (time: string) => Date.parse(time);

describe("the sun", () => {
  // To within three minutes; almanacs differ by one or two: https://gml.noaa.gov/grad/solcalc/.
  test.each([
    ["London", 51.5074, -0.1278, "2026-11-21T00:00:00Z", "2026-11-21T07:26:00Z", "2026-11-21T16:02:00Z"],
    ["Auckland", -36.85, 174.76, "2026-11-21T13:00:00Z", "2026-11-21T16:58:00Z", "2026-11-22T07:16:00Z"],
  ])("in %s rises and sets within a local day, as in almanacs", (_name, lat, lng, from, sunrise, sunset) => {
    const [day] = sunTimes({ lat, lng }, { fromMs: at(from), untilMs: at(from) + DAY_MS });
    expect(Math.abs((day?.sunriseMs ?? 0) - at(sunrise))).toBeLessThanOrEqual(3 * MINUTE_MS);
    expect(Math.abs((day?.sunsetMs ?? 0) - at(sunset))).toBeLessThanOrEqual(3 * MINUTE_MS);
  });

  test("neither rises nor sets in Tromsø in June or December", () => {
    for (const fromMs of [at("2026-06-15T00:00:00Z"), at("2026-12-15T00:00:00Z")]) {
      expect(sunTimes({ lat: 69.65, lng: 18.96 }, { fromMs, untilMs: fromMs + 7 * DAY_MS })).toEqual([]);
    }
  });

  test("rises and sets once a day, in order, anywhere up to 60° north or south", () => {
    const anyStretch = fc.record({
      lat: fc.double({ min: -60, max: 60, noNaN: true }),
      lng: fc.double({ min: -180, max: 180, noNaN: true }),
      fromHour: fc.integer({
        min: at("2024-01-01T00:00:00Z") / HOUR_MS,
        max: at("2034-01-01T00:00:00Z") / HOUR_MS,
      }),
      days: fc.integer({ min: 1, max: 7 }),
    });
    fc.assert(
      fc.property(anyStretch, ({ lat, lng, fromHour, days }) => {
        const fromMs = fromHour * HOUR_MS;
        const untilMs = fromMs + days * DAY_MS;
        const times = sunTimes({ lat, lng }, { fromMs, untilMs });
        // A stretch begins and ends within solar days, which may be shorter than 24 hours: it may touch up to two more.
        expect([days, days + 1, days + 2]).toContain(times.length);
        const events = times.flatMap(({ sunriseMs, sunsetMs }) => [sunriseMs, sunsetMs]);
        expect(events).toEqual([...new Set(events)].toSorted((a, b) => a - b));
        expect(Math.min(...times.map(({ sunsetMs }) => sunsetMs))).toBeGreaterThan(fromMs - DAY_MS);
        expect(Math.max(...times.map(({ sunriseMs }) => sunriseMs))).toBeLessThan(untilMs + DAY_MS);
      }),
    );
  });
});

/** Weather that does not say whether it is day. */
async function weatherAt(place: Place, time: string): Promise<HourlyWeather> {
  const weather = await simulatedAt(place, time);
  return { ...weather, isDay: weather.isDay.map(() => Number.NaN) };
}

describe("day and night", () => {
  test.each([
    ["London in winter", 51.51, -0.13, "2026-12-21T12:00:00Z"],
    ["Fiji, near the date line", -18.12, 178.45, "2026-06-21T00:00:00Z"],
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
    ["at the north pole in November", 90, -180, "2026-11-21T12:00:00Z", 0],
    ["at the south pole in November", -90, 0, "2026-11-21T12:00:00Z", 1],
  ])("%s all hours are day, or all are night", async (_name, lat, lng, time, value) => {
    const place = placeAt(lat, lng);
    expect(new Set(withDaylight(await weatherAt(place, time), place).isDay)).toEqual(new Set([value]));
  });

  test("are kept as the provider sends them, and only missing hours are filled in", async () => {
    const place = placeAt(51.51, -0.13);
    const weather = await weatherAt(place, "2026-12-21T12:00:00Z");
    weather.isDay[24] = 0;
    const filled = withDaylight(weather, place);
    expect([...filled.isDay.subarray(23, 26)]).toEqual([1, 0, 1]);
    expect(weather.isDay[23]).toBeNaN();
    expect(withDaylight(filled, place)).toBe(filled);
  });
});
