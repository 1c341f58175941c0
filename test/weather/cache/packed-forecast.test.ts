import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { COLUMN_NAMES, type HourlyWeather, type WeatherColumn } from "../../../src/weather/hourly-weather.ts";
import { packForecast, unpackForecast } from "../../../src/weather/cache/packed-forecast.ts";
import { placeAt } from "../../../src/lib/place.ts";
import { simulatedAt } from "../scripted-source.ts";

const HOUR_MS = 3_600_000;
const simulated = await simulatedAt(placeAt(51.5, -0.13), "2026-11-21T14:25:00Z");

/** The same hours with other columns. */
function weatherOf(column: (name: WeatherColumn) => Float32Array): HourlyWeather {
  const columns = COLUMN_NAMES.map((name) => [name, column(name)] as const);
  const { earlier: _earlier, ...alone } = simulated;
  return { ...alone, hours: columns[0]?.[1].length ?? 0, ...Object.fromEntries(columns) };
}

/** Values with none to two decimals, any float, and values around the limits of the packed forms. */
const anyValue = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -400, max: 40_000 }).map((value) => value / 10) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 300 }) },
  fc.integer({ min: -40_000, max: 40_000 }).map((value) => value / 100),
  fc.float(),
  fc.constantFrom(Number.NaN, -0, 254, 255, 256, 32_767, 32_768, -32_767, -32_768, 327.67, 1e6, -Infinity),
);

describe("a forecast that was packed", () => {
  test("unpacks to the same forecast, down to the last bit of every number", () => {
    const anyForecast = fc.integer({ min: 0, max: 30 }).chain((hours) =>
      fc.record({
        source: fc.string({ maxLength: 20 }).map((text) => text.toWellFormed()),
        generatedAtMs: fc.integer({ min: 0, max: 4e12 }),
        startMs: fc.integer({ min: 0, max: 1e6 }).map((hour) => hour * HOUR_MS),
        columns: fc.array(fc.array(anyValue, { minLength: hours, maxLength: hours }), {
          minLength: COLUMN_NAMES.length,
          maxLength: COLUMN_NAMES.length,
        }),
      }),
    );
    fc.assert(
      fc.property(anyForecast, ({ columns, ...rest }) => {
        const weather = {
          ...weatherOf((name) => Float32Array.from(columns[COLUMN_NAMES.indexOf(name)] ?? [])),
          ...rest,
        };
        expect(unpackForecast(packForecast(weather))).toEqual(weather);
      }),
      { numRuns: 500 },
    );
  });

  test("takes less than 4.5 kB with a provider's decimals, and at most a few bytes more than its columns as floats", () => {
    const decimals: Partial<Record<WeatherColumn, number>> = { tempC: 10, apparentC: 10, windKmh: 10 };
    const stated = weatherOf((name) => {
      const scale = decimals[name] ?? 1;
      return simulated[name].map((value) => Math.round(value * scale) / scale);
    });
    expect(packForecast(stated).byteLength).toBeLessThan(4_500);
    const floats = weatherOf(() => simulated.tempC.map((_, i) => Math.sin(i)));
    expect(packForecast(floats).byteLength).toBeLessThan(
      COLUMN_NAMES.length * (simulated.hours * 4 + 1) + 40,
    );
  });

  test("of version 2 has the columns in this order, which processes of other releases rely on", () => {
    const columns = "rainMm precipProbPct windKmh gustKmh cloudPct weatherCode isDay visibilityM humidityPct";
    expect(COLUMN_NAMES.join(" ")).toBe(`tempC apparentC ${columns}`);
    const weather = { ...weatherOf((name) => Float32Array.of(COLUMN_NAMES.indexOf(name))), source: "s" };
    const [, ...bytes] = packForecast(weather).subarray(20);
    expect(bytes).toEqual(COLUMN_NAMES.flatMap((_, i) => [1, i]));
  });

  test("keeps its earlier hours, if it has any, with their own source and time", () => {
    const { earlier, ...alone } = simulated;
    expect(earlier?.hours).toBe(12);
    expect(unpackForecast(packForecast(alone))).toEqual(alone);
    const carried = { ...simulated, earlier: { ...earlier!, source: "open-meteo", generatedAtMs: 1 } };
    expect(unpackForecast(packForecast(carried))).toEqual(carried);
    const twice = { ...alone, source: "met-norway", earlier: carried };
    expect(unpackForecast(packForecast(twice))).toEqual(twice);
  });

  test("can be read from anywhere in a larger buffer", () => {
    const packed = packForecast(simulated);
    // Its own buffer is no larger than it is.
    expect(packed.buffer.byteLength).toBe(packed.byteLength);
    const larger = new Uint8Array(packed.byteLength + 3);
    larger.set(packed, 3);
    expect(unpackForecast(larger.subarray(3))).toEqual(simulated);
  });
});

test("part of a packed forecast, one with a byte more, and one of another version are refused, not misread", () => {
  const packed = packForecast(simulated);
  for (const length of [0, 1, 19, 20, 40, packed.byteLength - 1]) {
    expect(() => unpackForecast(packed.subarray(0, length))).toThrow(RangeError);
  }
  expect(() => unpackForecast(Uint8Array.from([...packed, 0]))).toThrow(RangeError);
  expect(() => unpackForecast(packed.with(0, 1))).toThrow("packed by version 1, not 2");
});
