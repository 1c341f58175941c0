import { describe, expect, test } from "vitest";
import { metNorwayAnswer } from "../../../src/weather/met-norway/answer.ts";
import { placeAt } from "../../../src/weather/place.ts";
import {
  HOURLY_STEPS,
  metNorwayPayload,
  PAYLOAD_HOURS,
  type MetNorwayPayload,
  type MetNorwayStepPayload,
} from "./payload.ts";

const NOW_MS = Date.parse("2026-11-21T14:25:00Z");
const PLACE = placeAt(59.91, 10.75);

const read = (body: unknown) => metNorwayAnswer(body, { place: PLACE, nowMs: NOW_MS });

function payloadWith(change: (payload: MetNorwayPayload) => unknown): MetNorwayPayload {
  const payload = metNorwayPayload({ nowMs: NOW_MS, place: PLACE });
  change(payload);
  return payload;
}

/** A payload with one step changed. */
const withStep = (index: number, change: (step: MetNorwayStepPayload) => unknown) =>
  payloadWith(({ properties }) => {
    const step = properties.timeseries[index];
    if (step === undefined) throw new Error("there is no such step");
    change(step);
  });

const withSteps = (change: (steps: MetNorwayStepPayload[]) => unknown) =>
  payloadWith(({ properties }) => change(properties.timeseries));

const near = (values: Float32Array, expected: readonly number[]) => {
  expect([...values]).toEqual(expected.map((value) => expect.closeTo(value, 4)));
};

test.each([
  [180, -180],
  [-180, 180],
  [179.99, -180],
])("a place at longitude %s matches an answer for longitude %s", (asked, told) => {
  const place = placeAt(-16.5, asked);
  const payload = metNorwayPayload({ nowMs: NOW_MS, place });
  payload.geometry.coordinates[0] = told;
  expect(metNorwayAnswer(payload, { place, nowMs: NOW_MS }).hours).toBe(PAYLOAD_HOURS);
});

describe("a good answer", () => {
  const weather = read(metNorwayPayload({ nowMs: NOW_MS, place: PLACE }));

  test("starts with its first step, ends with its last, and is dated by the provider", () => {
    expect(weather).toMatchObject({ source: "met-norway", hours: PAYLOAD_HOURS });
    expect(new Date(weather.startMs).toISOString()).toBe("2026-11-21T14:00:00.000Z");
    expect(new Date(weather.generatedAtMs).toISOString()).toBe("2026-11-21T13:30:00.000Z");
  });

  test("hourly steps have their own rain, chance and wind, in km/h", () => {
    near(weather.rainMm.subarray(0, 3), [0, 0.1, 0.2]);
    near(weather.precipProbPct.subarray(0, 3), [0, 1, 2]);
    near(weather.windKmh.subarray(0, 3), [18, 18.36, 18.72]);
    near(weather.gustKmh.subarray(0, 2), [36, 36]);
    near(weather.tempC.subarray(0, 2), [10, 10.25]);
  });

  test("a six-hour step has its sum spread evenly, its chance and symbol in each hour, other values interpolated", () => {
    const block = (column: Float32Array) => column.subarray(HOURLY_STEPS, HOURLY_STEPS + 6);
    near(block(weather.rainMm), [0.5, 0.5, 0.5, 0.5, 0.5, 0.5]);
    near(block(weather.precipProbPct), [6, 6, 6, 6, 6, 6]);
    near(block(weather.weatherCode), [61, 61, 61, 61, 61, 61]);
    near(block(weather.tempC), [11.5, 11.75, 12, 12.25, 12.5, 12.75]);
    near(block(weather.cloudPct), [46, 47, 48, 49, 50, 51]);
  });

  test("values that are not sent stay unknown: feels-like, visibility, gusts beyond the hourly part", () => {
    expect(weather.apparentC.every(Number.isNaN)).toBe(true);
    expect(weather.visibilityM.every(Number.isNaN)).toBe(true);
    expect(weather.gustKmh.subarray(HOURLY_STEPS).every(Number.isNaN)).toBe(true);
  });

  test("missing gusts and chances are unknown, not zero", () => {
    const abroad = read(
      withSteps((steps) => {
        for (const { data } of steps) {
          delete data.instant.details.wind_speed_of_gust;
          delete data.next_1_hours?.details.probability_of_precipitation;
          delete data.next_6_hours?.details.probability_of_precipitation;
        }
      }),
    );
    expect(abroad.gustKmh.every(Number.isNaN)).toBe(true);
    expect(abroad.precipProbPct.every(Number.isNaN)).toBe(true);
    expect(abroad.rainMm.some(Number.isNaN)).toBe(false);
  });

  test("an hour whose amount of rain is missing is unknown, not dry", () => {
    const answer = withStep(3, ({ data }) => delete data.next_1_hours?.details.precipitation_amount);
    expect(read(answer).rainMm[3]).toBeNaN();
  });

  test.each([
    ["clearsky_day", 0],
    ["fair_polartwilight", 1],
    ["partlycloudy_night", 2],
    ["cloudy", 3],
    ["fog", 45],
    ["lightrain", 61],
    ["heavyrain", 65],
    ["rainshowers_day", 81],
    ["heavysleet", 65],
    ["snow", 73],
    ["heavysnowshowers_night", 86],
    ["rainandthunder", 95],
    ["lightssnowshowersandthunder_day", 95],
    ["frogs", NaN],
  ])("the symbol %s is WMO code %d; an unknown one is reported", (symbol, code) => {
    const answer = withStep(0, ({ data }) => {
      if (data.next_1_hours !== undefined) data.next_1_hours.summary.symbol_code = symbol;
    });
    const told: string[] = [];
    const onUnknownCode = (each: string) => told.push(each);
    expect(metNorwayAnswer(answer, { place: PLACE, nowMs: NOW_MS, onUnknownCode }).weatherCode[0]).toBe(code);
    expect(told).toEqual(Number.isNaN(code) ? [symbol] : []);
  });

  test("a forecast made two days ago is read, with its date", () => {
    const answer = payloadWith(({ properties }) => (properties.meta.updated_at = "2026-11-19T14:25:00Z"));
    expect(read(answer).generatedAtMs).toBe(NOW_MS - 48 * 3_600_000);
  });
});

