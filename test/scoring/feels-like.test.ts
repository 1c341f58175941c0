import { describe, expect, test } from "vitest";
import { feelsLikeC } from "../../src/scoring/feels-like.ts";
import { columnsOf } from "./columns-of.ts";

describe("feelsLikeC", () => {
  test.each([
    {
      name: "the source's own, whatever else is known",
      hour: { apparentC: 3, tempC: 9, windKmh: 30, humidityPct: 50 },
      expected: 3,
    },
    // Steadman by hand: e = 0.45 * 40.1 hPa, v = 2 m/s.
    {
      name: "the apparent temperature from the humidity",
      hour: { tempC: 29, humidityPct: 45, windKmh: 7.2 },
      expected: 29.5,
    },
    {
      name: "the apparent temperature of a hot day",
      hour: { tempC: 35, humidityPct: 40, windKmh: 7.2 },
      expected: 37,
    },
    // Environment Canada's table: -10 °C and 20 km/h feel like -18.
    { name: "wind chill without humidity", hour: { tempC: -10, windKmh: 20 }, expected: -17.9 },
    { name: "wind chill at its warm and calm end", hour: { tempC: 10, windKmh: 5 }, expected: 9.8 },
    { name: "the air temperature above 10 °C", hour: { tempC: 10.1, windKmh: 30 }, expected: 10.1 },
    { name: "the air temperature in still air", hour: { tempC: -5, windKmh: 4.9 }, expected: -5 },
    { name: "a negative wind as none", hour: { tempC: 20, humidityPct: 0, windKmh: -10 }, expected: 16 },
    { name: "the air temperature without a wind", hour: { tempC: -5, humidityPct: 80 }, expected: -5 },
    { name: "nothing without a temperature", hour: { windKmh: 5 }, expected: Number.NaN },
  ])("takes $name", ({ hour, expected }) => {
    expect(Math.round(feelsLikeC(columnsOf([hour]), 0) * 10) / 10).toBe(expected);
  });
});
