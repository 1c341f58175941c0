import { create, equals } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { describe, expect, test } from "vitest";
import { GetBookingConfidenceRequestSchema } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { GetForecastRequestSchema } from "#gen/suitability/v1/forecast_pb.ts";
import { RankSafeSlotsRequestSchema } from "#gen/suitability/v1/safe_slots_pb.ts";
import { compileQueryParser } from "../../src/rest/query.ts";
import { REPEATED, Type, madeUpMessage } from "./made-up-proto.ts";

const parseBooking = compileQueryParser(GetBookingConfidenceRequestSchema);
const parseForecast = compileQueryParser(GetForecastRequestSchema);
const parseSlots = compileQueryParser(RankSafeSlotsRequestSchema);

const thing = madeUpMessage(
  { name: "colour", jsonName: "colour", type: Type.ENUM, typeName: ".made.up.Colour" },
  { name: "numbers", jsonName: "numbers", type: Type.INT32, ...REPEATED },
  { name: "start_times", jsonName: "startTimes", type: Type.STRING, ...REPEATED },
  { name: "count", jsonName: "count", type: Type.UINT32 },
);
const parseThing = compileQueryParser(thing);

/** The violations as `field: description`. */
function violations(parsed: ReturnType<typeof parseThing>): string[] {
  if (parsed.kind === "Parsed") throw new Error("the query was accepted");
  return parsed.violations.map(({ field, description }) => `${field}: ${description}`);
}

