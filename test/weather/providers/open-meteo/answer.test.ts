import { describe, expect, test } from "vitest";
import { openMeteoAnswer } from "../../../../src/weather/providers/open-meteo/answer.ts";
import { placeAt } from "../../../../src/lib/place.ts";
import { COLUMN_NAMES, type WeatherColumn } from "../../../../src/weather/hourly-weather.ts";
import type { OddValues } from "../../../../src/weather/providers/http/value-tally.ts";
import { openMeteoPayload, type OpenMeteoPayload } from "./payload.ts";

const NOW_MS = Date.parse("2026-11-21T14:25:00Z");
const HOUR_MS = 3_600_000;

const PLACE = placeAt(51.51, -0.13);

const read = (body: unknown, nowMs = NOW_MS) => openMeteoAnswer(body, { nowMs, place: PLACE });

/** A good answer with a change. */
function payloadWith(change: (payload: OpenMeteoPayload) => void): OpenMeteoPayload {
  const payload = openMeteoPayload({ nowMs: NOW_MS });
  change(payload);
  return payload;
}

function set(name: string, values: Record<number, unknown>): OpenMeteoPayload {
  return payloadWith(({ hourly }) => Object.assign(hourly[name] ?? [], values));
}

function nulls(payload: OpenMeteoPayload, name: string, from: number, to: number): void {
  payload.hourly[name]?.fill(null, from, to);
}

/** A good answer whose times are local, without an offset in each. */
const inLocalTime = () =>
  payloadWith((payload) => {
    payload.hourly_units.time = "iso8601";
    payload.utc_offset_seconds = -14_400;
    payload.hourly.time = (payload.hourly.time ?? []).map((stamp) =>
      new Date(Number(stamp) * 1000 - 14_400_000).toISOString().slice(0, 16),
    );
  });

/** A good answer cut to its first hours. */
const firstHours = (hours: number) =>
  payloadWith(({ hourly }) => {
    for (const name of Object.keys(hourly)) hourly[name] = hourly[name]?.slice(0, hours) ?? [];
  });

describe("hours", () => {
  test("of rain, chance, gusts and code are one earlier than sent; other columns keep the hours as sent", () => {
    const weather = read(openMeteoPayload({ nowMs: NOW_MS }));
    const { rainMm, precipProbPct, gustKmh, weatherCode } = weather;
    const sums = [rainMm, precipProbPct, gustKmh, weatherCode].map((column) => column[5]);
    expect(sums).toEqual([expect.closeTo(0.6), 6, 26, 2]);
    const { tempC, apparentC, windKmh, cloudPct, humidityPct, visibilityM } = weather;
    const moments = [tempC, apparentC, windKmh, cloudPct, humidityPct, visibilityM].map(
      (column) => column[5],
    );
    expect(moments).toEqual([11.25, 9.25, 12.5, 45, 65, 20_005]);
    // `isDay` is not read from the answer: withDaylight computes it.
    const known = COLUMN_NAMES.filter((name) => !Number.isNaN(weather[name].at(-1)));
    expect(known).toEqual(COLUMN_NAMES.filter((name) => name !== "isDay"));
  });

  test("are read even if they are fewer than asked for, as long as the current one is among them", () => {
    expect(read(firstHours(38)).hours).toBe(37);
    expect(() => read(firstHours(37))).toThrow("36 hours do not contain the current one, number 36 of them");
  });

  test.each([-1, 0, 1])(
    "that begin %i hours after the one requested are read: the hour may just have changed",
    (hours) => {
      expect(read(openMeteoPayload({ nowMs: NOW_MS + hours * HOUR_MS })).hours).toBe(275);
    },
  );

  test.each([-9 * 24, -2, 2, 24])(
    "that begin %i hours after the one requested are refused, though the current one is among them",
    (hours) => {
      const body = openMeteoPayload({ nowMs: NOW_MS + hours * HOUR_MS });
      expect(() => read(body)).toThrow(expect.objectContaining({ kind: "unusable", defect: "hours" }));
      expect(() => read(body)).toThrow(`hourly.time begins ${hours} hours after the one requested`);
    },
  );

  test("in local time without a zone are read with the one offset of the answer", () => {
    expect(read(inLocalTime())).toEqual(read(openMeteoPayload({ nowMs: NOW_MS })));
  });

  test("whose value is -0, as in older answers, get the value 0", () => {
    expect(read(set("precipitation", { 3: -0 })).rainMm[2]).toBe(0);
    expect(read(set("temperature_2m", { 3: -0 })).tempC[3]).toBe(0);
  });
});

