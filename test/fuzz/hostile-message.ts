// The methods with requests in every encoding: right ones, right ones with bytes changed, and bytes that are none.
import { create, toBinary, toJsonString, type DescMethodUnary } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import fc from "fast-check";
import { BookingConfidenceService } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import { SafeSlotsService } from "#gen/suitability/v1/safe_slots_pb.ts";
import { SportsService } from "#gen/suitability/v1/sports_pb.ts";
import { UsageService } from "#gen/suitability/v1/usage_pb.ts";
import { goodLat, goodLng, goodSport, goodTime, nastyText } from "./hostile-text.ts";
import { mutatedBytes } from "./hostile-bytes.ts";
import { weighted, wordOf } from "./choices.ts";

const { getBookingConfidence } = BookingConfidenceService.method;
const { getForecast } = ForecastService.method;
const { rankSafeSlots } = SafeSlotsService.method;
const { getUsage } = UsageService.method;
const { listSports } = SportsService.method;

export interface HostileMessage {
  readonly method: DescMethodUnary;
  readonly binary: Uint8Array;
  readonly json: Uint8Array;
}

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 8 });
const double = (good: fc.Arbitrary<string>) => optional(weighted([9, good.map(Number)], [1, fc.double()]));
const int32 = (max: number) => optional(weighted([9, fc.integer({ min: 1, max })], [1, fc.integer()]));
const text = (good: fc.Arbitrary<string>) => weighted([9, good], [1, nastyText]);
const rare = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 1 });
const venue = {
  covered: rare(fc.boolean()),
  sheltered: rare(fc.boolean()),
  floodlit: rare(fc.boolean()),
  surface: rare(text(wordOf("hard clay grass artificial rock constructor"))),
  tempShiftC: rare(fc.double({ min: -11, max: 11 })),
};
const place = { lat: double(goodLat), lng: double(goodLng), sport: optional(text(goodSport)), ...venue };

const startTime = optional(
  weighted(
    [9, goodTime.map((time) => timestampFromMs(Date.parse(time)))],
    [1, fc.record({ seconds: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), nanos: fc.integer() })],
  ),
);

/** Alternatives of candidates, of a grid, of both or of neither. */
const choice = fc.record(
  {
    alternatives: int32(5),
    candidates: fc.array(text(goodTime), { maxLength: 50 }),
    earliestStart: startTime,
    latestStart: startTime,
    stepMinutes: int32(240),
    between: optional(text(fc.constantFrom("09:00-21:00", "20:00-02:00", "09:00-09:00"))),
    timeZone: optional(text(fc.constantFrom("Europe/London", "UTC", "Pacific/Apia"))),
  },
  { requiredKeys: [] },
);

const explained = {
  explain: optional(fc.boolean()),
  lang: rare(text(fc.constantFrom("de", "en-US", "pt-br", "de_DE", "constructor"))),
};

const booking = {
  ...place,
  startTime,
  durationMinutes: int32(1440),
  ...explained,
  ongoing: optional(fc.boolean()),
};

/** Most of them have an answer. */
export const usualMessage: fc.Arbitrary<HostileMessage> = fc.oneof(
  fc
    .tuple(fc.record(booking), weighted([1, fc.constant({})], [1, choice]))
    .map(([slot, others]) => written(getBookingConfidence, Object.assign(slot, others))),
  fc
    .record({ ...place, days: int32(7), durationMinutes: int32(1440), stepMinutes: int32(60) })
    .map((init) => written(getForecast, init)),
  fc
    .record({
      ...place,
      ...explained,
      slots: fc.array(text(goodTime), { maxLength: 22 }),
      durationMinutes: int32(1440),
    })
    .map((init) => written(rankSafeSlots, init)),
  fc
    .record({ month: optional(text(fc.constantFrom("2026-11", "2026-10"))) })
    .map((init) => written(getUsage, init)),
  fc.constant({}).map((init) => written(listSports, init)),
);

function written(method: DescMethodUnary, init: Record<string, unknown>): HostileMessage {
  const request = create(method.input, init);
  return { method, binary: toBinary(method.input, request), json: Buffer.from(jsonOf(method, request)) };
}

/** A time outside the years that JSON knows cannot be written in it. */
function jsonOf({ input }: DescMethodUnary, request: ReturnType<typeof create>): string {
  try {
    return toJsonString(input, request, { useProtoFieldName: true });
  } catch {
    return '{"lat":1e999}';
  }
}

/** Tags, lengths and values in any order: unknown fields, wrong wire types, groups, lengths that lie. */
const wireNoise = fc
  .array(
    fc.oneof(
      fc
        .tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 7 }))
        .map(([field, type]) => [(field << 3) | type]),
      fc.constantFrom(
        [0xff, 0xff, 0xff, 0xff, 0x0f],
        [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01],
        [0x1a, 0x00],
      ),
      fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 8 }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => Uint8Array.from(parts.flat()));

/** Groups within groups, deeper than any parser wants to recurse. */
const deepGroups = fc.integer({ min: 1, max: 20_000 }).map((depth) => new Uint8Array(depth).fill(0x0b));

const deepJson = fc.integer({ min: 1, max: 10_000 }).map((depth) => Buffer.from('{"a":'.repeat(depth)));

const otherBinary = weighted([3, wireNoise], [2, fc.uint8Array({ maxLength: 200 })], [1, deepGroups]);

const otherJson = weighted(
  [4, fc.json().map((json) => Buffer.from(json))],
  [
    2,
    fc
      .dictionary(wordOf("lat lng slots startTime start_time sport days __proto__ month"), fc.jsonValue(), {
        maxKeys: 5,
      })
      .map((object) => Buffer.from(JSON.stringify(object))),
  ],
  [
    2,
    fc
      .tuple(fc.constantFrom("sport", "month", "start_time"), nastyText)
      .map(([name, value]) => Buffer.from(JSON.stringify({ lat: 1, lng: 2, [name]: value }))),
  ],
  [1, fc.uint8Array({ maxLength: 100 })],
  [1, deepJson],
);

export const hostileMessage: fc.Arbitrary<HostileMessage> = weighted(
  [6, usualMessage],
  [
    3,
    usualMessage.chain((one) =>
      fc.record({
        method: fc.constant(one.method),
        binary: mutatedBytes(fc.constant(one.binary)),
        json: mutatedBytes(fc.constant(one.json)),
      }),
    ),
  ],
  [
    2,
    fc.record({
      method: fc.constantFrom<DescMethodUnary>(
        getBookingConfidence,
        getForecast,
        rankSafeSlots,
        getUsage,
        listSports,
      ),
      binary: otherBinary,
      json: otherJson,
    }),
  ],
);
