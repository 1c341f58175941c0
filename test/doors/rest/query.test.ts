import type { DescMessage } from "@bufbuild/protobuf";
import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { describe, expect, test } from "vitest";
import { GetBookingConfidenceRequestSchema } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { GetForecastRequestSchema } from "#gen/suitability/v1/forecast_pb.ts";
import { RankSafeSlotsRequestSchema } from "#gen/suitability/v1/safe_slots_pb.ts";
import { compileRules } from "../../../src/call/rules.ts";
import { MISTAKEN_NAMES } from "../../../src/app/mistaken-names.ts";
import { compileQueryParser } from "../../../src/doors/rest/query.ts";
import { REPEATED, Type, madeUpMessage } from "./made-up-proto.ts";

const BOOKING = GetBookingConfidenceRequestSchema;
const FORECAST = GetForecastRequestSchema;
const SLOTS = RankSafeSlotsRequestSchema;
const THING = madeUpMessage(
  { name: "colour", jsonName: "colour", type: Type.ENUM, typeName: ".made.up.Colour" },
  { name: "numbers", jsonName: "numbers", type: Type.INT32, ...REPEATED },
  { name: "start_times", jsonName: "startTimes", type: Type.STRING, ...REPEATED },
  { name: "count", jsonName: "count", type: Type.UINT32 },
  { name: "zigzag", jsonName: "zigzag", type: Type.SINT32 },
  { name: "fixed", jsonName: "fixed", type: Type.SFIXED32 },
  { name: "unsigned", jsonName: "unsigned", type: Type.FIXED32 },
);

/** The violations as `field: description`. */
function violations(desc: DescMessage, query: string): string[] {
  const { violations: found } = compileQueryParser(desc, undefined, undefined, MISTAKEN_NAMES)(query);
  if (found.length === 0) throw new Error("the query was accepted");
  return found.map(({ field, description }) => `${field}: ${description}`);
}

const FULL = {
  lat: 51.5,
  lng: -0.12,
  startTime: timestampFromMs(Date.UTC(2026, 10, 21, 14)),
  durationMinutes: 90,
  sport: "golf",
  explain: true,
};
const LIST = { slots: ["a", "b", "c"] };

describe("a query is read", () => {
  test.each([
    ["snake_case", "lat=51.5&lng=-0.12&start_time=2026-11-21T14:00Z&duration_minutes=90"],
    ["camelCase", "lat=51.5&lng=-0.12&startTime=2026-11-21T14:00Z&durationMinutes=90"],
    ["percent-encoding", "lat=51%2E5&%6Cng=-0.12&start_time=2026-11-21T14%3A00Z&duration_minutes=90"],
    ["an offset", "lat=51.5&lng=-0.12&start_time=2026-11-21T16:00%2B02:00&duration_minutes=90"],
    ["stray ampersands", "&lat=51.5&&lng=-0.12&start_time=2026-11-21T14:00Z&duration_minutes=90&"],
    [
      "tracking parameters",
      "utm_source=x&lat=51.5&lng=-0.12&start_time=2026-11-21T14:00Z&duration_minutes=90&fbclid=1&gclid=2",
    ],
  ])("in %s", (_name, query) => {
    const message = create(BOOKING, FULL);
    expect(compileQueryParser(BOOKING)(`${query}&sport=golf&explain=true`)).toEqual({
      message,
      violations: [],
    });
  });

  test.each(
    "utm_id UTM_Source gclid gclsrc dclid gbraid wbraid gad_source gad_campaignid srsltid _ga _gl fbclid igshid igsh msclkid yclid li_fat_id epik rdt_cid ScCid ttclid twclid mc_cid mc_eid _hsenc _hsmi _kx mkt_tok".split(
      " ",
    ),
  )("without %s, which an advertisement or a newsletter adds to links", (name) => {
    expect(compileQueryParser(FORECAST)(`${name}=a-B_1&${name}=&lat=1`)).toEqual({
      message: create(FORECAST, { lat: 1 }),
      violations: [],
    });
  });

  test.each<[string, DescMessage, string, Record<string, unknown>]>([
    ["nothing as an empty message, whatever is required", BOOKING, "", {}],
    ["a list by commas", SLOTS, "slots=a,b,c", LIST],
    ["a list by repetition", SLOTS, "slots=a&slots=b&slots=c", LIST],
    ["a list by both", SLOTS, "slots=a,b&slots=c", LIST],
    ["a list by encoded commas", SLOTS, "slots=a%2Cb%2cc", LIST],
    ["text as it is, + being a space", FORECAST, "sport=%20a+b%2B%C3%A9%00=&", { sport: " a b+é\0=" }],
    ["a negative number", FORECAST, "lat=-0.5", { lat: -0.5 }],
    ["a number out of range, which is checked later", FORECAST, "lat=91", { lat: 91 }],
    ["a number that begins with a point", FORECAST, "lat=.5", { lat: 0.5 }],
    ["a number that begins with zeros", FORECAST, "lat=007", { lat: 7 }],
    ["a number with an exponent", FORECAST, "lat=1e-7&lng=1.5E2", { lat: 1e-7, lng: 150 }],
    ["the largest integer", THING, "count=4294967295", { count: 4294967295 }],
    ["minus zero as zero", FORECAST, "days=-0", { days: 0 }],
    [
      "integers in every encoding",
      THING,
      "zigzag=-1&fixed=-2&unsigned=3",
      { zigzag: -1, fixed: -2, unsigned: 3 },
    ],
    ["a flag that is set", BOOKING, "explain=true", { explain: true }],
    ["a flag that is not", BOOKING, "explain=false", { explain: false }],
    ["an enum by its lower-case word", THING, "colour=dark_red", { colour: 1 }],
  ])("with %s", (_name, desc, query, init) => {
    expect(compileQueryParser(desc)(query)).toEqual({ message: create(desc, init), violations: [] });
  });
});

