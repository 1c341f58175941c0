import { describe, expect, test } from "vitest";
import { metNorwayAnswer } from "../../../../src/weather/providers/met-norway/answer.ts";
import type { WeatherColumn } from "../../../../src/weather/hourly-weather.ts";
import { placeAt } from "../../../../src/lib/place.ts";
import type { OddValues } from "../../../../src/weather/providers/http/value-tally.ts";
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

  test("a period whose amount of rain is missing is not dry: the amount is drawn from those around it", () => {
    const hour = withStep(3, ({ data }) => delete data.next_1_hours?.details.precipitation_amount);
    near(read(hour).rainMm.subarray(2, 5), [0.2, 0.3, 0.4]);
    const sixHours = withStep(
      HOURLY_STEPS,
      ({ data }) => delete data.next_6_hours?.details.precipitation_amount,
    );
    near(read(sixHours).rainMm.subarray(HOURLY_STEPS, HOURLY_STEPS + 6), [0.5, 0.5, 0.5, 0.5, 0.5, 0.5]);
  });

  test("amounts of rain that are missing for longer are unknown", () => {
    const answer = withSteps((steps) => {
      for (const { data } of steps.slice(HOURLY_STEPS, HOURLY_STEPS + 2))
        delete data.next_6_hours?.details.precipitation_amount;
    });
    const rainMm = read(answer).rainMm.subarray(HOURLY_STEPS, HOURLY_STEPS + 13);
    expect([...rainMm]).toEqual([...Array.from({ length: 12 }, () => Number.NaN), 0.5]);
  });

  test("a step whose values are missing is bridged, also where steps are six hours apart", () => {
    const answer = withStep(HOURLY_STEPS + 1, ({ data }) => delete data.instant.details.air_temperature);
    const tempC = read(answer).tempC.subarray(HOURLY_STEPS, HOURLY_STEPS + 13);
    const [first = Number.NaN, last = Number.NaN] = [tempC[0], tempC[12]];
    near(
      tempC,
      Array.from({ length: 13 }, (_, i) => first + ((last - first) * i) / 12),
    );
    expect(last).not.toBe(first);
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
    [3, NaN],
  ])("the symbol %s is WMO code %d; an unknown one is reported, and counted as dropped", (symbol, code) => {
    const answer = withStep(0, ({ data }) =>
      Object.assign(data.next_1_hours?.summary ?? {}, { symbol_code: symbol }),
    );
    const told: string[] = [];
    const odd: OddValues[] = [];
    const { weatherCode } = metNorwayAnswer(answer, {
      place: PLACE,
      nowMs: NOW_MS,
      onUnknownCode: (each) => told.push(each),
      onOddValues: (each) => odd.push(each),
    });
    expect(weatherCode[0]).toBe(code);
    const isUnknown = Number.isNaN(code);
    expect(told).toEqual(isUnknown ? [String(symbol)] : []);
    expect(odd).toEqual(
      isUnknown ? [{ source: "met-norway", variable: "symbol_code", fate: "dropped", count: 1 }] : [],
    );
  });

  test("a forecast made two days ago is read, with its date", () => {
    const answer = payloadWith(({ properties }) => (properties.meta.updated_at = "2026-11-19T14:25:00Z"));
    expect(read(answer).generatedAtMs).toBe(NOW_MS - 48 * 3_600_000);
  });
});

describe("a value that is not possible", () => {
  const readOdd = (body: unknown) => {
    const odd: string[] = [];
    const onOddValues = ({ source, variable, fate, count }: OddValues) =>
      odd.push(`${source} ${variable} ${fate} ${count}`);
    return { weather: metNorwayAnswer(body, { place: PLACE, nowMs: NOW_MS, onOddValues }), odd };
  };
  /** A payload with one value at the step of an hour. */
  const withValue = (name: string, value: unknown, hour: number) =>
    withStep(hour, ({ data }) => {
      for (const part of [data.instant, data.next_1_hours, data.next_6_hours]) {
        if (part !== undefined && name in part.details) part.details[name] = value;
      }
    });

  test.each<[string, number, WeatherColumn, number]>([
    ["relative_humidity", 101, "humidityPct", 100],
    ["cloud_area_fraction", 101, "cloudPct", 100],
    ["cloud_area_fraction", -1, "cloudPct", 0],
    ["probability_of_precipitation", 101, "precipProbPct", 100],
    ["precipitation_amount", -0.1, "rainMm", 0],
    ["wind_speed", -0.1, "windKmh", 0],
    ["wind_speed_of_gust", -0.1, "gustKmh", 0],
  ])("but nearly: %s %d is the bound, and counted as clamped", (name, value, column, bound) => {
    const { weather, odd } = readOdd(withValue(name, value, 9));
    expect(weather[column][9]).toBe(bound);
    expect(odd).toEqual([`met-norway ${name} clamped 1`]);
  });

  test.each<[string, unknown]>([
    ["air_temperature", 9999],
    ["relative_humidity", 400],
    ["cloud_area_fraction", "half"],
    ["probability_of_precipitation", Number.POSITIVE_INFINITY],
    ["precipitation_amount", -50],
    ["wind_speed", 5000],
    ["wind_speed", "5.1"],
    ["wind_speed_of_gust", -10],
  ])("by far: %s %j counts as missing in its hour, and as dropped", (name, value) => {
    const { weather, odd } = readOdd(withValue(name, value, 9));
    expect(weather).toEqual(read(withValue(name, null, 9)));
    expect(odd).toEqual([`met-norway ${name} dropped 1`]);
  });

  test("in a period of six hours is counted once, and missing in each of them", () => {
    const { weather, odd } = readOdd(withValue("probability_of_precipitation", -50, HOURLY_STEPS));
    const chances = weather.precipProbPct.subarray(HOURLY_STEPS, HOURLY_STEPS + 7);
    expect([...chances]).toEqual([NaN, NaN, NaN, NaN, NaN, NaN, 12]);
    expect(odd).toEqual(["met-norway probability_of_precipitation dropped 1"]);
  });

  test("makes the answer unusable if it is everywhere", () => {
    const answer = withSteps((steps) => {
      for (const { data } of steps) data.instant.details.air_temperature = 288.2;
    });
    expect(() => read(answer)).toThrow(expect.objectContaining({ kind: "unusable", defect: "values" }));
    expect(() => read(answer)).toThrow("83 of 83 values of air_temperature are impossible, such as 288.2");
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

  test.each([[[null, null]], [["0", "0"]], [[[0], [0]]]])(
    "coordinates %j, which are no numbers, for the place at 0, 0",
    (coordinates) => {
      const place = placeAt(0, 0);
      const payload = metNorwayPayload({ nowMs: NOW_MS, place });
      Object.assign(payload.geometry, { coordinates });
      expect(() => metNorwayAnswer(payload, { place, nowMs: NOW_MS })).toThrow("another place");
    },
  );

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