describe("a query", () => {
  test.each([
    [
      "snake_case",
      "lat=51.5&lng=-0.12&start_time=2026-11-21T14:00Z&duration_minutes=90&sport=golf&explain=true",
    ],
    [
      "camelCase",
      "lat=51.5&lng=-0.12&startTime=2026-11-21T14:00Z&durationMinutes=90&sport=golf&explain=true",
    ],
    [
      "percent-encoding",
      "lat=51%2E5&%6Cng=-0.12&start_time=2026-11-21T14%3A00Z&duration_minutes=90&sport=golf&explain=true",
    ],
    [
      "an offset",
      "lat=51.5&lng=-0.12&start_time=2026-11-21T16:00%2B02:00&duration_minutes=90&sport=golf&explain=true",
    ],
    [
      "stray ampersands",
      "&lat=51.5&&lng=-0.12&start_time=2026-11-21T14:00Z&duration_minutes=90&sport=golf&explain=true&",
    ],
    [
      "tracking parameters",
      "utm_source=x&lat=51.5&lng=-0.12&start_time=2026-11-21T14:00Z&duration_minutes=90&sport=golf&explain=true&fbclid=1&gclid=2",
    ],
  ])("is read in %s", (_name, query) => {
    const expected = create(GetBookingConfidenceRequestSchema, {
      lat: 51.5,
      lng: -0.12,
      startTime: timestampFromMs(Date.UTC(2026, 10, 21, 14)),
      durationMinutes: 90,
      sport: "golf",
      explain: true,
    });
    expect(parseBooking(query)).toEqual({ kind: "Parsed", message: expected });
  });

  test("that is empty gives an empty message, whatever is required", () => {
    expect(parseBooking("")).toEqual({ kind: "Parsed", message: create(GetBookingConfidenceRequestSchema) });
  });

  test.each([
    ["commas", "slots=a,b,c"],
    ["repetition", "slots=a&slots=b&slots=c"],
    ["both", "slots=a,b&slots=c"],
    ["encoded commas", "slots=a%2Cb%2cc"],
  ])("takes a list by %s", (_name, query) => {
    const parsed = parseSlots(query);
    const expected = create(RankSafeSlotsRequestSchema, { slots: ["a", "b", "c"] });
    expect(
      parsed.kind === "Parsed" && equals(RankSafeSlotsRequestSchema, parsed.message as never, expected),
    ).toBe(true);
  });

  test("keeps strings as they are, + being a space", () => {
    expect(parseForecast("sport=%20a+b%2B%C3%A9%00=&")).toEqual({
      kind: "Parsed",
      message: create(GetForecastRequestSchema, { sport: " a b+é\0=" }),
    });
  });

  test.each([
    ["51", 51],
    ["-0.5", -0.5],
    [".5", 0.5],
    ["007", 7],
    ["1e-7", 1e-7],
    ["1.5E2", 150],
    ["91", 91],
  ])("takes the number %s", (text, lat) => {
    expect(parseForecast(`lat=${text}`)).toEqual({
      kind: "Parsed",
      message: create(GetForecastRequestSchema, { lat }),
    });
  });

  test.each([
    "",
    "0x10",
    "Infinity",
    "NaN",
    "%2B5",
    "+5",
    "5+",
    "5.",
    "1,5",
    "1_000",
    "١",
    "e5",
    "--1",
    "1e1000",
  ])("refuses the number %j", (text) => {
    expect(violations(parseForecast(`lat=${text}`))).toEqual(["lat: must be a decimal number such as 51.5."]);
  });

  test("refuses a number beyond every double", () => {
    expect(violations(parseForecast("lat=1e999"))).toEqual(["lat: is too large a number."]);
  });

  test.each([
    ["3.0", "days: must be a whole number such as 60."],
    ["1e1", "days: must be a whole number such as 60."],
    ["", "days: must be a whole number such as 60."],
    ["2147483648", "days: must be from -2147483648 to 2147483647."],
    ["-2147483649", "days: must be from -2147483648 to 2147483647."],
    ["9".repeat(400), "days: must be from -2147483648 to 2147483647."],
  ])("refuses the integer %j", (text, expected) => {
    expect(violations(parseForecast(`days=${text}`))).toEqual([expected]);
  });

  test("reads the bounds of an integer, and minus zero as zero", () => {
    expect(parseThing("count=4294967295")).toEqual({
      kind: "Parsed",
      message: create(thing, { count: 4294967295 }),
    });
    expect(parseForecast("days=-0")).toEqual({
      kind: "Parsed",
      message: create(GetForecastRequestSchema, { days: 0 }),
    });
    expect(parseThing("count=0")).toEqual({ kind: "Parsed", message: create(thing, { count: 0 }) });
    expect(violations(parseThing("count=-1"))).toEqual(["count: must be from 0 to 4294967295."]);
  });

  test("reads integers of 32 bits however the proto has them encoded", () => {
    const desc = madeUpMessage(
      { name: "zigzag", jsonName: "zigzag", type: Type.SINT32 },
      { name: "fixed", jsonName: "fixed", type: Type.SFIXED32 },
      { name: "unsigned", jsonName: "unsigned", type: Type.FIXED32 },
    );
    const parse = compileQueryParser(desc);
    expect(parse("zigzag=-1&fixed=-2&unsigned=3")).toEqual({
      kind: "Parsed",
      message: create(desc, { zigzag: -1, fixed: -2, unsigned: 3 }),
    });
    expect(violations(parse("unsigned=-1"))).toEqual(["unsigned: must be from 0 to 4294967295."]);
  });

  test.each([true, false])("reads the flag %s", (explain) => {
    expect(parseBooking(`explain=${explain}`)).toEqual({
      kind: "Parsed",
      message: create(GetBookingConfidenceRequestSchema, { explain }),
    });
  });

  test.each(["", "1", "True", "yes"])("refuses the flag %j", (text) => {
    expect(violations(parseBooking(`explain=${text}`))).toEqual(["explain: must be true or false."]);
  });

  test("takes an enum by its lower-case word alone", () => {
    expect(parseThing("colour=dark_red")).toEqual({ kind: "Parsed", message: create(thing, { colour: 1 }) });
    for (const text of ["1", "DARK_RED", "COLOUR_DARK_RED", "unspecified", "__proto__", ""]) {
      expect(violations(parseThing(`colour=${text}`))).toEqual(["colour: must be one of dark_red."]);
    }
  });

  test.each([
    ["lat=1&lat=2", "lat: is given twice: give it once."],
    ["lat=1&lat=2&lat=3", "lat: is given twice: give it once."],
    [
      "duration_minutes=1&durationMinutes=1",
      "duration_minutes: is given twice, also as durationMinutes: give it once.",
    ],
    [
      "durationMinutes=1&duration_minutes=1",
      "duration_minutes: is given twice, also as durationMinutes: give it once.",
    ],
  ])("refuses %s", (query, expected) => {
    expect(violations(parseBooking(query))).toEqual([expected]);
  });

  test("refuses a list in two spellings", () => {
    expect(violations(parseThing("start_times=a&startTimes=b"))).toEqual([
      "start_times: is given twice, also as startTimes: give it once.",
    ]);
  });

  test.each(["slots=", "slots", "slots=a,,b", "slots=a,", "slots=,a", "slots=a&slots="])(
    "refuses the empty item in %s",
    (query) => {
      expect(violations(parseSlots(query))).toEqual([
        "slots: has an empty item: separate the values by single commas.",
      ]);
    },
  );

  test("refuses a malformed item of a list", () => {
    expect(violations(parseThing("numbers=1,x"))).toEqual(["numbers: must be a whole number such as 60."]);
  });

  test.each([
    ["day=5", "day: is unknown; did you mean days? The parameters are lat, lng, days, sport."],
    ["Lat=5", "Lat: is unknown; did you mean lat? The parameters are lat, lng, days, sport."],
    ["latitude=5", "latitude: is unknown. The parameters are lat, lng, days, sport."],
    ["__proto__=5", "__proto__: is unknown. The parameters are lat, lng, days, sport."],
    ["=5", ": is unknown. The parameters are lat, lng, days, sport."],
    ["%ff=5", "%ff: is unknown. The parameters are lat, lng, days, sport."],
    ["xutm_source=5", "xutm_source: is unknown. The parameters are lat, lng, days, sport."],
    [`${"x".repeat(65)}=5`, `${"x".repeat(64)}…: is unknown. The parameters are lat, lng, days, sport.`],
  ])("names the unknown parameter in %s", (query, expected) => {
    expect(violations(parseForecast(query))).toEqual([expected]);
  });

  test("of an operation without parameters says that there are none", () => {
    expect(violations(compileQueryParser(madeUpMessage())("x=1"))).toEqual([
      "x: is unknown: there are no parameters here.",
    ]);
  });

  test.each(["sport=%", "sport=%4", "sport=%zz", "sport=%ff", "sport=%ed%a0%80"])(
    "refuses the escape in %s",
    (query) => {
      expect(violations(parseForecast(query))).toEqual(["sport: is not valid percent-encoded UTF-8."]);
    },
  );

  test("says what is wrong with a time", () => {
    expect(violations(parseBooking("start_time=2026-11-21T14:00:00+02:00"))[0]).toContain("send + as %2B");
    expect(violations(parseBooking("start_time=2026-11-21T14:00:00"))[0]).toContain("end it in Z");
  });

  test("is refused for all of its faults at once", () => {
    expect(violations(parseForecast("lat=x&lng=1&days=y&day=1"))).toEqual([
      "lat: must be a decimal number such as 51.5.",
      "days: must be a whole number such as 60.",
      "day: is unknown; did you mean days? The parameters are lat, lng, days, sport.",
    ]);
  });

  test("with thousands of faults is answered with twenty", () => {
    const query = Array.from({ length: 2000 }, (_, i) => `p${i}=1`).join("&");
    expect(violations(parseForecast(query))).toHaveLength(20);
  });
});

describe("a request message", () => {
  test("with a field that a query cannot hold is refused at start-up", () => {
    const nested = madeUpMessage({ name: "inner", type: Type.MESSAGE, typeName: ".made.up.Nothing" });
    expect(() => compileQueryParser(nested)).toThrow("made.up.Thing.inner: a query cannot hold a message.");
  });
});
