import type { DescMessage, Message } from "@bufbuild/protobuf";
import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { describe, expect, test } from "vitest";
import {
  GetBookingConfidenceRequestSchema,
  GetBookingConfidenceResponseSchema,
} from "#gen/suitability/v1/booking_confidence_pb.ts";
import { GetForecastRequestSchema, GetForecastResponseSchema } from "#gen/suitability/v1/forecast_pb.ts";
import { RankSafeSlotsResponseSchema } from "#gen/suitability/v1/safe_slots_pb.ts";
import { Recommendation, RiskLevel } from "#gen/suitability/v1/values_pb.ts";
import { compileJsonWriter } from "../../../src/doors/rest/json.ts";
import { type FieldInit, REPEATED, Type, madeUpMessage } from "./made-up-proto.ts";

const written = (desc: DescMessage, message: Message) => compileJsonWriter(desc)(message);

const messageOf = (typeName: string) => ({ type: Type.MESSAGE, typeName });
const timestamp = messageOf(".google.protobuf.Timestamp");

describe("JSON", () => {
  test("of a verdict has exactly the contract's fields", () => {
    const verdict = create(GetBookingConfidenceResponseSchema, {
      playabilityScore: 82,
      recommendation: Recommendation.SAFE_TO_BOOK,
      rainRisk: RiskLevel.LOW,
      windRisk: RiskLevel.MEDIUM,
      tempC: 12.5,
      summary: 'Dry, "light" wind.\n12 °C',
      forecastAt: timestampFromMs(Date.UTC(2026, 10, 21, 9, 30, 15, 250)),
    });
    expect(written(GetBookingConfidenceResponseSchema, verdict)).toBe(
      '{"playability_score":82,"recommendation":"safe_to_book","rain_risk":"low","wind_risk":"medium",' +
        '"temp_c":12.5,"summary":"Dry, \\"light\\" wind.\\n12 °C","forecast_at":"2026-11-21T09:30:15Z"}',
    );
  });

  test("has zeros, empty texts and unset enums, but no unset messages", () => {
    expect(written(GetBookingConfidenceResponseSchema, create(GetBookingConfidenceResponseSchema))).toBe(
      '{"playability_score":0,"recommendation":"unspecified","rain_risk":"unspecified","wind_risk":"unspecified",' +
        '"temp_c":0,"summary":""}',
    );
  });

  test("writes an empty list, but leaves out an empty list marked OPTIONAL", () => {
    expect(written(GetForecastResponseSchema, create(GetForecastResponseSchema))).toBe('{"hours":[]}');
    expect(written(RankSafeSlotsResponseSchema, create(RankSafeSlotsResponseSchema))).toBe('{"slots":[]}');
  });

  test("writes a list marked OPTIONAL, though there is nothing in it, for a request that asks for it", () => {
    const write = compileJsonWriter(GetBookingConfidenceResponseSchema, GetBookingConfidenceRequestSchema);
    const answer = create(GetBookingConfidenceResponseSchema);
    expect(write(answer, create(GetBookingConfidenceRequestSchema, { alternatives: 3 }))).toMatch(
      /"summary":"","alternatives":\[\]}$/,
    );
    for (const request of [undefined, create(GetBookingConfidenceRequestSchema, { odds: true })]) {
      expect(write(answer, request)).not.toContain("alternatives");
    }
    // Here the request's `days` has the name of a list in the answer, but does not ask for the list.
    const writeForecast = compileJsonWriter(GetForecastResponseSchema, GetForecastRequestSchema);
    const days = create(GetForecastRequestSchema, { days: 3 });
    expect(writeForecast(create(GetForecastResponseSchema), days)).toBe('{"hours":[]}');
  });

  test("writes minus zero as 0, and small and large numbers as JSON reads them", () => {
    const message = create(GetForecastResponseSchema, { location: { lat: -0, lng: 1e-7 } });
    expect(written(GetForecastResponseSchema, message)).toBe('{"location":{"lat":0,"lng":1e-7},"hours":[]}');
  });

  test("writes flags, lists of plain values and enums without a common prefix", () => {
    const desc = madeUpMessage(
      { name: "yes", type: Type.BOOL },
      { name: "no", type: Type.BOOL },
      { name: "colours", type: Type.ENUM, typeName: ".made.up.Colour", ...REPEATED },
      { name: "odd", type: Type.ENUM, typeName: ".made.up.Odd" },
    );
    expect(written(desc, create(desc, { yes: true, colours: [1, 1], odd: 1 }))).toBe(
      '{"yes":true,"no":false,"colours":["dark_red","dark_red"],"odd":"odd_one"}',
    );
  });

  test("has an optional scalar only if it is set, even to zero", () => {
    const write = compileJsonWriter(GetForecastRequestSchema);
    expect(write(create(GetForecastRequestSchema))).toBe("{}");
    expect(write(create(GetForecastRequestSchema, { lng: 0, sport: "" }))).toBe('{"lng":0,"sport":""}');
  });

  test.each([
    ["a number", { name: "amount", type: Type.DOUBLE }, { amount: Number.NaN }],
    ["a number", { name: "amount", type: Type.DOUBLE }, { amount: Infinity }],
    ["a string", { name: "text", type: Type.STRING }, { text: 5 }],
    ["a time", { name: "at", ...timestamp }, { at: {} }],
    [
      "a time before the year 10000",
      { name: "at", ...timestamp },
      { at: timestampFromMs(253_402_300_800_000) },
    ],
    ["a whole number", { name: "count", type: Type.INT32 }, { count: 1.5 }],
    ["a number of 32 bits", { name: "count", type: Type.INT32 }, { count: 2 ** 32 }],
    ["made.up.Colour", { name: "colour", type: Type.ENUM, typeName: ".made.up.Colour" }, { colour: 77 }],
    ["field made.up.Thing.list", { name: "list", type: Type.STRING, ...REPEATED }, { list: "x" }],
  ])("throws for a message with a wrong value for %s: %j", (what, field: FieldInit, wrong) => {
    const desc = madeUpMessage(field);
    expect(() => written(desc, Object.assign(create(desc), wrong))).toThrow(
      expect.objectContaining({ message: `not a value that can be written as JSON: ${what}` }),
    );
  });

  test.each([
    ["64-bit integers", { name: "big", type: Type.INT64 }, "int64 is not supported"],
    ["lists of 64-bit integers", { name: "big", type: Type.UINT64, ...REPEATED }, "uint64 is not supported"],
    ["bytes", { name: "raw", type: Type.BYTES }, "bytes is not supported"],
    ["float", { name: "small", type: Type.FLOAT }, "float is not supported"],
    ["maps", { name: "map", ...messageOf(".made.up.Thing.MapEntry"), ...REPEATED }, "maps are not"],
    ["oneofs", { name: "one", type: Type.BOOL, oneofIndex: 0 }, "oneofs are not supported"],
    ["durations", { name: "wait", ...messageOf(".google.protobuf.Duration") }, "Duration is not"],
    ["itself", { name: "self", ...messageOf(".made.up.Thing") }, "recursive messages are not"],
  ])("refuses a message with %s at start-up", (_name, field: FieldInit, sentence) => {
    expect(() => compileJsonWriter(madeUpMessage(field))).toThrow(
      expect.objectContaining({ message: expect.stringContaining(sentence) }),
    );
  });
});
