// Requests to each method, in every encoding, that make sense or nearly do. They are made from the method's descriptor.
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
import { METHODS as ALL } from "../doors/methods.ts";
import { goodLat, goodLng, goodSport, goodTime, nastyText } from "./hostile-text.ts";
import { weighted, wordOf, wordsIn } from "./choices.ts";

/** The requests of these are lists of messages, which are not generated here. */
const OF_LISTS = new Set(["ReviewBookings", "RankVenues"]);

export const METHODS: readonly DescMethodUnary[] = Object.values(ALL).filter(
  ({ name }) => !OF_LISTS.has(name),
);

export interface EncodedMessage {
  readonly method: DescMethodUnary;
  readonly binary: Uint8Array;
  readonly json: Uint8Array;
}

/** By the name of a field, values that make sense in most requests. */
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

/** Most requests have these fields; each other field is in half of them. */
const OFTEN = new Set(["lat", "lng", "sport", "startTime", "durationMinutes", "month", "slots"]);

/** Fields that make sense together; half of the requests have none of them. */
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

function messageOf(method: DescMethodUnary, fields: readonly DescField[]): fc.Arbitrary<EncodedMessage> {
  const values = fields.map((field) => {
    const freq = OFTEN.has(field.localName) ? 8 : 1;
    return [field.localName, fc.option(valueOf(field), { nil: undefined, freq })] as const;
  });
  return fc.record(Object.fromEntries(values)).map((init) => written(method, init));
}

/** Any such message. Most of them get an answer. */
export const usualMessage: fc.Arbitrary<EncodedMessage> = fc.oneof(
  ...METHODS.map((method) => {
    const { fields } = method.input;
    const others = fields.filter(({ localName }) => !OF_ALTERNATIVES.has(localName));
    return fc.oneof(messageOf(method, others), messageOf(method, fields));
  }),
);

function written(method: DescMethodUnary, init: Record<string, unknown>): EncodedMessage {
  const request = create(method.input, init);
  return { method, binary: toBinary(method.input, request), json: Buffer.from(jsonOf(method, request)) };
}

/** The request as JSON; an invalid text if the request has a time outside the years that JSON allows. */
function jsonOf({ input }: DescMethodUnary, request: ReturnType<typeof create>): string {
  try {
    return toJsonString(input, request, { useProtoFieldName: true });
  } catch {
    return '{"lat":1e999}';
  }
}