describe("refused as unusable", () => {
  const without = (name: string) =>
    withSteps((steps) => {
      for (const { data } of steps) {
        for (const part of [data.instant, data.next_1_hours, data.next_6_hours]) delete part?.details[name];
      }
    });
  const inUnit = (name: string, unit: string) =>
    payloadWith(({ properties }) => (properties.meta.units[name] = unit));

  const timed = (time: string) => withStep(4, (step) => (step.time = time));
  const windOf = (value: unknown) => withStep(4, ({ data }) => (data.instant.details.wind_speed = value));
  const dated = (time: string) => payloadWith(({ properties }) => (properties.meta.updated_at = time));
  const silent = withStep(52, ({ data }) => delete data.next_1_hours);
  const tooMany = withSteps((steps) => {
    const [before, last] = steps.slice(-2);
    if (before === undefined || last === undefined) throw new Error("there are no such steps");
    const endMs = Date.parse(last.time);
    steps.pop();
    for (let hours = 0; hours <= 480; hours += 6) {
      const time = new Date(endMs + hours * 3_600_000).toISOString().replace(".000", "");
      steps.push({ ...(hours === 480 ? last : before), time });
    }
  });
  const swapped = payloadWith(({ geometry }) => geometry.coordinates.reverse());

  test.each<[string, unknown, string, string]>([
    ["no object", [1], "shape", "the answer is not an object"],
    ["no steps", withSteps((steps) => steps.splice(0)), "hours", "not a list of steps"],
    ["no data in a step", withStep(4, (step) => Object.assign(step, { data: {} })), "shape", "instant"],
    ["a time with minutes", timed("2026-11-21T18:30:00Z"), "hours", "whole UTC hour"],
    ["a time without zone", timed("2026-11-21T18:00:00"), "hours", "whole UTC hour"],
    ["six hours missing", withSteps((steps) => steps.splice(60, 1)), "hours", "nothing is said of 12 hours"],
    ["hours without data", silent, "hours", "up to the next"],
    ["fahrenheit", inUnit("air_temperature", "fahrenheit"), "units", 'air_temperature is in "fahrenheit"'],
    ["hours out of order", withSteps((steps) => steps.reverse()), "hours", "not in order"],
    ["an impossible value", windOf(283), "values", "wind_speed"],
    ["no wind", without("wind_speed"), "nulls", "no wind"],
    ["no date", dated("today"), "shape", "updated_at"],
    ["a date more than an hour ahead", dated("2026-11-21T15:26:00Z"), "values", "dated"],
    ["a date more than two days back", dated("2026-11-19T14:24:59Z"), "old", "more than two days old"],
    ["more hours than any provider has", tooMany, "hours", "hours are more than 480"],
    ["swapped coordinates", swapped, "place", "another place"],
  ])("%s", (_name, body, defect, message) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ kind: "unusable", defect }));
    expect(() => read(body)).toThrow(message);
  });

  test("an answer that has ended, or not begun", () => {
    const body = metNorwayPayload({ nowMs: NOW_MS, place: PLACE });
    for (const nowMs of [NOW_MS - 3_600_000, NOW_MS + PAYLOAD_HOURS * 3_600_000]) {
      body.properties.meta.updated_at = new Date(nowMs).toISOString();
      expect(() => metNorwayAnswer(body, { place: PLACE, nowMs })).toThrow("do not contain the current one");
    }
  });

  test("is not an answer of status 200 with an error in it, whose place is not covered", () => {
    const body = payloadWith(({ properties }) => {
      properties.meta.error = "no data at the given location";
      properties.timeseries = [];
    });
    expect(() => read(body)).toThrow(expect.objectContaining({ kind: "uncovered" }));
  });
});
