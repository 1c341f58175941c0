import { describe, expect, test } from "vitest";
import { weatherCodeKind } from "../../src/scoring/weather-code.ts";
import { columnsOf } from "./columns-of.ts";

describe("weatherCodeKind", () => {
  test.each([
    { code: 0, kind: "plain" },
    { code: 82, kind: "plain" },
    { code: 48, kind: "fog" },
    { code: 57, kind: "ice" },
    { code: 77, kind: "snow" },
    { code: 86, kind: "heavy_snow" },
    { code: 99, kind: "thunder" },
    { code: 42, kind: "none" },
    { code: 100, kind: "none" },
    { code: -1, kind: "none" },
    { code: 95.5, kind: "none" },
    { code: Number.NaN, kind: "none" },
  ])("calls $code $kind", ({ code, kind }) => {
    expect(weatherCodeKind(columnsOf([{ weatherCode: code }]), 0)).toBe(kind);
  });
});