const NUMBER = "must be a decimal number such as 51.5.";
const INTEGER = "must be a whole number such as 60.";
const INT32 = "must be from -2147483648 to 2147483647.";
const UINT32 = "must be from 0 to 4294967295.";
const EMPTY_ITEM = "has an empty item: separate the values by single commas.";
const ESCAPE = "is not valid percent-encoded UTF-8.";
const twiceAlsoAs = (name: string) => `is given twice, also as ${name}: give it once.`;
const PARAMETERS = `The parameters are ${FORECAST.fields.map(({ name }) => name).join(", ")}.`;

/** A message type, a violation, and the queries that cause it, separated by spaces. */
const REFUSED: readonly (readonly [desc: DescMessage, violation: string, queries: string])[] = [
  [FORECAST, `lat: ${NUMBER}`, "lat= lat=0x10 lat=Infinity lat=NaN lat=%2B5 lat=+5 lat=5+ lat=5. lat=1,5"],
  [FORECAST, `lat: ${NUMBER}`, "lat=1_000 lat=١ lat=e5 lat=--1 lat=1e1000"],
  [FORECAST, "lat: is too large.", "lat=1e999"],
  [FORECAST, `days: ${INTEGER}`, "days=3.0 days=1e1 days="],
  [THING, `zigzag: ${INT32}`, `zigzag=2147483648 zigzag=-2147483649 zigzag=${"9".repeat(400)}`],
  [THING, `count: ${UINT32}`, "count=-1"],
  [THING, `unsigned: ${UINT32}`, "unsigned=-1"],
  [THING, `numbers: ${INTEGER}`, "numbers=1,x"],
  [BOOKING, "explain: must be true or false.", "explain= explain=1 explain=True explain=yes"],
  [THING, "colour: must be one of dark_red.", "colour=1 colour=DARK_RED colour=COLOUR_DARK_RED colour="],
  [THING, "colour: must be one of dark_red.", "colour=unspecified colour=__proto__"],
  [BOOKING, "lat: is given twice: give it once.", "lat=1&lat=2 lat=1&lat=2&lat=3"],
  [BOOKING, `duration_minutes: ${twiceAlsoAs("durationMinutes")}`, "duration_minutes=1&durationMinutes=1"],
  [BOOKING, `duration_minutes: ${twiceAlsoAs("durationMinutes")}`, "durationMinutes=1&duration_minutes=1"],
  [THING, `start_times: ${twiceAlsoAs("startTimes")}`, "start_times=a&startTimes=b"],
  [SLOTS, `slots: ${EMPTY_ITEM}`, "slots= slots slots=a,,b slots=a, slots=,a slots=a&slots="],
  [FORECAST, `day: is unknown; did you mean days?`, "day=5"],
  [FORECAST, `Lat: is unknown; did you mean lat?`, "Lat=5"],
  [FORECAST, `latitude: is unknown; did you mean lat?`, "latitude=5"],
  [FORECAST, `lon: is unknown; did you mean lng?`, "lon=5"],
  [FORECAST, `Long: is unknown; did you mean lng?`, "Long=5"],
  [FORECAST, `duration: is unknown; did you mean duration_minutes?`, "duration=90"],
  [BOOKING, "start: is unknown; did you mean start_time?", "start=2026-11-21"],
  [SLOTS, "start: is unknown; did you mean slots?", "start=2026-11-21"],
  [FORECAST, `start: is unknown. ${PARAMETERS}`, "start=2026-11-21"],
  [FORECAST, `lang: is unknown: the answer has no sentences. ${PARAMETERS}`, "lang=nl"],
  [FORECAST, `language: is unknown: the answer has no sentences. ${PARAMETERS}`, "language=nl"],
  [BOOKING, "language: is unknown; did you mean lang?", "language=nl"],
  [FORECAST, `unit: is unknown. ${PARAMETERS}`, "unit=5"],
  [SLOTS, "slots[]: is unknown; did you mean slots?", "slots[]=a&slots[]=b slots%5B%5D=a"],
  [SLOTS, "slots[0]: is unknown; did you mean slots?", "slots[0]=a"],
  [FORECAST, `__proto__: is unknown. ${PARAMETERS}`, "__proto__=5"],
  [FORECAST, `: is unknown. ${PARAMETERS}`, "=5"],
  [FORECAST, `%ff: is unknown. ${PARAMETERS}`, "%ff=5"],
  [FORECAST, `xutm_source: is unknown. ${PARAMETERS}`, "xutm_source=5"],
  [FORECAST, `${"x".repeat(64)}: is unknown. ${PARAMETERS}`, `${"x".repeat(64)}=5`],
  [FORECAST, `${"x".repeat(64)}…: is unknown. ${PARAMETERS}`, `${"x".repeat(65)}=5`],
  [madeUpMessage(), "x: is unknown: there are no parameters here.", "x=1"],
  [FORECAST, `sport: ${ESCAPE}`, "sport=% sport=%4 sport=%zz sport=%ff sport=%ed%a0%80"],
];