describe("the place", () => {
  const at = (latitude: unknown, longitude: unknown) =>
    payloadWith((payload) => Object.assign(payload, { latitude, longitude }));

  test.each([
    [51.51 + 59 / 111.2, -0.13],
    [51.51, -0.13 + 59 / 69.2],
  ])("may be the middle of a grid cell up to 60 km away, as in %d, %d", (lat, lng) => {
    expect(read(at(lat, lng)).hours).toBe(275);
  });

  test("may be the middle of a cell across 180 degrees, or near a pole, where degrees of longitude are short", () => {
    const readAt = (lat: number, lng: number, place: ReturnType<typeof placeAt>) =>
      openMeteoAnswer(at(lat, lng), { nowMs: NOW_MS, place }).hours;
    expect(readAt(-16.8, -179.9, placeAt(-16.8, 179.9))).toBe(275);
    expect(readAt(89.9, 90, placeAt(89.9, 0))).toBe(275);
  });

  test.each([
    ["is too far north", 51.51 + 61 / 111.2, -0.13],
    ["is too far east", 51.51, -0.13 + 61 / 69.2],
    ["is somewhere else", 40.71, -73.99],
    ["has latitude and longitude swapped", -0.13, 51.51],
    ["has no coordinates", undefined, undefined],
    ["has its coordinates in text", "51.51", "-0.13"],
  ])("of a cell that %s is refused", (_what, lat, lng) => {
    expect(() => read(at(lat, lng))).toThrow(expect.objectContaining({ kind: "unusable", defect: "place" }));
    expect(() => read(at(lat, lng))).toThrow("open-meteo: the forecast of another place");
  });
});

/** The forecast, or the error, and the counts of odd values. */
function readOdd(body: unknown) {
  const odd: string[] = [];
  const onOddValues = ({ source, variable, fate, count }: OddValues) =>
    odd.push(`${source} ${variable} ${fate} ${count}`);
  try {
    return { weather: openMeteoAnswer(body, { nowMs: NOW_MS, place: PLACE, onOddValues }), odd };
  } catch (error) {
    return { error, odd };
  }
}

describe("a weather code that is not known", () => {
  test.each([100, -1, 2.5, 10, "rain", "3", true])(
    "%j is left out and reported; all else is read",
    (code) => {
      const told: string[] = [];
      const odd: OddValues[] = [];
      const weather = openMeteoAnswer(set("weather_code", { 6: code, 7: 95 }), {
        nowMs: NOW_MS,
        place: PLACE,
        isKnownCode: (each) => each !== 10,
        onUnknownCode: (each) => told.push(each),
        onOddValues: (each) => odd.push(each),
      });
      expect([...weather.weatherCode.subarray(4, 8)]).toEqual([1, Number.NaN, 95, 0]);
      expect(weather.tempC[5]).toBe(11.25);
      expect(told).toEqual([JSON.stringify(code)]);
      expect(odd).toEqual([{ source: "open-meteo", variable: "weather_code", fate: "dropped", count: 1 }]);
    },
  );
});

