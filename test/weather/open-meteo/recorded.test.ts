// Answers recorded from the real service: those we can use are read, those we cannot are refused for the right reason.
import { describe, expect, test } from "vitest";
import type { HourlyWeather, WeatherColumn } from "../../../src/weather/hourly-weather.ts";
import { openMeteoAnswer } from "../../../src/weather/open-meteo/answer.ts";
import { withDaylight } from "../../../src/weather/daylight.ts";
import { openMeteoAsked, openMeteoStartMs, recordedAnswer, recordedNames } from "../recorded-answers.ts";
import { convertedToMetric } from "./converted-to-metric.ts";

const FOLDER = "open-meteo/forecast";
const HOUR_MS = 3_600_000;

const recorded = (name: string) => recordedAnswer(FOLDER, name);

/** Read as if it had just arrived, in the first of its hours. */
const read = (body: Record<string, unknown>) =>
  openMeteoAnswer(body, { nowMs: openMeteoStartMs(body) + 60_000 });

const ACCEPTED = {
  "melbourne-14-variables-sample": { start: "2025-05-09T00:00:00.000Z", hours: 167 },
  "new-jersey-14d-scattered-nulls": { start: "2025-12-28T00:00:00.000Z", hours: 335 },
  "new-york-current-hourly-daily": { start: "2026-02-06T05:00:00.000Z", hours: 167 },
};

const REFUSED = {
  "alabama-storm-imperial": 'temperature_2m is in "°F", not in °C',
  "berlin-with-headers": "no temperature from the current hour on",
  "darwin-current-only-half-hour-zone": "hourly is not an object",
  "enschede-16-days-null-tail": "no temperature from the current hour on",
  "marseille-knots": 'wind_speed_10m is in "kn", not in km/h',
  "munich-unixtime-legacy-names": "no wind from the current hour on",
  "no-sections": "hourly is not an object",
  "tokyo-24h": "no wind from the current hour on",
  "toronto-imperial-full": 'temperature_2m is in "°F", not in °C',
  "uk-two-locations": "the answer is not an object",
};

/**
 * Refused for their units, and right when converted: hour (from the first, as the reader counts) and value of a maximum in
 * the units we ask for. The hours are one less than the recording's index, where so.
 */
// prettier-ignore
const IMPERIAL: Readonly<Record<string, Partial<Record<WeatherColumn, readonly [number, number]>>>> = {
  "nyc-2024-02-10-pop-null-after-10-days":
    { rainMm: [79, 5.81], gustKmh: [315, 66.9], apparentC: [16, 14.5], precipProbPct: [78, 97] },
  "nyc-2025-07-15-extreme-rain": { rainMm: [53, 79.6], gustKmh: [151, 41.4], apparentC: [39, 37.5] },
  "nyc-2025-09-15-tail-nulls-gusts":
    { rainMm: [66, 0.79], gustKmh: [331, 39.3], apparentC: [111, 33.1], precipProbPct: [62, 35] },
  "nyc-2025-10-30-spans-dst-end":
    { rainMm: [15, 15.29], gustKmh: [13, 78.1], apparentC: [22, 15.6], precipProbPct: [15, 95] },
  "nyc-2026-02-21-snowstorm-gusts":
    { rainMm: [48, 6.1], gustKmh: [52, 94.8], apparentC: [17, 3.9], precipProbPct: [49, 97] },
  "nyc-2026-06-28-heat":
    { rainMm: [74, 2.69], gustKmh: [77, 48.3], apparentC: [111, 44.3], precipProbPct: [158, 46] },
  "toronto-imperial-full":
    { rainMm: [72, 25.6], gustKmh: [92, 69.5], apparentC: [87, 15.2], precipProbPct: [169, 71] },
  "alabama-storm-imperial": { rainMm: [89, 64.8], gustKmh: [61, 44.3], precipProbPct: [61, 76] },
};

describe("recorded answers", () => {
  test("every recorded answer has an expectation", () => {
    const expected = new Set([ACCEPTED, REFUSED, IMPERIAL].flatMap((table) => Object.keys(table)));
    expect(recordedNames(FOLDER).toSorted()).toEqual([...expected].toSorted());
  });

  test.each(Object.entries(ACCEPTED))("%s is read", (file, { start, hours }) => {
    const weather = read(recorded(file));
    expect(new Date(weather.startMs).toISOString()).toBe(start);
    expect(weather.hours).toBe(hours);
  });

  test.each(Object.entries(REFUSED))("%s is refused: %s", (file, message) => {
    expect(() => read(recorded(file))).toThrow(expect.objectContaining({ kind: "unusable" }));
    expect(() => read(recorded(file))).toThrow(`open-meteo: ${message}`);
  });

  test.each(Object.entries(IMPERIAL))(
    "%s is refused for its units, and right converted",
    (file, expected) => {
      const body = recorded(file);
      expect(() => read(body)).toThrow(' is in "');
      const converted = convertedToMetric(body);
      const weather = read(converted);
      expect(weather.startMs).toBe(openMeteoStartMs(body));
      expect(weather.hours).toBe((converted.hourly.time?.length ?? 0) - 1);
      for (const [name, [hour, value]] of Object.entries(expected)) {
        const column = name as WeatherColumn;
        expect(weather[column][hour]).toBeCloseTo(value, 1);
        expect(Math.max(...weather[column].filter(Number.isFinite))).toBe(weather[column][hour]);
      }
    },
  );

  test("rain of the hour that ends at 10:00 is that of 09:00", () => {
    const melbourne = read(recorded("melbourne-14-variables-sample"));
    const wettest = (Date.parse("2025-05-14T09:00:00Z") - melbourne.startMs) / HOUR_MS;
    expect([...melbourne.rainMm.subarray(wettest - 1, wettest + 1)]).toEqual([0, expect.closeTo(0.1)]);
    expect(melbourne.precipProbPct[wettest]).toBe(5);
    expect(melbourne.tempC[12]).toBeCloseTo(13.2);
  });

  test("day and night are not read from the answer, and the sun agrees with every hour of them that was recorded", () => {
    const told = recordedNames(FOLDER).flatMap((name) => {
      const body = recorded(name);
      const isDay = (body["hourly"] as { is_day?: readonly number[] } | undefined)?.is_day ?? [];
      return isDay.map((day, hour) => ({ day, hour, body }));
    });
    expect(told).toHaveLength(340);
    const computed = told.map(({ hour, body }) => {
      const place = {
        ...openMeteoAsked(body).place,
        lat: Number(body["latitude"]),
        lng: Number(body["longitude"]),
      };
      const isDay = Float32Array.of(Number.NaN);
      const startMs = openMeteoStartMs(body) + hour * HOUR_MS;
      return withDaylight({ isDay, startMs } as unknown as HourlyWeather, place).isDay[0];
    });
    expect(computed).toEqual(told.map(({ day }) => day));
    expect(read(recorded("new-jersey-14d-scattered-nulls")).isDay.every(Number.isNaN)).toBe(true);
  });

  test("a recording over a clock change has no hour twice or missing", () => {
    const weather = read(convertedToMetric(recorded("nyc-2025-10-30-spans-dst-end")));
    expect(weather.startMs).toBe(Date.parse("2025-10-30T04:00:00Z"));
    expect(weather.startMs + weather.hours * HOUR_MS).toBe(Date.parse("2025-11-13T03:00:00Z"));
  });
});
