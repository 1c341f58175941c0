// Answers recorded from the real service: those we can use are read, those we cannot are refused for the right reason.
import { describe, expect, test } from "vitest";
import type { HourlyWeather } from "../../../../src/weather/hourly-weather.ts";
import { openMeteoAnswer } from "../../../../src/weather/providers/open-meteo/answer.ts";
import { withDaylight } from "../../../../src/weather/daylight.ts";
import { openMeteoAsked, openMeteoStartMs, recordedAnswer, recordedNames } from "../../recorded-answers.ts";

const FOLDER = "open-meteo/forecast";
const HOUR_MS = 3_600_000;

const recorded = (name: string) => recordedAnswer(FOLDER, name);

/** Reads an answer as if it had arrived at a time when our request would have begun with the answer's first hour. */
const read = (body: Record<string, unknown>) => openMeteoAnswer(body, openMeteoAsked(body));

const ACCEPTED = {
  "melbourne-14-variables-sample": { start: "2025-05-09T00:00:00.000Z", hours: 167 },
  "new-jersey-14d-scattered-nulls": { start: "2025-12-28T00:00:00.000Z", hours: 335 },
  "new-york-current-hourly-daily": { start: "2026-02-06T05:00:00.000Z", hours: 167 },
};

const IN_FAHRENHEIT = 'temperature_2m is in "°F", not in °C';

const REFUSED = {
  "alabama-storm-imperial": IN_FAHRENHEIT,
  "berlin-with-headers": "no temperature from the current hour on",
  "darwin-current-only-half-hour-zone": "hourly is not an object",
  "enschede-16-days-null-tail": "3 hours do not contain the current one",
  "marseille-knots": 'wind_speed_10m is in "kn", not in km/h',
  "munich-unixtime-legacy-names": "no wind from the current hour on",
  "no-sections": "hourly is not an object",
  "nyc-2024-02-10-pop-null-after-10-days": IN_FAHRENHEIT,
  "nyc-2025-07-15-extreme-rain": IN_FAHRENHEIT,
  "nyc-2025-09-15-tail-nulls-gusts": IN_FAHRENHEIT,
  "nyc-2025-10-30-spans-dst-end": IN_FAHRENHEIT,
  "nyc-2026-02-21-snowstorm-gusts": IN_FAHRENHEIT,
  "nyc-2026-06-28-heat": IN_FAHRENHEIT,
  "tokyo-24h": "23 hours do not contain the current one",
  "toronto-imperial-full": IN_FAHRENHEIT,
  "uk-two-locations": "the answer is not an object",
};

describe("recorded answers", () => {
  test("every recorded answer has an expectation", () => {
    const expected = Object.keys({ ...ACCEPTED, ...REFUSED });
    expect(recordedNames(FOLDER).toSorted()).toEqual(expected.toSorted());
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

  test("rain that is sent for 10:00, the end of its hour, is rain of the hour from 09:00", () => {
    const melbourne = read(recorded("melbourne-14-variables-sample"));
    const wettest = (Date.parse("2025-05-14T09:00:00Z") - melbourne.startMs) / HOUR_MS;
    expect([...melbourne.rainMm.subarray(wettest - 1, wettest + 1)]).toEqual([0, expect.closeTo(0.1)]);
    expect(melbourne.precipProbPct[wettest]).toBe(5);
    expect(melbourne.tempC[12]).toBeCloseTo(13.2);
  });

  test("day and night are not read from the answer; the values computed from the sun equal every recorded value", () => {
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
});