describe("a value that is not possible", () => {
  const PERCENTAGES = ["relative_humidity_2m", "cloud_cover", "precipitation_probability"];

  test.each<[string, number, WeatherColumn, number]>([
    ["relative_humidity_2m", 101, "humidityPct", 100],
    ["relative_humidity_2m", 110, "humidityPct", 100],
    ["relative_humidity_2m", -1, "humidityPct", 0],
    ["cloud_cover", 101, "cloudPct", 100],
    ["cloud_cover", -1, "cloudPct", 0],
    ["precipitation_probability", 101, "precipProbPct", 100],
    ["precipitation_probability", -0.5, "precipProbPct", 0],
    ["precipitation", -0.1, "rainMm", 0],
    ["wind_speed_10m", -0.1, "windKmh", 0],
    ["wind_gusts_10m", -0.1, "gustKmh", 0],
    ["visibility", -50, "visibilityM", 0],
  ])("but nearly: %s %d is the bound, and counted as clamped", (name, value, column, bound) => {
    const { weather, odd } = readOdd(set(name, { 40: value }));
    const hour = ["rainMm", "precipProbPct", "gustKmh"].includes(column) ? 39 : 40;
    expect(weather?.[column][hour]).toBe(bound);
    expect(odd).toEqual([`open-meteo ${name} clamped 1`]);
  });

  test.each<[string, unknown]>([
    ["temperature_2m", 71],
    ["temperature_2m", -100.1],
    ["temperature_2m", 9999],
    ["apparent_temperature", 9999],
    ["relative_humidity_2m", 400],
    ["cloud_cover", 105.1],
    ["cloud_cover", "many"],
    ["precipitation_probability", -6],
    ["precipitation", -50],
    ["precipitation", 600],
    ["wind_speed_10m", 5000],
    ["wind_gusts_10m", -20],
    ["visibility", -1000],
    ["visibility", Number.POSITIVE_INFINITY],
    ["temperature_2m", "12.5"],
    ["temperature_2m", "NaN"],
    ["temperature_2m", ""],
    ["temperature_2m", true],
    ["temperature_2m", {}],
    ["temperature_2m", [12]],
  ])("by far: %s %j counts as missing in its hour, and as dropped", (name, value) => {
    const { weather, odd } = readOdd(set(name, Object.fromEntries([40, 41, 42, 43].map((i) => [i, value]))));
    expect(weather).toEqual(read(set(name, { 40: null, 41: null, 42: null, 43: null })));
    expect(odd).toEqual([`open-meteo ${name} dropped 4`]);
  });

  test("is not counted if it is null, as a missing value is not odd", () => {
    expect(readOdd(set("temperature_2m", { 40: null })).odd).toEqual([]);
  });

  const spoilt = (name: string, hours: number, value: unknown = 9999) =>
    payloadWith(({ hourly }) =>
      Object.assign(hourly, { [name]: hourly[name]?.fill(value as number, 0, hours) }),
    );

  test("is left out alone if half of its variable is so, and with all of its variable if more is", () => {
    const half = read(spoilt("cloud_cover", 138));
    expect(half.cloudPct[137]).toBeNaN();
    expect(half.cloudPct[138]).toBe(58);
    expect(read(spoilt("cloud_cover", 139)).cloudPct.every(Number.isNaN)).toBe(true);
  });

  test.each([
    ["temperature_2m", 288.2, "no possible temperature from the current hour on: 276 of 276 values"],
    [
      "wind_speed_10m",
      5000,
      "no possible wind from the current hour on: 276 of 276 values of wind_speed_10m",
    ],
    ["temperature_2m", "12", 'are impossible, such as "12"'],
    ["temperature_2m", Number.POSITIVE_INFINITY, "are impossible, such as Infinity"],
  ])("makes the answer unusable if no other is left of what a score needs: %s %j", (name, value, message) => {
    const { error, odd } = readOdd(spoilt(name, 276, value));
    expect(error).toMatchObject({
      kind: "unusable",
      defect: "values",
      message: expect.stringContaining(message),
    });
    expect(odd).toEqual([`open-meteo ${name} dropped 276`]);
  });

  test("makes the answer unusable if most are so, whatever they are", () => {
    const names = Object.keys(openMeteoPayload({ nowMs: NOW_MS }).hourly).filter((name) => name !== "time");
    const spoiltIn = (count: number) => {
      const payload = openMeteoPayload({ nowMs: NOW_MS });
      for (const name of names.slice(-count)) payload.hourly[name]?.fill(-9999);
      return readOdd(payload);
    };
    const needed = new Set(["temperature_2m", "precipitation", "wind_speed_10m"]);
    names.sort((a, b) => Number(needed.has(b)) - Number(needed.has(a)));
    expect(spoiltIn(5).error).toBeUndefined();
    expect(spoiltIn(6).error).toMatchObject({ kind: "unusable", defect: "values" });
    expect(spoiltIn(6).odd).toHaveLength(6);
  });

  test("does not matter for rain while its amount or its chance is known", () => {
    expect(read(spoilt("precipitation", 276)).rainMm.every(Number.isNaN)).toBe(true);
    expect(read(spoilt("precipitation_probability", 276)).hours).toBe(275);
  });

  test("is clamped in every hour without harm", () => {
    for (const name of PERCENTAGES) {
      const { weather, odd } = readOdd(spoilt(name, 276, 101));
      expect(weather?.hours).toBe(275);
      expect(odd).toEqual([`open-meteo ${name} clamped 276`]);
    }
  });
});

describe("gaps", () => {
  test("of up to three hours between known values are bridged in a straight line", () => {
    const weather = read(set("temperature_2m", { 20: 10, 21: null, 22: null, 23: null, 24: 12 }));
    expect([...weather.tempC.subarray(20, 25)]).toEqual([10, 10.5, 11, 11.5, 12]);
  });

  test("in the amount of rain too, because the answer to a call has an amount for each hour", () => {
    const weather = read(set("precipitation", { 29: 1, 30: null, 31: -50, 32: 4 }));
    expect([...weather.rainMm.subarray(28, 32)]).toEqual([1, 2, 3, 4]);
  });

  test("that are longer, at either end, or in chances, gusts and codes of an hour stay unknown", () => {
    const weather = read(
      payloadWith((payload) => {
        nulls(payload, "wind_speed_10m", 20, 24);
        nulls(payload, "cloud_cover", 0, 2);
        nulls(payload, "visibility", 273, 276);
        nulls(payload, "precipitation_probability", 30, 31);
        nulls(payload, "precipitation", 40, 44);
      }),
    );
    expect([...weather.windKmh.subarray(20, 24)]).toEqual([NaN, NaN, NaN, NaN]);
    expect([...weather.cloudPct.subarray(0, 3)]).toEqual([NaN, NaN, 42]);
    expect([...weather.visibilityM.subarray(272, 275)]).toEqual([20_272, NaN, NaN]);
    expect([...weather.precipProbPct.subarray(29, 31)]).toEqual([NaN, 7]);
    expect([...weather.rainMm.subarray(39, 44)]).toEqual([NaN, NaN, NaN, NaN, expect.closeTo(2)]);
  });

  test("fill the whole column if its variable is missing", () => {
    const weather = read(payloadWith(({ hourly }) => delete hourly.visibility));
    expect(weather.visibilityM.every(Number.isNaN)).toBe(true);
  });
});

