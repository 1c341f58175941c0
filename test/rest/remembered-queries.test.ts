import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { GetForecastRequestSchema } from "#gen/suitability/v1/forecast_pb.ts";
import { compileQueryParser } from "../../src/rest/query.ts";
import { rememberQueries } from "../../src/rest/remembered-queries.ts";

const parse = rememberQueries(compileQueryParser(GetForecastRequestSchema));

describe("a parser that remembers", () => {
  it("gives the very same message for the same text, which nobody can change", () => {
    const first = parse("lat=51.5&lng=-0.1&days=3");
    expect(first).toEqual({
      kind: "Parsed",
      message: create(GetForecastRequestSchema, { lat: 51.5, lng: -0.1, days: 3 }),
    });
    expect(parse("lat=51.5&lng=-0.1&days=3")).toBe(first);
    expect(first.kind === "Parsed" && Object.isFrozen(first.message)).toBe(true);
  });

  it("tells apart texts that differ in anything", () => {
    expect(parse("lat=51.5&lng=-0.1")).not.toEqual(parse("lat=51.5&lng=-0.2"));
    expect(parse("lat=1&lng=2")).toEqual(parse("lng=2&lat=1"));
  });

  it("says again what is wrong with a query, and reads one that holds nothing", () => {
    const refused = parse("lat=north");
    expect(refused.kind).toBe("Refused");
    expect(parse("lat=north")).toEqual(refused);
    expect(parse("")).toMatchObject({ kind: "Parsed" });
  });

  it("forgets the oldest rather than hold more than a million characters", () => {
    const first = parse("lat=1&lng=1");
    const filler = "x".repeat(8_000);
    for (let i = 0; i < 130; i += 1) parse(`lat=1&lng=${i}&utm_source=${filler}`);
    const again = parse("lat=1&lng=1");
    expect(again).toEqual(first);
    expect(again).not.toBe(first);
  });
});
