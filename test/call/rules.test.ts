// The compiled rules, with the library that defines them as referee.
import type { DescFile, DescMessage, Message, MessageInitShape } from "@bufbuild/protobuf";
import { create, setExtension } from "@bufbuild/protobuf";
import { pathToString } from "@bufbuild/protobuf/reflect";
import { FieldOptionsSchema } from "@bufbuild/protobuf/wkt";
import { createValidator } from "@bufbuild/protovalidate";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DoubleRulesSchema, field as fieldRules, FieldRulesSchema } from "#gen/buf/validate/validate_pb.ts";
import {
  file_suitability_v1_booking_confidence,
  GetBookingConfidenceRequestSchema,
} from "#gen/suitability/v1/booking_confidence_pb.ts";
import { file_suitability_v1_forecast } from "#gen/suitability/v1/forecast_pb.ts";
import {
  file_suitability_v1_safe_slots,
  RankSafeSlotsRequestSchema,
} from "#gen/suitability/v1/safe_slots_pb.ts";
import { file_suitability_v1_sports } from "#gen/suitability/v1/sports_pb.ts";
import { file_suitability_v1_status } from "#gen/suitability/v1/status_pb.ts";
import { file_suitability_v1_usage } from "#gen/suitability/v1/usage_pb.ts";
import { compileRules } from "../../src/call/rules.ts";
import { madeUpMessage, REPEATED, Type, type FieldInit } from "../doors/rest/made-up-proto.ts";
import { RUNS } from "../fuzz/fuzz-runs.ts";
import { arbitraryMessage } from "./arbitrary-message.ts";

const FILES: readonly DescFile[] = [
  file_suitability_v1_booking_confidence,
  file_suitability_v1_forecast,
  file_suitability_v1_safe_slots,
  file_suitability_v1_sports,
  file_suitability_v1_status,
  file_suitability_v1_usage,
];

const validator = createValidator();

/** What the library finds, in the words that callers are told. */
function referee(schema: DescMessage, message: Message) {
  const { violations = [] } = validator.validate(schema, message);
  return violations.map(({ field, ruleId, message: words }) => {
    const told = words
      .replace(/greater than or equal to (\S+) and less than or equal to (\S+)/, "from $1 to $2")
      .replace(/in list \[(.*)\]/, "one of $1");
    return { field: pathToString(field), description: SENTENCES.get(ruleId) ?? `${told}.` };
  });
}

const SENTENCES = new Map([
  ["required", "is required."],
  ["string.min_len", "must not be empty."],
  ["repeated.min_items", "needs at least one value."],
]);

/** Rules with one more, as a newer validate.proto may have. */
function undeclared<Schema extends DescMessage>(schema: Schema, rules?: MessageInitShape<Schema>) {
  const message: Message = create(schema, rules);
  message.$unknown = [{ no: 99, wireType: 0, data: new Uint8Array([1]) }];
  return message;
}

describe("compiled rules", () => {
  it.each(FILES.flatMap(({ messages }) => messages).map((schema) => [schema.name, schema] as const))(
    "find of any %s what protovalidate finds, the first 20",
    (_name, schema) => {
      const check = compileRules(schema);
      const holds = fc.property(arbitraryMessage(schema), (message) => {
        expect(check(message)).toEqual(referee(schema, message).slice(0, 20));
      });
      fc.assert(holds, { numRuns: RUNS });
    },
    60_000 + RUNS * 10,
  );

  it("are told in sentences that follow the field's name", () => {
    const question = create(GetBookingConfidenceRequestSchema, { lat: 95, sport: "", durationMinutes: 0 });
    expect(compileRules(GetBookingConfidenceRequestSchema)(question)).toEqual([
      { field: "lat", description: "must be from -90 to 90." },
      { field: "lng", description: "is required." },
      { field: "start_time", description: "is required." },
      { field: "duration_minutes", description: "must be from 1 to 1440." },
      { field: "sport", description: "must not be empty." },
    ]);
    const slots = create(RankSafeSlotsRequestSchema, {
      lat: 1,
      lng: 1,
      slots: Array.from({ length: 900 }, () => ""),
    });
    expect(compileRules(RankSafeSlotsRequestSchema)(slots)).toHaveLength(20);
  });

  it.each([
    ["on a field of another type", { type: Type.STRING }, { type: { case: "double", value: { gte: 1 } } }],
    ["for a field that is always there to be set", { type: Type.DOUBLE }, { required: true }],
    [
      "for more than one character",
      { type: Type.STRING },
      { type: { case: "string", value: { minLen: 2n } } },
    ],
    [
      "for more than one item",
      { type: Type.STRING, ...REPEATED },
      { type: { case: "repeated", value: { minItems: 2n } } },
    ],
    ["with an upper bound alone", { type: Type.DOUBLE }, { type: { case: "double", value: { lte: 1 } } }],
    [
      "as values beside bounds",
      { type: Type.INT32 },
      { type: { case: "int32", value: { in: [1, 2], gte: 1 } } },
    ],
    ["that validate.proto here does not declare", { type: Type.BOOL }, undeclared(FieldRulesSchema)],
    [
      "that it does not declare of a type that it does",
      { type: Type.DOUBLE },
      { type: { case: "double", value: undeclared(DoubleRulesSchema, { gte: 1 }) } },
    ],
    [
      "that it does not declare of a list's items",
      { type: Type.STRING, ...REPEATED },
      { type: { case: "repeated", value: { maxItems: 2n, items: undeclared(FieldRulesSchema) } } },
    ],
  ] as const)("are refused at the start %s", (_what, init, rules) => {
    const options = create(FieldOptionsSchema);
    setExtension(options, fieldRules, create(FieldRulesSchema, rules as object));
    const field = { name: "amount", options, ...init } as FieldInit;
    expect(() => compileRules(madeUpMessage(field))).toThrow(
      /^made\.up\.Thing\.amount: the rule .* is not known/,
    );
  });
});
