// The methods with requests in every encoding: right ones, right ones with bytes changed, and bytes that are none.
import {
  create,
  ScalarType,
  toBinary,
  toJsonString,
  type DescField,
  type DescMethodUnary,
} from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import fc from "fast-check";
import { BookingConfidenceService } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import { SafeSlotsService } from "#gen/suitability/v1/safe_slots_pb.ts";
import { SportsService } from "#gen/suitability/v1/sports_pb.ts";
import { UsageService } from "#gen/suitability/v1/usage_pb.ts";
import { goodLat, goodLng, goodSport, goodTime, nastyText } from "./hostile-text.ts";
import { mutatedBytes } from "./hostile-bytes.ts";
import { weighted, wordOf, wordsIn } from "./choices.ts";

const METHODS: readonly DescMethodUnary[] = [
  BookingConfidenceService.method.getBookingConfidence,
  ForecastService.method.getForecast,
  SafeSlotsService.method.rankSafeSlots,
  UsageService.method.getUsage,
  SportsService.method.listSports,
];

export interface HostileMessage {
  readonly method: DescMethodUnary;
  readonly binary: Uint8Array;
  readonly json: Uint8Array;
}

/** Of fields of that name, values that make sense in most requests. */
const GOOD: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  lat: goodLat.map(Number),
  lng: goodLng.map(Number),
  sport: goodSport,
  slots: goodTime,
  candidates: goodTime,
  days: fc.integer({ min: 1, max: 7 }),
  durationMinutes: fc.integer({ min: 1, max: 1_440 }),
  stepMinutes: fc.integer({ min: 1, max: 240 }),
  alternatives: fc.integer({ min: 1, max: 5 }),
  surface: wordOf("hard clay grass artificial rock constructor"),
  tempShiftC: fc.double({ min: -11, max: 11 }),
  lang: fc.constantFrom("de", "en-US", "pt-br", "de_DE", "constructor"),
  between: fc.constantFrom("09:00-21:00", "20:00-02:00", "09:00-09:00"),
  timeZone: fc.constantFrom("Europe/London", "UTC", "Pacific/Apia"),
  month: fc.constantFrom("2026-11", "2026-10"),
};

/** Most requests say these; all else half of them do. */
const OFTEN = new Set(["lat", "lng", "sport", "startTime", "durationMinutes", "month", "slots"]);

/** They make sense together: in half of the requests there is none. */
const OF_ALTERNATIVES = new Set(
  wordsIn("alternatives candidates earliestStart latestStart stepMinutes between timeZone"),
);

const MAX_SLOTS = 22;

const time = weighted(
  [9, goodTime.map((text) => timestampFromMs(Date.parse(text)))],
  [1, fc.record({ seconds: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), nanos: fc.integer() })],
);

const ANY: Readonly<Partial<Record<ScalarType, fc.Arbitrary<unknown>>>> = {
  [ScalarType.DOUBLE]: fc.double(),
  [ScalarType.INT32]: fc.integer(),
  [ScalarType.BOOL]: fc.boolean(),
  [ScalarType.STRING]: nastyText,
};

function valueOf({ localName, fieldKind, scalar }: DescField): fc.Arbitrary<unknown> {
  if (fieldKind === "message") return time;
  const any = scalar && ANY[scalar];
  if (any === undefined) throw new Error(`nothing is known of the field ${localName}`);
  const one = weighted([9, GOOD[localName] ?? any], [1, any]);
  return fieldKind === "list" ? fc.array(one, { maxLength: MAX_SLOTS }) : one;
}

function messageOf(method: DescMethodUnary, fields: readonly DescField[]): fc.Arbitrary<HostileMessage> {
  const values = fields.map((field) => {
    const freq = OFTEN.has(field.localName) ? 8 : 1;
    return [field.localName, fc.option(valueOf(field), { nil: undefined, freq })] as const;
  });
  return fc.record(Object.fromEntries(values)).map((init) => written(method, init));
}

/** Most of them have an answer. */
export const usualMessage: fc.Arbitrary<HostileMessage> = fc.oneof(
  ...METHODS.map((method) => {
    const { fields } = method.input;
    const others = fields.filter(({ localName }) => !OF_ALTERNATIVES.has(localName));
    return fc.oneof(messageOf(method, others), messageOf(method, fields));
  }),
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
      method: fc.constantFrom(...METHODS),
      binary: otherBinary,
      json: otherJson,
    }),
  ],
);
