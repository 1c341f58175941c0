import { describe, expect, test } from "vitest";
import { isWeatherCode, weatherCodeKind, feelsLikeC, leadOf } from "../../src/scoring/weather-columns.ts";
import { columnsOf, type HourOfWeather } from "./columns-of.ts";

describe("weatherCodeKind", () => {
  test.each([
    { code: 0, kind: "plain" },
    { code: 3, kind: "plain" },
    { code: 51, kind: "rain" },
    { code: 82, kind: "rain" },
    { code: 48, kind: "fog" },
    { code: 57, kind: "ice" },
    { code: 77, kind: "snow" },
    { code: 86, kind: "heavy_snow" },
    ...[17, 29, 91, 92, 93, 94, 95, 96, 97, 98, 99].map((code) => ({ code, kind: "thunder" })),
    { code: 90, kind: "none" },
    { code: 42, kind: "none" },
    { code: 100, kind: "none" },
    { code: -1, kind: "none" },
    { code: 95.5, kind: "none" },
    { code: Number.NaN, kind: "none" },
  ])("calls $code $kind", ({ code, kind }) => {
    expect(weatherCodeKind(columnsOf([{ weatherCode: code }]), 0)).toBe(kind);
    expect(isWeatherCode(code)).toBe(kind !== "none");
  });
});

describe("thunder", () => {
  test.each<[string, HourOfWeather, string]>([
    ["is none at a chance of 9 % and no amount", { precipProbPct: 9, rainMm: 0 }, "plain"],
    ["is none at a chance of 9 % and an unknown amount", { precipProbPct: 9 }, "plain"],
    ["is one at a chance of 10 %", { precipProbPct: 10, rainMm: 0 }, "thunder"],
    ["is one with any amount", { precipProbPct: 0, rainMm: 0.1 }, "thunder"],
    ["is one without a stated chance", { rainMm: 0 }, "thunder"],
  ])("%s", (_name, hour, kind) => {
    expect(weatherCodeKind(columnsOf([{ ...hour, weatherCode: 95 }]), 0)).toBe(kind);
  });
});

describe("leadOf", () => {
  const columns = { ...columnsOf([]), startMs: Date.parse("2026-11-21T00:00:00Z") };
  const madeAt = (time: string) => ({ ...columns, generatedAtMs: Date.parse(`2026-11-21T${time}Z`) });

  test.each([
    ["the hour in which the forecast was made is 0", madeAt("12:59:59"), 12, 0],
    ["the hour after it is 1", madeAt("12:59:59"), 13, 1],
    ["an hour before it is below 0", madeAt("12:00:00"), 11, -1],
    ["every hour of weather without a forecast's time is 0", columns, 30, 0],
  ])("of %s", (_name, weather, hour, lead) => {
    expect(leadOf(weather, hour)).toBe(lead);
  });
});

describe("feelsLikeC", () => {
  test.each<[string, HourOfWeather, number]>([
    ["the source's value, if there is one", { apparentC: 3, tempC: 9, windKmh: 30, humidityPct: 50 }, 3],
    // Steadman by hand: e = 0.45 * 40.1 hPa, v = 2 m/s.
    ["the apparent temperature from the humidity", { tempC: 29, humidityPct: 45, windKmh: 7.2 }, 29.5],
    ["the apparent temperature of a hot day", { tempC: 35, humidityPct: 40, windKmh: 7.2 }, 37],
    // Environment Canada's table: -10 °C and 20 km/h feel like -18.
    ["wind chill without humidity", { tempC: -10, windKmh: 20 }, -17.9],
    ["wind chill above 10 °C too", { tempC: 10.1, windKmh: 30 }, 6.7],
    ["the air temperature where wind chill would warm", { tempC: 25, windKmh: 30 }, 25],
    ["the wind chill of 5 km/h in still air", { tempC: -5, windKmh: 0 }, -7.3],
    ["a negative wind as none", { tempC: 20, humidityPct: 0, windKmh: -10 }, 16],
    ["the air temperature without a wind", { tempC: -5, humidityPct: 80 }, -5],
    ["nothing without a temperature", { windKmh: 5 }, Number.NaN],
  ])("takes %s", (_name, hour, expected) => {
    expect(Math.round(feelsLikeC(columnsOf([hour]), 0) * 10) / 10).toBe(expected);
  });
});
