import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sunTimes } from "../../src/weather/daylight.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const at = (time: string) => Date.parse(time);
const text = ({ sunriseMs, sunsetMs }: { sunriseMs: number; sunsetMs: number }) =>
  [sunriseMs, sunsetMs].map((ms) => new Date(ms).toISOString().slice(0, 16));

describe("the sun", () => {
  // To within the minute or two by which almanacs differ: https://gml.noaa.gov/grad/solcalc/.
  test.each([
    ["London", 51.5074, -0.1278, "2026-11-21T00:00:00Z", ["2026-11-21T07:26", "2026-11-21T16:02"]],
    ["Auckland", -36.85, 174.76, "2026-11-21T13:00:00Z", ["2026-11-21T16:58", "2026-11-22T07:16"]],
    ["Los Angeles", 34.05, -118.24, "2026-11-21T09:00:00Z", ["2026-11-21T14:31", "2026-11-22T00:45"]],
  ])("of %s rises before it sets on a day of the place's own", (_name, lat, lng, noon, expected) => {
    const [day] = sunTimes({ lat, lng }, { fromMs: at(noon), untilMs: at(noon) + DAY_MS });
    const [sunrise = "", sunset = ""] = day === undefined ? [] : text(day);
    expect(Math.abs(at(`${sunrise}Z`) - at(`${expected[0]}Z`))).toBeLessThanOrEqual(3 * MINUTE_MS);
    expect(Math.abs(at(`${sunset}Z`) - at(`${expected[1]}Z`))).toBeLessThanOrEqual(3 * MINUTE_MS);
  });

  test.each([
    ["in June", "2026-06-15T00:00:00Z"],
    ["in December", "2026-12-15T00:00:00Z"],
  ])("neither rises nor sets in Tromsø %s", (_name, from) => {
    const stretch = { fromMs: at(from), untilMs: at(from) + 7 * DAY_MS };
    expect(sunTimes({ lat: 69.65, lng: 18.96 }, stretch)).toEqual([]);
    expect(sunTimes({ lat: -90, lng: 180 }, stretch)).toEqual([]);
  });

  test("of every day that is touched is told once, in order, wherever the place is", () => {
    const anyStretch = fc.record({
      lat: fc.double({ min: -60, max: 60, noNaN: true }),
      lng: fc.double({ min: -180, max: 180, noNaN: true }),
      fromHour: fc.integer({
        min: at("2024-01-01T00:00:00Z") / 3_600_000,
        max: at("2034-01-01T00:00:00Z") / 3_600_000,
      }),
      days: fc.integer({ min: 1, max: 7 }),
    });
    fc.assert(
      fc.property(anyStretch, ({ lat, lng, fromHour, days }) => {
        const fromMs = fromHour * 3_600_000;
        const untilMs = fromMs + days * DAY_MS;
        const times = sunTimes({ lat, lng }, { fromMs, untilMs });
        // Days by the sun begin at another moment than the stretch, so it touches one more; one that begins with it may not.
        expect([days, days + 1, days + 2]).toContain(times.length);
        const events = times.flatMap(({ sunriseMs, sunsetMs }) => [sunriseMs, sunsetMs]);
        expect(events).toEqual([...new Set(events)].toSorted((a, b) => a - b));
        expect(Math.min(...times.map(({ sunsetMs }) => sunsetMs))).toBeGreaterThan(fromMs - DAY_MS);
        expect(Math.max(...times.map(({ sunriseMs }) => sunriseMs))).toBeLessThan(untilMs + DAY_MS);
      }),
    );
  });
});
