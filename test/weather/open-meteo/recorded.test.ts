// Answers recorded from the real service, in the units that we ask for. What others are refused for is in answer.test.ts.
import { describe, expect, test } from "vitest";
import { HOUR_MS } from "../../../src/clock.ts";
import type { HourlyWeather } from "../../../src/weather/hourly-weather.ts";
import { openMeteoAnswer } from "../../../src/weather/open-meteo/answer.ts";
import { withDaylight } from "../../../src/weather/daylight.ts";
import { placeAt } from "../../../src/weather/place.ts";
import { EARLIER_HOURS, PAST_HOURS } from "../../../src/weather/weather-source.ts";
import { recordedAnswer, recordedNames } from "../recorded-answers.ts";

const FOLDER = "open-meteo/forecast";

const recorded = (name: string) => recordedAnswer(FOLDER, name);

/** Start of an Open-Meteo answer's first hour, Unix ms. */
function startMsOf({ hourly, utc_offset_seconds }: Record<string, unknown>): number {
  const [first] = (hourly as { time: (string | number)[] }).time;
  return typeof first === "number"
    ? first * 1000
    : Date.parse(`${first}Z`) - Number(utc_offset_seconds) * 1000;
}

const ASKED_BEFORE_MS = (EARLIER_HOURS + PAST_HOURS) * HOUR_MS + 60_000;

/** When and for where it would be the answer to our request: a minute into the hour that has so many before it. */
function askedFor(body: Record<string, unknown>) {
  const place = placeAt(Number(body["latitude"]), Number(body["longitude"]));
  return { nowMs: startMsOf(body) + ASKED_BEFORE_MS, place };
}

/** Read as if it had just arrived, when its first hour was the one that is asked for. */
const read = (body: Record<string, unknown>) => openMeteoAnswer(body, askedFor(body));

const ACCEPTED = {
  "melbourne-14-variables-sample": { start: "2025-05-09T00:00:00.000Z", hours: 167 },
  "new-jersey-14d-scattered-nulls": { start: "2025-12-28T00:00:00.000Z", hours: 335 },
  "new-york-current-hourly-daily": { start: "2026-02-06T05:00:00.000Z", hours: 167 },
};

describe("recorded answers", () => {
  test.each(Object.entries(ACCEPTED))("%s is read", (file, { start, hours }) => {
    const weather = read(recorded(file));
    expect(new Date(weather.startMs).toISOString()).toBe(start);
    expect(weather.hours).toBe(hours);
  });

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
        ...askedFor(body).place,
        lat: Number(body["latitude"]),
        lng: Number(body["longitude"]),
      };
      const isDay = Float32Array.of(Number.NaN);
      const startMs = startMsOf(body) + hour * HOUR_MS;
      return withDaylight({ isDay, startMs } as unknown as HourlyWeather, place).isDay[0];
    });
    expect(computed).toEqual(told.map(({ day }) => day));
    expect(read(recorded("new-jersey-14d-scattered-nulls")).isDay.every(Number.isNaN)).toBe(true);
  });
});