describe("refused as unusable", () => {
  const without = (names: string[]) =>
    payloadWith((payload) => {
      for (const name of names) nulls(payload, name, 36, 276);
    });
  const withTime = (change: (time: (number | string | null)[]) => unknown) =>
    payloadWith(({ hourly }) => {
      change(hourly.time ?? []);
    });

  const inUnit = (name: string, unit: unknown) =>
    payloadWith((payload) => Object.assign(payload.hourly_units, { [name]: unit }));

  const good = openMeteoPayload({ nowMs: NOW_MS });
  const oneHour = payloadWith(({ hourly }) => (hourly.time = [NOW_MS / 1000]));
  const halfHours = withTime((time) => time.forEach((t, i) => (time[i] = Number(t) + 1800)));
  const inText = withTime((time) => (time[0] = "2026-11-21T02:00"));
  const shortRain = payloadWith(({ hourly }) => hourly.precipitation?.pop());
  const noList = payloadWith(({ hourly }) => Object.assign(hourly, { visibility: 1 }));
  const soon = inLocalTime();
  Object.assign(soon.hourly.time ?? [], { 5: "soon" });
  const hour24 = inLocalTime();
  hour24.hourly.time = (hour24.hourly.time ?? []).map((stamp) =>
    stamp === "2026-11-26T00:00" ? "2026-11-25T24:00" : stamp,
  );
  const tooMany = payloadWith(({ hourly }) => {
    for (const [name, values] of Object.entries(hourly)) {
      const first = Number(hourly.time?.[0]);
      const more = Array.from({ length: 482 - values.length }, (_, i) =>
        name === "time" ? first + (values.length + i) * 3600 : 1,
      );
      hourly[name] = [...values, ...more];
    }
  });
  const farTimes = withTime((time) => time.forEach((_, i) => (time[i] = 1.08e13 + i * 3600)));

  test.each<[string, unknown, string, string]>([
    ["no hourly section", { ...good, hourly: undefined }, "shape", "hourly is not an object"],
    ["no hours", { ...good, hourly: {} }, "hours", "hourly.time is not a list"],
    ["a single hour", oneHour, "hours", "hourly.time is not a list"],
    ["a missing hour", withTime((time) => time.splice(7, 1)), "hours", "not hour by hour"],
    ["shuffled hours", withTime((time) => time.push(...time.splice(4, 1))), "hours", "not hour by hour"],
    ["time going backwards", withTime((time) => time.reverse()), "hours", "not hour by hour"],
    ["an unreadable local time", soon, "hours", "not hour by hour"],
    ["a local time of 24:00, which is no time", hour24, "hours", "not hour by hour"],
    ["half hours", halfHours, "hours", "whole UTC hour"],
    ["hours beyond any calendar", farTimes, "hours", "hours after the one requested"],
    ["more hours than any provider has", tooMany, "hours", "481 hours are more than 480"],
    ["a time that is text", inText, "units", "format that was not requested"],
    ["no units", { ...good, hourly_units: null }, "shape", "hourly_units is not an object"],
    ["fahrenheit", inUnit("temperature_2m", "°F"), "units", 'temperature_2m is in "°F", not in °C'],
    [
      "a unit that is not sent",
      inUnit("cloud_cover", undefined),
      "units",
      "cloud_cover is in no unit, not in %",
    ],
    ["a shorter column", shortRain, "shape", "precipitation is not a list"],
    ["a number instead of a list", noList, "shape", "visibility is not a list"],
    ["no temperature", without(["temperature_2m"]), "nulls", "no temperature from the current hour on"],
    ["no wind", without(["wind_speed_10m"]), "nulls", "no wind from the current hour on"],
    ["nothing about rain", without(["precipitation", "precipitation_probability"]), "nulls", "no rain"],
  ])("%s", (_name, body, defect, message) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ kind: "unusable", defect }));
    expect(() => read(body)).toThrow(message);
  });

  test("is not an answer that has only amounts or only chances of rain", () => {
    expect(read(without(["precipitation"])).hours).toBe(275);
    expect(read(without(["precipitation_probability"])).hours).toBe(275);
  });
});