describe("a query is refused", () => {
  test.each(
    REFUSED.flatMap(([desc, violation, queries]) =>
      queries.split(" ").map((query) => ({ desc, violation, query })),
    ),
  )("$query: $violation", ({ desc, violation, query }) => {
    expect(violations(desc, query)).toEqual([violation]);
  });

  test("with the reason why a time cannot be read", () => {
    expect(violations(BOOKING, "start_time=2026-11-21T14:00:00+02:00")[0]).toContain("send + as %2B");
    expect(violations(BOOKING, "start_time=2026-11-21T14:00:00")[0]).toContain("end it in Z");
  });

  test("for all of its faults at once, but for at most twenty", () => {
    expect(violations(FORECAST, "lat=x&lng=1&days=y&day=1")).toEqual([
      `lat: ${NUMBER}`,
      `days: ${INTEGER}`,
      `day: is unknown; did you mean days?`,
    ]);
    expect(violations(FORECAST, "lat=x&lng=x&lat=1&lat=2")).toEqual([
      `lat: ${NUMBER}`,
      `lng: ${NUMBER}`,
      "lat: is given twice: give it once.",
    ]);
    const query = Array.from({ length: 2000 }, (_, i) => `p${i}=1`).join("&");
    expect(violations(FORECAST, query)).toHaveLength(20);
  });
});

test("a number that no int32 holds is refused by the field's own rule, if it has one", () => {
  const { message } = compileQueryParser(FORECAST)(`days=${"9".repeat(400)}`);
  expect(compileRules(FORECAST)(message)).toContainEqual({
    field: "days",
    description: "must be from 1 to 7.",
  });
});

test("a request message with a field that a query cannot hold is refused at start-up", () => {
  const nested = madeUpMessage({ name: "inner", type: Type.MESSAGE, typeName: ".made.up.Nothing" });
  expect(() => compileQueryParser(nested)).toThrow("made.up.Thing.inner: a query cannot hold a message.");
});
